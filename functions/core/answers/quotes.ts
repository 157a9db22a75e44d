import type { Language } from '../../contract/profile';
import type { Hit } from '../knowledge/index/search';
import { numbered } from './citations';
import { extract, supported, withoutMarks } from './extractive';

/** Says that what follows is quoted, not an answer that somebody wrote. */
const LABELS: Readonly<Record<Language, string>> = {
  en: "I can't write an answer of my own at the moment. This is what our documents say:",
  de: 'Ich kann gerade keine eigene Antwort formulieren. Das steht dazu in unseren Unterlagen:',
};

const MARKS: Readonly<Record<Language, readonly [string, string]>> = { en: ['“', '”'], de: ['„', '“'] };

export interface AskedQuestion {
  readonly text: string;
  /** What it leans on. */
  readonly topic: string | null;
  /** Whether the topic says all that is asked. */
  readonly isRewritten?: boolean;
  readonly language: Language;
}

export interface CitedText {
  readonly text: string;
  /** Numbers of the passages that `[1]`, `[2]`, … in the text name. */
  readonly cited: readonly number[];
}

/** The sentences that answer best, as quotes; null where none of the passages' sentences speaks to the question. */
export function quotesOf(question: AskedQuestion, hits: readonly Hit[]): CitedText | null {
  const { text, topic, language } = question;
  const extracts = supported(
    extract({ question: text, topic, language, passages: numbered(hits) }),
    language,
  );
  if (extracts.length === 0) return null;
  const [open, close] = MARKS[language];
  const quotes = extracts.map(
    ({ text }, index) => `> ${open}${withoutMarks(text).replaceAll('\n', '\n> ')}${close} [${index + 1}]`,
  );
  return { text: [LABELS[language], ...quotes].join('\n\n'), cited: extracts.map(({ number }) => number) };
}
