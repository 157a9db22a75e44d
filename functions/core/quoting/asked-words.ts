import { analyseQuestion } from '#core/text/analysis';
import { LEXICONS } from '#core/text/lexicon/lexicons';
import type { TextLanguage } from '#core/text/text-language';
import type { Expectation } from './answer-type';
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
      const kind = asks
        ? ASKING
        : LIGHT.has(written.toLowerCase())
          ? LIGHT_SHARE
          : weightOf(having > 0, verbs.has(written.toLowerCase()), expectation !== null);
      const rarity = asks ? ASKING : rarityOf(having, texts.pieces.length);
      words.set(word.term, {
        match,
        weight: share * kind,
        rarity: Math.sqrt(rarity),
        asks,
        isAbsent: having === 0,
      });
    }
  }
  return [...words.values()];
}

/** What was asked before counts less than what is asked now. */
const TOPIC = 0.35;
const KNOWN = 0.5;
const ASKING = 0.5;
/** What no passage speaks of weighs most: it may be the very thing that was asked about. */
const ABSENT = 1.5;
/** All the more where no figure shows that the rest was meant. */
const ABSENT_NOUN = 2;

function weightOf(isKnown: boolean, isVerb: boolean, asksForFigure: boolean): number {
  if (isVerb) return isKnown ? VERB : VERB * ABSENT;
  if (isKnown) return 1;
  return asksForFigure ? ABSENT : ABSENT_NOUN;
}

const LIGHT_SHARE = 0.3;

/** By how few of the pieces have a word: what all of them speak of doesn't tell them apart. */
function rarityOf(having: number, pieces: number): number {
  return Math.log(1 + (pieces - having + 0.5) / (having + 0.5)) / Math.log(2 + 2 * pieces);
}

/** What is done is said in many ways; what it is done to is mostly named. */
const VERB = 0.6;

const LIGHT = new Set(Object.values(LEXICONS).flatMap(({ light }) => [...light]));
