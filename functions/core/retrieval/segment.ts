import * as z from 'zod';
import type { TextLanguage } from '#core/text/text-language';
import { CorruptSegment, type LexicalPart, numbers, readSections, type Sections } from './format';
import type { Passage } from './passage';
import { MAX_PASSAGES } from './postings';
import { StringTable } from './strings';

/** Order of these is part of the format: a document's language is stored as its place here, a new one is the last. */
export const LANGUAGES = [null, 'en', 'de', 'fr'] as const satisfies readonly (TextLanguage | null)[];

/** Shorter in segments from before the last language was known. */
const PerLanguage = z.array(z.number().nonnegative()).max(LANGUAGES.length);

/** What BM25 needs to know of the whole, per language in the order of LANGUAGES. */
export const SegmentMeta = z.object({
  passages: PerLanguage,
  words: PerLanguage,
  pairs: PerLanguage,
  grams: z.number().nonnegative(),
  vectors: z.object({ model: z.string(), dimensions: z.number().int().positive() }).nullable(),
});
export type SegmentMeta = z.infer<typeof SegmentMeta>;

export interface SegmentDocument {
  readonly id: string;
  readonly title: string;
  readonly language: TextLanguage | null;
  /** Its passages are those from `first` up to, not including, `end`. */
  readonly first: number;
  readonly end: number;
}

/** In the place of a page: the passage is the answer of a question-answer pair, which has none. */
export const FAQ_ANSWER = 0xffffffff;

/** Heading of passages that stand under none. */
export const NO_HEADING = 0xffffffff;

/**
 * Passages of one or many documents with their postings, read in place from the bytes that S3 has. It never
 * changes: a deletion is the manifest's affair until a merge leaves the document out.
 */
export class Segment {
  readonly byteLength: number;
  readonly meta: SegmentMeta;
  readonly documentCount: number;
  readonly passageCount: number;
  readonly words: StringTable;
  readonly grams: StringTable;
  readonly wordSlots: Uint32Array;
  readonly gramSlots: Uint32Array;
  readonly wordPostings: Uint8Array;
  readonly gramPostings: Uint8Array;
  /** Pairs with the first word `w` are those from pairStarts[w] up to pairStarts[w + 1], by second word. */
  readonly pairStarts: Uint32Array;
  readonly pairSeconds: Uint32Array;
  readonly pairSlots: Uint32Array;
  readonly pairPostings: Uint8Array;
  /** Terms of each passage: more than 65,535 count as that many. */
  readonly wordLengths: Uint16Array;
  readonly gramLengths: Uint16Array;
  /** By passage: its vector's largest component over 127, or 0 where it has none. */
  readonly vectorScales: Float32Array;
  readonly vectors: Int8Array;
  /** Whether it was read without its vectors: they are compared in the bot's vector index. */
  readonly isLexical: boolean;
  readonly texts: StringTable;
  readonly headings: StringTable;
  readonly passageHeadings: Uint32Array;
  readonly passagePages: Uint32Array;
  readonly passageStarts: Uint32Array;
  readonly passageEnds: Uint32Array;
  readonly #documentIds: StringTable;
  readonly #documentTitles: StringTable;
  readonly #documentLanguages: Uint8Array;
  readonly #documentStarts: Uint32Array;
  #indexById: ReadonlyMap<string, number> | undefined;

  constructor(sections: Sections, byteLength: number, { isLexical = false } = {}) {
    this.byteLength = byteLength;
    this.isLexical = isLexical;
    this.meta = parseMeta(sections.meta);
    this.texts = new StringTable(sections.texts, 'texts');
    this.headings = new StringTable(sections.headings, 'headings');
    this.#documentIds = new StringTable(sections.documentIds, 'documentIds');
    this.#documentTitles = new StringTable(sections.documentTitles, 'documentTitles');
    this.words = new StringTable(sections.words, 'words');
    this.grams = new StringTable(sections.grams, 'grams');
    const passages = this.texts.size;
    const documents = this.#documentIds.size;
    this.passageCount = passages;
    this.documentCount = documents;

    this.#documentLanguages = exactly(sections.documentLanguages, 'documentLanguages', documents);
    this.#documentStarts = numbers(sections.documentStarts, 'documentStarts', documents + 1);
    this.passageHeadings = numbers(sections.passageHeadings, 'passageHeadings', passages);
    this.passagePages = numbers(sections.passagePages, 'passagePages', passages);
    this.passageStarts = numbers(sections.passageStarts, 'passageStarts', passages);
    this.passageEnds = numbers(sections.passageEnds, 'passageEnds', passages);
    this.wordLengths = shorts(sections.wordLengths, 'wordLengths', passages);
    this.gramLengths = shorts(sections.gramLengths, 'gramLengths', passages);
    this.wordSlots = numbers(sections.wordSlots, 'wordSlots', this.words.size);
    this.gramSlots = numbers(sections.gramSlots, 'gramSlots', this.grams.size);
    this.pairStarts = numbers(sections.pairStarts, 'pairStarts', this.words.size + 1);
    this.pairSeconds = numbers(sections.pairSeconds, 'pairSeconds');
    this.pairSlots = numbers(sections.pairSlots, 'pairSlots', this.pairSeconds.length);
    this.wordPostings = sections.wordPostings;
    this.gramPostings = sections.gramPostings;
    this.pairPostings = sections.pairPostings;
    const { vectors } = this.meta;
    const scales = numbers(sections.vectorScales, 'vectorScales', vectors ? passages : 0);
    this.vectorScales = new Float32Array(scales.buffer, scales.byteOffset, scales.length);
    const components = exactly(
      sections.vectors,
      'vectors',
      vectors && !isLexical ? passages * vectors.dimensions : 0,
    );
    this.vectors = new Int8Array(components.buffer, components.byteOffset, components.byteLength);

    if (passages > MAX_PASSAGES) throw new CorruptSegment(`${passages} passages in one segment`);
    mustCover(this.#documentStarts, 'documentStarts', passages);
    mustCover(this.pairStarts, 'pairStarts', this.pairSeconds.length);
    if (this.#documentTitles.size !== documents) throw new CorruptSegment('Documents and titles differ');
  }

  document(index: number): SegmentDocument {
    return {
      id: this.#documentIds.get(index),
      title: this.#documentTitles.get(index),
      language: LANGUAGES[this.#documentLanguages[index] ?? 0] ?? null,
      first: this.#documentStarts[index] ?? 0,
      end: this.#documentStarts[index + 1] ?? 0,
    };
  }

  /** Index of the document with this id, or -1. */
  documentIndex(id: string): number {
    this.#indexById ??= new Map(
      Array.from({ length: this.documentCount }, (_, index) => [this.#documentIds.get(index), index]),
    );
    return this.#indexById.get(id) ?? -1;
  }

  /** Index of the document that a passage belongs to. */
  documentOf(passage: number): number {
    let low = 0;
    let high = this.documentCount - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#documentStarts[middle] ?? 0) <= passage) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  passage(index: number): Passage {
    const heading = this.passageHeadings[index] ?? NO_HEADING;
    const page = this.passagePages[index] ?? 0;
    return {
      text: this.texts.get(index),
      page: page === FAQ_ANSWER ? null : page || null,
      heading: heading === NO_HEADING ? null : this.headings.get(heading),
      start: this.passageStarts[index] ?? 0,
      end: this.passageEnds[index] ?? 0,
      ...(page === FAQ_ANSWER && { isFaqAnswer: true }),
    };
  }

  /** Place in `pairSlots` of a pair of words given by their places in `words`, or -1. */
  pairIndex(first: number, second: number): number {
    let low = this.pairStarts[first] ?? 0;
    let high = (this.pairStarts[first + 1] ?? 0) - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.pairSeconds[middle] ?? 0;
      if (found === second) return middle;
      if (found < second) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}

/** Reads a segment in place: the bytes must not change afterwards. Throws CorruptSegment. */
export function openSegment(bytes: Uint8Array): Segment {
  return new Segment(readSections(bytes), bytes.byteLength);
}

/** Reads the part of a segment that has no vectors. Throws CorruptSegment. */
export function openLexicalPart(bytes: Uint8Array, part: LexicalPart): Segment {
  return new Segment(readSections(bytes, part), bytes.byteLength, { isLexical: true });
}

function parseMeta(bytes: Uint8Array): SegmentMeta {
  try {
    return SegmentMeta.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch (cause) {
    throw new CorruptSegment('What the segment says of itself cannot be read', { cause });
  }
}

function exactly(bytes: Uint8Array, name: string, length: number): Uint8Array {
  if (bytes.byteLength !== length) {
    throw new CorruptSegment(`Section ${name} has ${bytes.byteLength} bytes, ${length} expected`);
  }
  return bytes;
}

function shorts(bytes: Uint8Array, name: string, count: number): Uint16Array {
  const all = exactly(bytes, name, count * 2);
  return new Uint16Array(all.buffer, all.byteOffset, count);
}

function mustCover(starts: Uint32Array, name: string, end: number): void {
  let previous = 0;
  for (const start of starts) {
    if (start < previous) throw new CorruptSegment(`Section ${name} runs backwards`);
    previous = start;
  }
  if (starts[0] !== 0 || previous !== end)
    throw new CorruptSegment(`Section ${name} does not cover its items`);
}
