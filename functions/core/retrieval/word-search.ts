import { analyseSearch, languageOf, type SearchedWord, stemOf } from '#core/text/analysis';
import { detectLanguage } from '#core/text/language';
import type { TextLanguage } from '#core/text/text-language';
import { excerptOf, holds, type MarkedText, marksIn, maskOf } from './marks';
import { postingCount, readPostings } from './postings';
import { LANGUAGES, type Segment, type SegmentDocument } from './segment';
import { liveRanges, type SearchSource } from './source';

export interface WordSearchOptions {
  /** Documents that are given, and passages of each. */
  readonly documents: number;
  readonly passages: number;
  /** Language of what is searched where its words don't tell. */
  readonly language?: TextLanguage | null;
}

export interface FoundDocument {
  readonly documentId: string;
  /** Best first. */
  readonly passages: readonly FoundText[];
}

export interface FoundText {
  readonly page: number | null;
  readonly heading: MarkedText | null;
  readonly excerpt: MarkedText;
}

export interface WordSearch {
  /** The one with the best passage first. */
  readonly documents: readonly FoundDocument[];
  readonly hasMore: boolean;
  /** False where there was nothing to look for: words that stand everywhere, or signs. */
  readonly hasWords: boolean;
}

/**
 * Finds passages as somebody does who looks a word up: each word that is searched must stand in the passage, its
 * heading or the document's title, in any form, as the beginning of a word (it may not be typed to its end yet) or
 * inside of a compound. Answers are found otherwise (`search`): a passage may speak to a question in other words.
 */
export function searchWords(
  sources: readonly SearchSource[],
  searched: string,
  { documents: most, passages, language = null }: WordSearchOptions,
): WordSearch {
  const asked = detectLanguage(searched) ?? language;
  const words = new Map(
    LANGUAGES.map((each) => [each, analyseSearch(searched, each, asked).slice(0, MOST_WORDS)]),
  );
  const languages = new Set(sources.flatMap((source) => documentsIn(source).map(({ language }) => language)));
  // The same may be a word of one language and say nothing in another: `die`.
  const hasWords = [...languages].some((each) => words.get(each)?.some((word) => word !== null));
  const candidates = candidatesIn(sources, words, passages + SPARE).sort((a, b) => b.score - a.score);
  const documents: FoundDocument[] = [];
  for (const { source, document, best } of candidates) {
    const found = readPassages(sources[source] as SearchSource, document, best, words).slice(0, passages);
    if (found.length === 0) continue;
    if (documents.length === most) return { documents, hasMore: true, hasWords };
    documents.push({ documentId: document.id, passages: found });
  }
  return { documents, hasMore: false, hasWords };
}

/** As many as the bits of a number tell apart. */
const MOST_WORDS = 30;
/** Candidates of a document beyond those that are shown: some have the stem only, and not what was typed. */
const SPARE = 5;

type Words = ReadonlyMap<TextLanguage | null, readonly (SearchedWord | null)[]>;

interface Candidate {
  readonly source: number;
  readonly document: SegmentDocument;
  readonly score: number;
  /** Its best passages, by their places in the segment. */
  readonly best: readonly number[];
}

function candidatesIn(sources: readonly SearchSource[], words: Words, most: number): Candidate[] {
  const found = sources.map(({ segment }) => termsIn(segment, words));
  const total = sources.reduce((sum, { segment }) => sum + segment.passageCount, 0);
  const frequencies: number[] = [];
  for (const terms of found)
    for (const { word, frequency } of terms) frequencies[word] = (frequencies[word] ?? 0) + frequency;
  const weights = frequencies.map((frequency) => Math.log(1 + total / (frequency + 1)));
  return sources.flatMap((source, number) => {
    const { masks, scores } = scored(source.segment, found[number] ?? [], weights);
    return documentsIn(source).flatMap((document): Candidate[] => {
      const best = bestOf(source, document, { masks, scores }, words).slice(0, most);
      const [first] = best;
      return first === undefined ? [] : [{ source: number, document, score: scores[first] ?? 0, best }];
    });
  });
}

interface FoundTerm {
  readonly word: number;
  readonly slot: number;
  readonly frequency: number;
  readonly isWhole: boolean;
}

/** Terms of a segment that may be what was typed, or a part or form of it. */
function termsIn(segment: Segment, words: Words): FoundTerm[] {
  const found: FoundTerm[] = [];
  for (let index = 0; index < segment.words.size; index++) {
    const term = segment.words.get(index);
    const stem = stemOf(term);
    for (const [word, searched] of (words.get(languageOf(term)) ?? []).entries()) {
      if (!searched) continue;
      const isWhole = searched.stems.includes(stem);
      if (!isWhole && !searched.forms.some((form) => isPartOf(stem, form))) continue;
      const slot = segment.wordSlots[index] ?? 0;
      found.push({ word, slot, frequency: postingCount(slot, segment.wordPostings), isWhole });
    }
  }
  return found;
}

/** A stem ends where what was typed may go on: `kündigun` is on its way to `kündigung`, whose stem is `kündig`. */
function isPartOf(stem: string, form: string): boolean {
  return holds(stem, form) || (stem.length >= LEAST_STEM && /\D/.test(form) && form.startsWith(stem));
}

const LEAST_STEM = 3;
/** A word of which what was typed is a part says less than the word itself. */
const PART = 0.6;

interface Scored {
  /** Which of the words each passage has, one bit each. */
  readonly masks: Uint32Array;
  readonly scores: Float32Array;
}

function scored(segment: Segment, terms: readonly FoundTerm[], weights: readonly number[]): Scored {
  const masks = new Uint32Array(segment.passageCount);
  const scores = new Float32Array(segment.passageCount);
  for (const { word, slot, isWhole } of terms) {
    const weight = (weights[word] ?? 0) * (isWhole ? 1 : PART);
    readPostings(slot, segment.wordPostings, (passage, frequency) => {
      masks[passage] = (masks[passage] ?? 0) | (1 << word);
      scores[passage] = (scores[passage] ?? 0) + (weight * frequency) / (frequency + 1);
      return true;
    });
  }
  return { masks, scores };
}

function documentsIn(source: SearchSource): SegmentDocument[] {
  const { segment } = source;
  return liveRanges(source).flatMap(({ first, end }) => {
    const [from, to] = [segment.documentOf(first), segment.documentOf(end - 1)];
    return Array.from({ length: to - from + 1 }, (_, index) => segment.document(from + index));
  });
}

/** Passages that have, with the document's title, all that was searched; best first. */
function bestOf(
  source: SearchSource,
  document: SegmentDocument,
  { masks, scores }: Scored,
  words: Words,
): number[] {
  const searched = words.get(document.language) ?? [];
  const all = searched.reduce((mask, word, index) => (word ? mask | (1 << index) : mask), 0);
  const some: number[] = [];
  for (let passage = document.first; passage < document.end; passage++)
    if (masks[passage]) some.push(passage);
  if (some.length === 0) return [];
  const inTitle = maskOf(marksIn(titleOf(source, document), document.language, searched));
  return some
    .filter((passage) => ((masks[passage] ?? 0) | inTitle) === all)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
}

function titleOf({ titles }: SearchSource, { id, title }: SegmentDocument): string {
  return titles?.[id] ?? title;
}

/** The passages with their words marked; without those in which what was typed does not stand after all. */
function readPassages(
  source: SearchSource,
  document: SegmentDocument,
  passages: readonly number[],
  words: Words,
): FoundText[] {
  const { language } = document;
  const searched = words.get(language) ?? [];
  const inTitle = marksIn(titleOf(source, document), language, searched);
  return passages.flatMap((index): FoundText[] => {
    const { text, heading, page } = source.segment.passage(index);
    const [inText, inHeading] = [
      marksIn(text, language, searched),
      marksIn(heading ?? '', language, searched),
    ];
    const standing = maskOf([...inText, ...inHeading, ...inTitle]);
    const isFound = searched.every((word, number) => word === null || (standing & (1 << number)) !== 0);
    if (!isFound || inText.length + inHeading.length === 0) return [];
    return [
      {
        page,
        heading:
          heading === null
            ? null
            : { text: heading, marks: inHeading.map(({ start, end }) => ({ start, end })) },
        excerpt: excerptOf(text, inText),
      },
    ];
  });
}
