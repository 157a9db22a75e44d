import { analyseQuestion } from '#core/text/analysis';
import { isBare, salienceOf } from '#core/text/salience';
import type { TextLanguage } from '#core/text/text-language';
import type { Expectation } from './answer-type';
import { nearnessTo } from './near-words';
import { verbsOf } from './verbs';
import { type Match, matchOf, type TextWord } from './word-match';

/** A word of a question, with what it counts among the texts that may answer it. */
export interface AskedWord {
  readonly match: Match;
  /** What it counts in judging whether a text answers at all. */
  readonly weight: number;
  /** How well it tells the pieces apart, 0 to 1. */
  readonly rarity: number;
  /** Whether it only asks for a figure. */
  readonly asks: boolean;
  /** Whether no text has it. */
  readonly isAbsent: boolean;
  /** The same word by what it means, and how much it tells: words for the same thing and of its kind stand for it. */
  readonly near: { readonly match: Match; readonly weight: number; readonly rarity: number };
}

interface Asking {
  readonly question: string;
  readonly topic?: string | null | undefined;
  /** Language of the question, and of the passages. */
  readonly asked: TextLanguage;
  readonly own: TextLanguage;
  readonly expectation: Expectation | null;
}

interface Texts {
  readonly vocabulary: ReadonlyMap<string, TextWord>;
  /** Terms of each piece. */
  readonly pieces: readonly ReadonlySet<string>[];
}

/** Words of a question and of what it leans on, each once. */
export function askedWords({ question, topic, asked, own, expectation }: Asking, texts: Texts): AskedWord[] {
  const verbs = verbsOf(question, asked);
  const words = new Map<string, AskedWord>();
  for (const [text, share] of [
    [question, 1],
    [topic ?? '', TOPIC],
  ] as const) {
    for (const [written] of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
      const [word] = analyseQuestion(written, own, asked);
      if (!word || words.has(word.term)) continue;
      const match = matchOf(word, texts.vocabulary);
      const having = texts.pieces.filter((terms) => match(terms) >= KNOWN).length;
      const asks = expectation?.askedBy.has(written.toLowerCase()) ?? false;
      const salience = salienceOf(word.term, own);
      const kind = asks
        ? ASKING
        : isBare(word.term, own)
          ? BARE_SHARE
          : weightOf(having > 0, verbs.has(written.toLowerCase()), expectation !== null, salience);
      const rarity = asks ? ASKING : rarityOf(having, texts.pieces.length);
      words.set(word.term, {
        match,
        weight: share * kind,
        rarity: Math.sqrt(rarity),
        asks,
        isAbsent: having === 0,
        near: nearly(word.term, match, texts, share * (asks ? ASKING : salience)),
      });
    }
  }
  return [...words.values()];
}

/** The words by what they mean. */
export function byMeaning(words: readonly AskedWord[]): AskedWord[] {
  return words.map((word) => ({ ...word, ...word.near }));
}

function nearly(term: string, own: Match, { vocabulary, pieces }: Texts, weight: number): AskedWord['near'] {
  const nearness = nearnessTo(term);
  const near = [...new Set([...vocabulary.values()].map((word) => word.term))]
    .map((other) => [other, nearness(other)] as const)
    .filter(([, share]) => share > 0);
  const match: Match = (terms) =>
    Math.max(own(terms), ...near.map(([other, share]) => (terms.has(other) ? share : 0)));
  const having = pieces.filter((terms) => match(terms) >= KNOWN).length;
  return { match, weight, rarity: weight * Math.sqrt(rarityOf(having, pieces.length)) };
}

/** What was asked before counts less than what is asked now. */
const TOPIC = 0.35;
const KNOWN = 0.5;
const ASKING = 0.5;
/** What no passage speaks of weighs most: it may be the very thing that was asked about. */
const ABSENT = 1.5;
/** All the more where no figure shows that the rest was meant. */
const ABSENT_NOUN = 2;

function weightOf(isKnown: boolean, isVerb: boolean, asksForFigure: boolean, salience: number): number {
  const absent = isKnown ? 1 : 1 + salience * ((isVerb || asksForFigure ? ABSENT : ABSENT_NOUN) - 1);
  return isVerb ? VERB * absent : absent;
}

/** Bare words still say how something is asked: they count more here than they tell. */
const BARE_SHARE = 0.3;

/** By how few of the pieces have a word: what all of them speak of doesn't tell them apart. */
function rarityOf(having: number, pieces: number): number {
  return Math.log(1 + (pieces - having + 0.5) / (having + 0.5)) / Math.log(2 + 2 * pieces);
}

/** What is done is said in many ways; what it is done to is mostly named. */
const VERB = 0.6;
