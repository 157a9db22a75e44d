import type { QuestionForm } from '#core/text/lexicon/lexicon';
import { LEXICONS } from '#core/text/lexicon/lexicons';
import { verbsOf } from './verbs';

const ALL = Object.values(LEXICONS);
const oneOf = (alternatives: readonly string[], from = '(?<!\\p{L})') =>
  new RegExp(`${from}(?:${alternatives.join('|')})(?!\\p{L})`, 'iu');

/** Whether a clause denies something, or a question asks for what is not so: `Which teas have no caffeine?` */
export function denies(clause: string): boolean {
  return DENIAL.test(clause);
}

const DENIAL = oneOf(ALL.map(({ denials }) => denials));

/** Whether a question has that form. */
export function asksFor(form: QuestionForm, question: string): boolean {
  return FORMS[form].test(question);
}

const FORMS = Object.fromEntries(
  (['when', 'where', 'who', 'how', 'many', 'what', 'why'] as const).map((form) => [
    form,
    oneOf(ALL.map(({ forms }) => forms[form])),
  ]),
) as Readonly<Record<QuestionForm, RegExp>>;

/** A question that begins with its verb is answered by yes or no: not `Can you tell me when …?`, nor `Was kostet …?` */
export function asksWhether(question: string): boolean {
  return WHETHER.test(question) && !ASKER.test(question);
}

const WHETHER = oneOf(
  ALL.flatMap(({ askingVerbs }) => [...askingVerbs]),
  '^\\s*',
);
const ASKER = oneOf(ALL.flatMap(({ askers }) => [...askers]));

/** Whether a sentence's subject is what the sentence before was about: `It weighs …`. */
export function pointsBack(sentence: string): boolean {
  return /^(?:it|its|they|their|both|these|this|er|sie|es|ihre?|beide|diese[rs]?|dies|das)(?!\p{L})/iu.test(
    sentence,
  );
}

/** German verbs whose first part stands at the end of their clause, as one word: `sagen Sie bitte bis Mittag ab`. */
export function separatedVerbs(text: string): string {
  return [...text.matchAll(SEPARATED)].map(([, verb, part]) => `${part}${verb}`).join(' ');
}

/** The same in a question, in place of the verb. */
export function withWholeVerbs(question: string): string {
  const separated = [...question.matchAll(SEPARATED)];
  if (separated.length === 0) return question;
  const verbs = verbsOf(question, 'de');
  const verb = separated.find(([said]) => verbs.has(said.toLowerCase()));
  if (!verb) return question;
  const [said, , part = ''] = verb;
  const end = question.lastIndexOf(part);
  return `${question.slice(0, verb.index)}${part}${said}${question.slice(verb.index + said.length, end)}${question.slice(end + part.length)}`;
}

const SEPARATED =
  /(?<!\p{L})(\p{L}?\p{Ll}{2,12}(?:e|en|t|st))(?= [^.,;:?!]{1,80} (ab|an|aus|ein|mit|vor|zurück|weg|statt|teil)\s*(?:[.,;:?!]|$))/gu;

/** Whether a clause says under which condition another holds: what it names is supposed, not told. */
export function isCondition(clause: string): boolean {
  return /^(?:(?:and|but|or|und|oder|aber) )?(?:if|unless|in case|as long as|wenn|falls|sofern|solange)(?!\p{L})/iu.test(
    clause.trimStart(),
  );
}
