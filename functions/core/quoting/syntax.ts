import type { TextLanguage } from '#core/text/text-language';
import { verbsOf } from './verbs';

/**
 * Clauses of a sentence, as far as its commas show them: a figure belongs to what its own clause names. What is too
 * short for one, such as an item of an enumeration, stays with what stands before it.
 */
export function clausesOf(sentence: string): string[] {
  const clauses: string[] = [];
  for (const part of sentence.split(/(?<=[,;:])\s+/u)) {
    const last = clauses.at(-1);
    const isShort = (part.match(/\p{L}+/gu) ?? []).length <= SHORTEST && !/\d/.test(part);
    if (last !== undefined && isShort) clauses[clauses.length - 1] = `${last} ${part}`;
    else clauses.push(part);
  }
  return clauses;
}

const SHORTEST = 3;

/** Whether a sentence's subject is what the sentence before was about: `It weighs …`. */
export function pointsBack(sentence: string): boolean {
  return /^(?:it|its|they|their|both|these|this|er|sie|es|ihre?|beide|diese[rs]?|dies|das)(?!\p{L})/iu.test(
    sentence,
  );
}

/** Whether a sentence tells of what the one before was about, and of nothing beside it. */
export function meansSame(sentence: string): boolean {
  return MEANS_SAME.test(sentence);
}

/** A pronoun with its verb: not `This robe costs`, nor `Sie können Bademäntel leihen`, `Es gibt`, `Es ist ein`. */
const MEANS_SAME =
  /^(?:(?:it|they|this|that|these|both|er|es|das|dies|diese[rs]?|beide) (?:is|are|has|have|can|is|ist|sind|hat|haben|kann|können|wird|werden|findet|finden)(?! (?:an?|eine?[nr]?|keine?[nr]?)(?!\p{L}))|(?:it|they|this|that|these|both|er|sie|es|das|dies|diese[rs]?|beide) (?:costs?|takes?|lasts?|weighs?|opens?|closes?|starts?|begins?|ends?|runs?|kostet|kosten|beträgt|betragen|dauert|dauern|gilt|gelten|hält|wiegt|liegt|öffnet|schließt|beginnt|endet)|sie (?:ist|hat|kann|wird|findet))(?!\p{L})/iu;

/** Whether a sentence tells a figure by the bare word for it, or for whom it is, with nothing that it would be of. */
export function tellsBareFigure(sentence: string): boolean {
  return BARE_FIGURE.test(sentence) || tellsForWhom(sentence) || OF_IT.test(sentence);
}

export function tellsForWhom(sentence: string): boolean {
  return FOR_WHOM.test(sentence);
}

/** Not `Der Preis für Bademäntel`. */
const BARE_FIGURE =
  /^(?:(?:the|our|der|die|das|unsere?) )?(?:prices?|fees?|costs?|charges?|rates?|admission|entry|entrance|tickets?|duration|opening hours|\p{L}*(?:preise?|gebühr|gebühren|kosten|tarife?|miete|entgelt|eintritt|dauer|frist|öffnungszeiten))(?: (?!for|of|to|für|der|des|von|vom|zur?|zum)|:)/iu;

const FOR_WHOM =
  /^(?:adults?|children|kids|students|seniors|members|guests|visitors|everyone|erwachsene|kinder|studierende|studenten|schüler|senioren|mitglieder|gäste|besucher|alle)(?!\p{L})/iu;

/** `Ab 18 Uhr kostet sie 12 €.` */
const OF_IT =
  /(?<!\p{L})(?:(?:it|they) costs?|(?:kostet|kosten|beträgt|betragen) (?:sie|er|es|das)|(?:sie|er|es|das) (?:kostet|kosten))(?!\p{L})/iu;

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

/** `Please book ahead.` names no other subject. */
export function isRequest(sentence: string): boolean {
  return /^(?:please|bitte)(?: \S+){1,3}$/iu.test(sentence);
}

/** Whether a clause says under which condition another holds: what it names is supposed, not told. */
export function isCondition(clause: string): boolean {
  return /^(?:(?:and|but|or|und|oder|aber) )?(?:if|unless|in case|as long as|wenn|falls|sofern|solange)(?!\p{L})/iu.test(
    clause.trimStart(),
  );
}

/** `as on cars` says nothing about cars; `such as` names what is meant. */
export function withoutComparisons(sentence: string, language: TextLanguage): string {
  return sentence.replace(COMPARISONS[language], ' ');
}

const COMPARISONS: Readonly<Record<TextLanguage, RegExp>> = {
  // What stands before is looked at only where one could begin: at each letter it would cost more than all the rest.
  en: /\b(?=as |like )(?<!\b(?:such|same|as)\b[^,]{0,20})(?:as|like) (?:on|in|with|at|for|of)\b[^,.;:]*/giu,
  de: /(?<!\p{L})(?:genauso |ebenso )?wie (?:bei|beim|auf|im|in|an|am)(?!\p{L})[^,.;:?]*/giu,
};

/** Without what a preposition sets beside the subject: place, time, means. */
export function withoutCircumstances(sentence: string, language: TextLanguage): string {
  return sentence.replace(CIRCUMSTANCES[language], ' ');
}

const CIRCUMSTANCES: Readonly<Record<TextLanguage, RegExp>> = {
  en: /\b(?:on|in|at|behind|with|by|from|after|before|over|under|near|between|into|through|(?<=\b(?:hours|days|weeks|months|years) )of)\s+(?:(?:an?|the|your|our|its|their|each|every|any|no)\s+)?[\p{L}-]+/giu,
  de: /(?<!\p{L})(?:auf|in|im|ins|an|am|bei|beim|mit|nach|von|vom|vor|hinter|neben|über|unter|aus|durch)\s+(?:(?:ein|d)\p{L}{1,4}\s+)?(?:(?:Bad|Sankt|St\.|Groß|Klein|Alt|Neu)\s+)?\p{L}+/giu,
};
