import { createAnalyser, tokenise } from '../knowledge/index/analysis';
import { detectLanguage } from '../knowledge/index/language';
import type { TextLanguage } from '../knowledge/index/passage';
import { daysMeant } from '../knowledge/index/weekdays';
import { addressesAssistant } from './instructions';
import { memoised } from './memo';
import { piecesOf, type TextPiece } from './pieces';
import { clausesOf, withoutCircumstances, withoutComparisons } from './syntax';
import { type TextWord, textWord, withWholeWords } from './word-match';

/** Terms of a text: those that it may be about, and all. */
export interface Mentions {
  readonly terms: ReadonlySet<string>;
  readonly mentioned: ReadonlySet<string>;
}

export interface AnalysedPiece extends Mentions {
  readonly piece: TextPiece;
  readonly clauses: readonly (Mentions & { readonly text: string })[];
}

/** What is held against a question, whatever that is. */
export interface AnalysedPassage {
  readonly language: TextLanguage;
  readonly heading: ReadonlySet<string>;
  /** Of the heading its last part. */
  readonly title: ReadonlySet<string>;
  readonly pieces: readonly AnalysedPiece[];
  /** By the word as it is written, folded. */
  readonly words: ReadonlyMap<string, TextWord>;
}

interface Analysable {
  readonly text: string;
  readonly heading: string | null;
  /** Where its words don't tell. */
  readonly otherwise: TextLanguage;
}

/** Some 30 KB each. */
const KEPT = 1_000;

/**
 * Its pieces with their terms, but for what is said to an assistant and not to readers. A passage without words of a
 * language is taken for one in the question's.
 */
export const analysePassage: (passage: Analysable) => AnalysedPassage = memoised(analyse, {
  keyOf: ({ text, heading, otherwise }) => `${otherwise}\n${heading ?? ''}\n${text}`,
  most: KEPT,
});

function analyse({ text: passage, heading, otherwise }: Analysable): AnalysedPassage {
  const language = detectLanguage(passage) ?? otherwise;
  const analyser = createAnalyser(language);
  const words = new Map<string, TextWord>();
  const termsOf = (text: string) => {
    const terms = new Set<string>();
    for (const token of tokenise(withWholeWords(text))) {
      const [term] = analyser(token).words;
      if (term === undefined) continue;
      terms.add(term);
      const word = textWord(token, term);
      words.set(word.text, word);
    }
    return terms;
  };
  const mentionsOf = (text: string): Mentions => {
    const compared = withoutComparisons(text, language);
    const days = daysMeant(compared, language).join(' ');
    const about = withoutCircumstances(compared, language);
    return { terms: termsOf(`${about} ${days}`), mentioned: termsOf(`${compared} ${days}`) };
  };
  const told = piecesOf(passage).filter(({ text }) => !addressesAssistant(text));
  const pieces = told.map((piece): AnalysedPiece => {
    const clauses = piece.isRow ? [piece.text] : clausesOf(piece.text);
    return {
      piece,
      ...mentionsOf(piece.text),
      clauses: clauses.map((text) => ({ text, ...mentionsOf(text) })),
    };
  });
  // Without the chapter's number.
  const title = termsOf((heading?.split(' › ').at(-1) ?? '').replace(/^[\d.]+\s/, ''));
  return { language, heading: termsOf(heading ?? ''), title, pieces, words };
}
