import type { Language } from '#contract/accounts/profile';
import type { Hit } from '#core/retrieval/search';
import { placeInContext } from './context';
import { extract, supported } from './extractive';
import { withCitation } from './faq-answer';
import type { Judge } from './judges';
import { numbered } from './numbered-passage';
import { withTables } from './quoted-rows';

/** Says that what follows is quoted, not an answer that somebody wrote. */
const LABELS: Readonly<Record<Language, string>> = {
  en: "I can't write an answer of my own at the moment. This is what our documents say:",
  de: 'Ich kann gerade keine eigene Antwort formulieren. Das steht dazu in unseren Unterlagen:',
};

const TABLE = /^\|.*\|$/m;

const MARKS: Readonly<Record<Language, readonly [string, string]>> = { en: ['“', '”'], de: ['„', '“'] };

export interface AskedQuestion {
  readonly text: string;
  /** What it leans on. */
  readonly topic: string | null;
  /** What the message tells beside its questions, why somebody asks and for whom; null where that is the topic. */
  readonly told: string | null;
  /** Whether the topic says all that is asked. */
  readonly isRewritten?: boolean;
  readonly language: Language;
}

export interface CitedText {
  readonly text: string;
  /** Numbers of the passages that `[1]`, `[2]`, … in the text name. */
  readonly cited: readonly number[];
}

export interface QuoteOptions {
  /** What is said before the quotes from these passages; where it is undefined, that they are quotes. */
  readonly labelOf?: (cited: readonly Hit[]) => string | undefined;
  /** What is quoted of what would answer. */
  readonly isWanted?: (extract: string) => boolean;
  readonly judge?: Judge | undefined;
}

/** The sentences that answer each question best, as quotes; null where none of the passages' sentences speaks to any. */
export function quotesOf(
  questions: readonly [AskedQuestion, ...AskedQuestion[]],
  hits: readonly Hit[],
  { labelOf = () => undefined, isWanted = () => true, judge }: QuoteOptions = {},
): CitedText | null {
  const [{ language }] = questions;
  const passages = numbered(hits);
  const found = questions.flatMap(({ text, topic, told }) =>
    supported(extract({ question: text, topic, told, language, passages }, { judge }), judge),
  );
  // One passage may answer several of them.
  const extracts = [...new Map(found.map((each) => [each.text, each])).values()].filter(({ text }) =>
    isWanted(text),
  );
  if (extracts.length === 0) return null;
  const label = labelOf(extracts.flatMap(({ number }) => hits[number - 1] ?? [])) ?? LABELS[language];
  const [open, close] = MARKS[language];
  const quotes = extracts.map((found, index) => {
    const words = withTables(placeInContext(found), found.rows);
    // Quotation marks would break the Markdown of a pair's answer, and a table.
    const quote =
      found.isFaqAnswer || TABLE.test(words)
        ? withCitation(words, index + 1)
        : `${open}${words}${close} [${index + 1}]`;
    return `> ${quote.replaceAll('\n', '\n> ')}`;
  });
  return { text: [label, ...quotes].join('\n\n'), cited: extracts.map(({ number }) => number) };
}
