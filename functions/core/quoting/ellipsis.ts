import type { Language } from '#contract/accounts/profile';
import { LEXICONS } from '#core/text/lexicon/lexicons';
import { verbsOf } from './verbs';

/**
 * A question that leaves out what the one before has said, with that put in: `And without?` after `… with breakfast?`,
 * `When can I collect it?` after `… order a prescription?`, `Also upstairs?` after `Can I bring my dog?`. Only where
 * the words themselves tell what is left out, else the question as it was asked.
 */
export function completed(question: string, topic: string | null, language: Language): string {
  const previous = topic?.split('\n').at(-1)?.trim();
  if (!previous) return question;
  return (
    withOpposite(question, previous, language) ??
    withAddition(question, previous, language) ??
    withNamed(question, previous, language) ??
    question
  );
}

const OPPOSITES: Readonly<Record<Language, readonly [string, string]>> = {
  en: ['with', 'without'],
  de: ['mit', 'ohne'],
};

/** `And without?`: the question before, with the one word for the other. */
function withOpposite(question: string, previous: string, language: Language): string | null {
  const asked = BARE_PREPOSITION[language].exec(question.trim())?.[1]?.toLowerCase();
  if (asked === undefined) return null;
  const other = OPPOSITES[language].find((each) => each !== asked) ?? '';
  const found = previous.match(new RegExp(`(?<!\\p{L})${other}(?!\\p{L})`, 'giu')) ?? [];
  return found.length === 1
    ? previous.replace(new RegExp(`(?<!\\p{L})${other}(?!\\p{L})`, 'iu'), asked)
    : null;
}

const BARE_PREPOSITION: Readonly<Record<Language, RegExp>> = {
  en: /^(?:(?:and|or|what about|how about) )?(with|without)(?: (?:it|that|them|one))?\s*[?.!]*$/iu,
  de: /^(?:(?:und|oder|was ist|wie ist es) )?(mit|ohne)\s*[?.!]*$/iu,
};

/** `Also upstairs?`: the question before, with more to it. What follows `and` may stand for a part of it instead. */
function withAddition(question: string, previous: string, language: Language): string | null {
  const addition = ADDITION[language].exec(question.trim())?.[1];
  return addition === undefined ? null : `${previous.replace(/[\s?.!]+$/u, '')} ${addition}?`;
}

const ADDITION: Readonly<Record<Language, RegExp>> = {
  en: /^(?:and )?(?:also|even) ((?:\p{L}+ ){0,3}\p{L}+)\s*\?*$/iu,
  de: /^(?:und )?auch ((?:\p{L}+ ){0,3}\p{L}+)\s*\?*$/iu,
};

/** `When can I collect it?`: with what the pronoun stands for, where the question before names one thing alone. */
function withNamed(question: string, previous: string, language: Language): string | null {
  const named = NAMED[language](previous);
  const [phrase] = named;
  if (named.length !== 1 || phrase === undefined) return null;
  const pronoun = PRONOUN[language].exec(question);
  if (!pronoun) return null;
  const end = pronoun.index + pronoun[0].length;
  return question.slice(0, pronoun.index) + phrase + question.slice(end);
}

/** What a question names: in English what an article begins, up to its end. */
const NAMED: Readonly<Record<Language, (question: string) => string[]>> = {
  en: (question) =>
    [...question.matchAll(/(?<=\s)(?:an?|the|my|our|your)\s+(?:\p{L}+\s+)?\p{L}+(?=\s*\?*\s*$)/giu)].map(
      ([phrase]) => phrase,
    ),
  de: namedInGerman,
};

/** Words beside one another that are no verbs and say something, with what stands before them. */
function namedInGerman(question: string): string[] {
  const verbs = verbsOf(question, 'de');
  const phrases: string[] = [];
  let [start, end] = [-1, -1];
  for (const { 0: written, index } of question.matchAll(/\p{L}[\p{L}\p{N}-]*/gu)) {
    const word = written.toLowerCase();
    if (LEXICONS.de.stopWords.has(word) || PREPOSITION.test(word) || verbs.has(word)) {
      start = DETERMINER.test(word) ? index : -1;
      end = -1;
    } else if (end === -1) {
      end = index + written.length;
      phrases.push(question.slice(start === -1 ? index : start, end));
    } else {
      const last = phrases.length - 1;
      phrases[last] += question.slice(end, index + written.length);
      end = index + written.length;
    }
  }
  return phrases;
}

const DETERMINER = /^(?:eine?[nmrs]?|de[rmn]|die|das|meine?[nmrs]?|unsere?[nmrs]?|ihre?[nmrs]?)$/;

/** Those that are no stop words, since they change what is asked. */
const PREPOSITION = /^(?:per|pro|ohne|gegen|statt|trotz|laut)$/;

/**
 * As an object: what a sentence begins with, `Is it …?`, is often the weather or the whole matter. Who is called or
 * found is the business, whether `Sie` has its capital or not.
 */
const PRONOUN: Readonly<Record<Language, RegExp>> = {
  en: /(?<=\b(?:i|we)\s+\p{L}+\s+(?:\p{L}+\s+)?)(?:it|them)(?!\p{L})/iu,
  de: /(?<=(?<!\p{L})(?:ich|wir|man)\s+(?:\p{L}+\s+)?)(?:es|ihn|sie(?!\s+(?:\p{L}+\s+){0,2}(?:anrufen|erreichen|kontaktieren|besuchen|finden|fragen|sprechen|treffen)(?!\p{L})))(?=\s+\p{L})/u,
};
