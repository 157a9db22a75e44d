import type { Language } from '../../contract/profile';
import { createAnalyser, fold, tokenise } from '../knowledge/index/analysis';
import { detectLanguage } from '../knowledge/index/language';
import type { TextLanguage } from '../knowledge/index/passage';
import { askedWords } from './asked-words';
import { type Expectation, expectationOf } from './expectation';
import { piecesOf, type TextPiece } from './pieces';
import type { NumberedPassage } from './prompt';
import type { TextWord } from './word-match';

export interface RatingInput {
  readonly question: string;
  /** What the question leans on, where it doesn't stand by itself: the visitor's question before. */
  readonly topic?: string | null;
  /** Of the question, where its words don't tell. */
  readonly language: Language;
  /** Best first. */
  readonly passages: readonly NumberedPassage[];
}

export interface Rated {
  /** Of the passage. */
  readonly number: number;
  /** Place among the passage's pieces. */
  readonly place: number;
  readonly piece: TextPiece;
  /** By question word: how much of it stands in the piece itself. */
  readonly words: readonly number[];
  /** Ranks the pieces of one question. */
  readonly score: number;
  /** How much of what was asked it speaks of, with what stands around it: 0 to 1. */
  readonly support: number;
  /** The same, by the piece alone. */
  readonly direct: number;
}

/**
 * What a word of the question counts that not the sentence has but what stands before or after it, its heading or
 * its passage: a text names its subject once, and then goes on about it.
 */
const CONTEXT = { before: 0.6, fading: 0.7, after: 0.25, heading: 0.5, passage: 0.2 } as const;

/** What search found first goes before. */
const RANK = 0.2;

/** How much a fitting figure counts beside the words, where the sentence is about what was asked. */
const FITTING = 0.7;
const ABOUT = 0.5;

/** Support that is left of a sentence without the price or the time that was asked for. */
const UNFITTING = 0.6;

/** Rates each piece of the passages by how well it answers, in the order that they stand. */
export function rate({ question, topic, language, passages }: RatingInput): Rated[] {
  const asked = detectLanguage(question) ?? language;
  // `And to Austria?` asks for what was asked for before.
  const expectation = expectationOf(question) ?? (topic ? expectationOf(topic) : null);
  const analysed = passages.map((passage) => analysePassage(passage, asked));
  const vocabulary = new Map<string, TextWord>();
  for (const { words } of analysed) for (const [text, word] of words) vocabulary.set(text, word);
  const texts = { vocabulary, pieces: analysed.flatMap(({ pieces }) => pieces.map(({ terms }) => terms)) };
  const shared = sharedBy(analysed.map(({ heading }) => heading));
  const inLanguage = new Map<TextLanguage, ReturnType<typeof askedWords>>();

  return analysed.flatMap(({ passage, language: own, heading, pieces }, rank) => {
    const words = inLanguage.get(own) ?? askedWords({ question, topic, asked, own, expectation }, texts);
    inLanguage.set(own, words);
    if (words.length === 0) return [];
    const title = new Set([...heading].filter((term) => !shared.has(term)));
    const inHeading = words.map(({ presence }) => presence(title));
    const inPieces = pieces.map(({ terms }) => words.map(({ presence }) => presence(terms)));
    const around = contextOf(pieces, inPieces, inHeading);
    return pieces.map(({ piece }, place): Rated => {
      const found = inPieces[place] ?? [];
      const context = around[place] ?? [];
      const fits = expectation?.meets(piece.text) ?? 0;
      const judged = judge(words, found, context, expectation, fits);
      const fitting = expectation ? 1 - (1 - UNFITTING) * (1 - fits) : 1;
      return {
        number: passage.number,
        place,
        piece,
        words: found,
        score: judged.telling * (1 + RANK / (1 + rank)),
        support: judged.covered * fitting,
        direct: judged.direct,
      };
    });
  });
}

type Words = ReturnType<typeof askedWords>;

/** Shares of the question that a piece answers: with its context, by rarity, and by itself. */
function judge(
  words: Words,
  found: readonly number[],
  context: readonly number[],
  expectation: Expectation | null,
  fits: number,
): { readonly covered: number; readonly telling: number; readonly direct: number } {
  const withContext = found.map((here, word) => Math.max(here, context[word] ?? 0));
  // A price in a sentence about something else answers nothing.
  const subject = share(words, withContext, ({ asks, weight }) => (asks ? 0 : weight));
  const counts = fits * Math.min(1, subject / ABOUT);
  const answered = (presence: readonly number[]) =>
    presence.map((here, word) =>
      Math.max(here, words[word]?.asks ? counts * (expectation?.standsFor ?? 0) : 0),
    );
  const all = words.reduce((sum, { weight }) => sum + weight, 0);
  const withFigure = (of: number) => (expectation ? (of * all + FITTING * counts) / (all + FITTING) : of);
  const weight = (word: Words[number]) => word.weight;
  const rarity = (word: Words[number]) => word.weight * word.rarity;
  return {
    covered: withFigure(share(words, answered(withContext), weight)),
    telling: withFigure(share(words, answered(withContext), rarity)),
    direct: withFigure(share(words, answered(found), weight)),
  };
}

function share(words: Words, presence: readonly number[], weightOf: (word: Words[number]) => number): number {
  let [covered, all] = [0, 0];
  for (const [index, word] of words.entries()) {
    const weight = weightOf(word);
    all += weight;
    covered += weight * (presence[index] ?? 0);
  }
  return all > 0 ? covered / all : 0;
}

interface AnalysedPiece {
  readonly piece: TextPiece;
  readonly terms: ReadonlySet<string>;
}

function analysePassage(passage: NumberedPassage, asked: TextLanguage) {
  const language = detectLanguage(passage.text) ?? asked;
  const analyse = createAnalyser(language);
  const words = new Map<string, TextWord>();
  const termsOf = (text: string) => {
    const terms = new Set<string>();
    for (const token of tokenise(text)) {
      const [term] = analyse(token).words;
      if (term === undefined) continue;
      terms.add(term);
      const folded = fold(token);
      words.set(folded, { text: folded, term });
    }
    return terms;
  };
  const pieces = piecesOf(passage.text).map(
    (piece): AnalysedPiece => ({ piece, terms: termsOf(piece.text) }),
  );
  return { passage, language, heading: termsOf(passage.heading ?? ''), pieces, words };
}

/** What the headings of all passages say, such as the document's title, tells none from another. */
function sharedBy(headings: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  const [first, ...others] = headings;
  const shared = new Set([...(first ?? [])].filter((term) => others.every((heading) => heading.has(term))));
  return headings.some(({ size }) => size > shared.size) ? shared : new Set();
}

/** By piece and word of the question: what it counts that the word stands around the piece. */
function contextOf(
  pieces: readonly AnalysedPiece[],
  inPieces: readonly (readonly number[])[],
  inHeading: readonly number[],
): number[][] {
  const inPassage = inHeading.map((_, word) => Math.max(0, ...inPieces.map((found) => found[word] ?? 0)));
  const here = (place: number, other: number, word: number) =>
    pieces[place]?.piece.paragraph === pieces[other]?.piece.paragraph ? (inPieces[other]?.[word] ?? 0) : 0;
  return pieces.map((_, place) =>
    inHeading.map((heading, word) => {
      let before = 0;
      // The nearer, the more it is still meant.
      for (let back = 1; back <= place; back++) {
        before = Math.max(before, CONTEXT.fading ** (back - 1) * here(place, place - back, word));
      }
      return Math.max(
        CONTEXT.before * before,
        CONTEXT.after * here(place, place + 1, word),
        CONTEXT.heading * heading,
        CONTEXT.passage * (inPassage[word] ?? 0),
      );
    }),
  );
}
