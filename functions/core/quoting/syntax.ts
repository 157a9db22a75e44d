import { verbsOf } from './verbs';

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
