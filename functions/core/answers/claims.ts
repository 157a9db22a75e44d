import { memoised } from '#core/quoting/memo';
import { matchOf, type TextWord, textWord } from '#core/quoting/word-match';
import { indexedText } from '#core/retrieval/build';
import type { Hit } from '#core/retrieval/search';
import { analyse, createAnalyser, tokenise } from '#core/text/analysis';
import { detectLanguage } from '#core/text/language';
import { sentencesOf } from '#core/text/sentences';
import { apart } from '#core/text/superscripts';
import type { TextLanguage } from '#core/text/text-language';

/** A stretch of an answer's text. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** A sentence of an answer, with how far the passages say the same. */
export interface Claim extends TextSpan {
  /** 0 to 1 by the passage that says most of it; null where words don't tell, such as in another language. */
  readonly support: number | null;
  /** The same by number that it cites, as the text has them. */
  readonly cites: ReadonlyMap<number, number | null>;
}

/** The sentences of an answer in which `[1]` names the first of `cited`, held against the passages. */
export function claimsOf(
  text: string,
  cited: readonly number[],
  hits: readonly Hit[],
  otherwise: TextLanguage,
): Claim[] {
  const language = detectLanguage(text.replace(CITATION, ' ')) ?? otherwise;
  const languageOf = (sentence: string) => detectLanguage(sentence) ?? language;
  const sources = hits.map((hit) => toSource(hit));
  return sentences(text).map(({ start, end }) => {
    const sentence = text.slice(start, end);
    const words = sentence.replace(CITATION, ' ');
    const shares = supportBy(words, languageOf(words), sources);
    const cites = new Map<number, number | null>();
    for (const [, number] of sentence.matchAll(CITATION)) {
      cites.set(Number(number), shares[(cited[Number(number) - 1] ?? 0) - 1] ?? null);
    }
    return { start, end, support: most(shares), cites };
  });
}

/** Sentences that no passage supports; the team sees them marked. */
export function unsupportedOf(claims: readonly Claim[]): TextSpan[] {
  return claims
    .filter(({ support }) => support !== null && support < SUPPORTED)
    .map(({ start, end }) => ({ start, end }));
}

/**
 * The answer without the citations of passages that have nothing to do with the sentence they stand at, or that may
 * not be cited at all; the others are numbered anew.
 */
export function withoutFalseCitations(
  text: string,
  cited: readonly number[],
  claims: readonly Claim[],
  mayCite: (passage: number) => boolean = () => true,
): { readonly text: string; readonly cited: readonly number[] } {
  const kept: number[] = [];
  const renumbered = (stretch: string, isFalse: (number: number) => boolean) =>
    stretch.replace(/[ \t]*\[(\d+)\]/g, (whole, digits: string) => {
      const number = Number(digits);
      if (isFalse(number) || !mayCite(cited[number - 1] ?? 0)) return '';
      if (!kept.includes(number)) kept.push(number);
      return whole.replace(digits, String(kept.indexOf(number) + 1));
    });
  let [written, end] = ['', 0];
  for (const claim of claims) {
    written += renumbered(text.slice(end, claim.start), () => false);
    written += renumbered(text.slice(claim.start, claim.end), (number) => {
      const support = claim.cites.get(number) ?? null;
      return support !== null && support < UNRELATED;
    });
    end = claim.end;
  }
  written += renumbered(text.slice(end), () => false);
  return { text: written, cited: kept.flatMap((number) => cited[number - 1] ?? []) };
}

/** Least share of a sentence's words that a passage has that supports it. */
const SUPPORTED = 0.5;
/** With less than this a passage is about something else. */
const UNRELATED = 0.2;
/** Fewer words of its own, such as `Yes, you can.`, claim too little to be judged. */
const FEW = 3;
/** What is left of the support for a sentence with a figure that the passage doesn't have. */
const WRONG_FIGURE = 0.4;

const CITATION = /\[(\d+)\]/g;

interface Source {
  readonly language: TextLanguage | null;
  readonly vocabulary: ReadonlyMap<string, TextWord>;
  readonly terms: ReadonlySet<string>;
  readonly figures: ReadonlySet<string>;
}

/** Some 10 KB each. */
const SOURCES_KEPT = 500;

const toSource = memoised(analyseSource, {
  keyOf: ({ passage, title, language }) => `${language}\n${title}\n${indexedText(passage)}`,
  most: SOURCES_KEPT,
});

function analyseSource({ passage, title, language }: Pick<Hit, 'passage' | 'title' | 'language'>): Source {
  const analyser = createAnalyser(language);
  const [vocabulary, terms] = [new Map<string, TextWord>(), new Set<string>()];
  const text = `${title}\n${indexedText(passage)}`;
  for (const token of tokenise(text)) {
    const [term] = analyser(token).words;
    if (term === undefined) continue;
    const word = textWord(token, term);
    vocabulary.set(word.text, word);
    terms.add(term);
  }
  return { language, vocabulary, terms, figures: figuresOf(text) };
}

/** By source: share of the sentence's words that it has; null where it is in another language. */
function supportBy(sentence: string, language: TextLanguage, sources: readonly Source[]): (number | null)[] {
  const figures = figuresOf(sentence);
  const { words, grams } = wordsOf(sentence, language);
  return sources.map((source) => {
    if (words.length + figures.size < FEW) return null;
    if (source.language !== null && source.language !== language) return null;
    const found = words.reduce((sum, term, index) => {
      const word = { term, alternative: null, grams: grams[index] ?? [] };
      return sum + matchOf(word, source.vocabulary)(source.terms);
    }, 0);
    const known = [...figures].filter((figure) => source.figures.has(figure)).length;
    const share = (found + known) / (words.length + figures.size);
    return known < figures.size ? share * WRONG_FIGURE : share;
  });
}

/** Words without figures, each once, with their 4-grams. */
function wordsOf(sentence: string, language: TextLanguage) {
  const [words, grams]: [string[], (readonly string[])[]] = [[], []];
  for (const token of new Set(tokenise(sentence))) {
    if (/\d/.test(token) || NUMERALS.has(token)) continue;
    const { words: [term] = [], grams: own } = analyse(token, language);
    if (term === undefined || words.includes(term)) continue;
    words.push(term);
    grams.push(own);
  }
  return { words, grams };
}

/** Figures of a text, so written that `1,500.00` and `1.500` are one, as are `three` and `3`. */
function figuresOf(text: string): ReadonlySet<string> {
  const figures = new Set<string>();
  const plain = apart(text).normalize('NFKC').toLowerCase();
  for (const [figure] of plain.matchAll(/\d+(?:[.,:]\d+)*/g)) {
    figures.add(
      figure
        .replace(/[.,:]0{1,2}$/, '')
        .replace(/(?<=[.,]\d)0$/, '')
        .replace(/[.,:]/g, ''),
    );
  }
  for (const [word] of plain.matchAll(/\p{L}+/gu)) {
    const figure = NUMERALS.get(word);
    if (figure !== undefined) figures.add(figure);
  }
  return figures;
}

/** Figures by the words for them. Not `one`, which is an article too. */
export const NUMERALS: ReadonlyMap<string, string> = new Map(
  'two three four five six seven eight nine ten eleven twelve|zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'
    .split('|')
    .flatMap((language) => language.split(' ').map((word, index) => [word, String(index + 2)] as const)),
);

/** Sentences with the citations behind their full stop. */
function sentences(text: string): TextSpan[] {
  const spans: { start: number; end: number }[] = [];
  for (const { start, end } of sentencesOf(text)) {
    const citations = /^(?:\[\d+\]\s*)+/.exec(text.slice(start, end))?.[0] ?? '';
    const last = spans.at(-1);
    if (last && citations) last.end = start + citations.trimEnd().length;
    const from = last && citations ? start + citations.length : start;
    if (from < end) spans.push({ start: from, end });
  }
  return spans;
}

function most(shares: readonly (number | null)[]): number | null {
  const known = shares.filter((share) => share !== null);
  return known.length === 0 || known.length < shares.length ? unlessCertain(known) : Math.max(...known);
}

/** Where some passages can't be judged, only what another says is certain. */
function unlessCertain(known: readonly number[]): number | null {
  const best = Math.max(0, ...known);
  return best >= SUPPORTED ? best : null;
}
