import { createAnalyser } from '#core/text/analysis';
import type { TextLanguage } from '#core/text/text-language';
import { daysMeant } from '#core/text/weekdays';
import { bytesOf, writeSections } from './format';
import type { Passage } from './passage';
import { MAX_PASSAGES, PostingsWriter } from './postings';
import { FAQ_ANSWER, LANGUAGES, NO_HEADING, type SegmentMeta } from './segment';
import { inByteOrder, writeStrings } from './strings';
import { quantise } from './vectors';

export interface SegmentInput {
  readonly documentId: string;
  readonly title: string;
  /** Null for a language other than English and German: its words are indexed as they are. */
  readonly language: TextLanguage | null;
  readonly passages: readonly Passage[];
  /** One vector a passage, all of one model. */
  readonly vectors?: {
    readonly model: string;
    readonly dimensions: number;
    readonly values: readonly Float32Array[];
  };
}

/** Packs one document into an immutable segment. The same input gives the same bytes. */
export function buildSegment(input: SegmentInput): Uint8Array {
  const { passages } = input;
  if (passages.length > MAX_PASSAGES) throw new RangeError(`${passages.length} passages in one document`);
  const words = new FieldBuilder<string>();
  const grams = new FieldBuilder<string>();
  const pairs = new FieldBuilder<number>();
  const wordLengths = new Uint16Array(passages.length);
  const gramLengths = new Uint16Array(passages.length);
  const language = LANGUAGES.indexOf(input.language);
  const meta = emptyMeta();
  const analyse = createAnalyser(input.language);

  for (const [index, passage] of passages.entries()) {
    const text = indexedText(passage);
    const terms = analyse([text, ...daysMeant(text, input.language)].join('\n'));
    const ids = words.add(index, terms.words);
    pairs.add(index, pairKeys(ids));
    grams.add(index, terms.grams);
    wordLengths[index] = Math.min(terms.words.length, 0xffff);
    gramLengths[index] = Math.min(terms.grams.length, 0xffff);
    count(meta, language, wordLengths[index], gramLengths[index]);
  }

  const wordOrder = words.order(inByteOrder);
  const rank = new Uint32Array(wordOrder.length);
  for (const [place, id] of wordOrder.entries()) rank[id] = place;
  const ranked = (key: number) => [rank[firstOf(key)] ?? 0, rank[secondOf(key)] ?? 0] as const;
  const pairOrder = pairs.order((a, b) => {
    const [a1, a2] = ranked(a);
    const [b1, b2] = ranked(b);
    return a1 - b1 || a2 - b2;
  });
  const pairSeconds = new Uint32Array(pairOrder.length);
  const pairStarts = new Uint32Array(wordOrder.length + 1);
  for (const [place, id] of pairOrder.entries()) {
    const [first, second] = ranked(pairs.term(id));
    pairSeconds[place] = second;
    pairStarts[first + 1] = place + 1;
  }
  // Words that begin no pair end where the word before them does.
  for (let i = 1; i < pairStarts.length; i++) {
    pairStarts[i] = Math.max(pairStarts[i] ?? 0, pairStarts[i - 1] ?? 0);
  }

  const wordLists = words.write(wordOrder);
  const gramOrder = grams.order(inByteOrder);
  const gramLists = grams.write(gramOrder);
  const pairLists = pairs.write(pairOrder);
  const headings = new Map<string, number>();
  const vectors = packVectors(input);
  meta.vectors = vectors.meta;

  return writeSections({
    meta: new TextEncoder().encode(JSON.stringify(meta)),
    documentIds: writeStrings([input.documentId]),
    documentTitles: writeStrings([input.title]),
    documentLanguages: Uint8Array.of(language),
    documentStarts: bytesOf(Uint32Array.of(0, passages.length)),
    texts: writeStrings(passages.map((passage) => passage.text)),
    passageHeadings: bytesOf(Uint32Array.from(passages, ({ heading }) => placeOf(heading, headings))),
    headings: writeStrings([...headings.keys()]),
    passagePages: bytesOf(
      Uint32Array.from(passages, ({ page, isFaqAnswer }) => (isFaqAnswer ? FAQ_ANSWER : (page ?? 0))),
    ),
    passageStarts: bytesOf(Uint32Array.from(passages, (passage) => passage.start)),
    passageEnds: bytesOf(Uint32Array.from(passages, (passage) => passage.end)),
    wordLengths: bytesOf(wordLengths),
    gramLengths: bytesOf(gramLengths),
    words: writeStrings(wordOrder.map((id) => words.term(id))),
    wordSlots: bytesOf(wordLists.slots),
    wordPostings: wordLists.bytes,
    grams: writeStrings(gramOrder.map((id) => grams.term(id))),
    gramSlots: bytesOf(gramLists.slots),
    gramPostings: gramLists.bytes,
    pairStarts: bytesOf(pairStarts),
    pairSeconds: bytesOf(pairSeconds),
    pairSlots: bytesOf(pairLists.slots),
    pairPostings: pairLists.bytes,
    vectorScales: vectors.scales,
    vectors: vectors.components,
  });
}

/** What is analysed of a passage: its heading speaks for it as its text does. */
export function indexedText(passage: Passage): string {
  return passage.heading === null ? passage.text : `${passage.heading}\n${passage.text}`;
}

export function emptyMeta(): SegmentMeta {
  const zeros = () => LANGUAGES.map(() => 0);
  return { passages: zeros(), words: zeros(), pairs: zeros(), grams: 0, vectors: null };
}

/** Counts a passage of so many words and grams. */
export function count(meta: SegmentMeta, language: number, words: number, grams: number): void {
  meta.passages[language] = (meta.passages[language] ?? 0) + 1;
  meta.words[language] = (meta.words[language] ?? 0) + words;
  meta.pairs[language] = (meta.pairs[language] ?? 0) + Math.max(0, words - 1);
  meta.grams += grams;
}

/** Terms of one field while a segment is built, by the order they were met in, with their postings. */
class FieldBuilder<Term extends string | number> {
  readonly #ids = new Map<Term, number>();
  readonly #terms: Term[] = [];
  #entries = { terms: new Uint32Array(1024), passages: new Uint32Array(1024), counts: new Uint32Array(1024) };
  #length = 0;

  /** Adds the terms of a passage, each passage once, in ascending order. Returns the terms' ids, in order. */
  add(passage: number, terms: readonly Term[]): number[] {
    const counts = new Map<number, number>();
    const ids = terms.map((term) => {
      const id = this.#idOf(term);
      counts.set(id, (counts.get(id) ?? 0) + 1);
      return id;
    });
    for (const [id, frequency] of counts) this.#push(id, passage, frequency);
    return ids;
  }

  term(id: number): Term {
    return this.#terms[id] as Term;
  }

  order(compare: (a: Term, b: Term) => number): number[] {
    return this.#terms.map((_, id) => id).sort((a, b) => compare(this.term(a), this.term(b)));
  }

  /** Lists of postings in the given order of terms, and each list's slot. */
  write(order: readonly number[]): { slots: Uint32Array; bytes: Uint8Array } {
    // Counting sort by term: it is stable, so that passages stay ascending within each.
    const starts = new Uint32Array(this.#terms.length + 1);
    for (let i = 0; i < this.#length; i++) bump(starts, (this.#entries.terms[i] ?? 0) + 1);
    for (let i = 1; i < starts.length; i++) starts[i] = (starts[i] ?? 0) + (starts[i - 1] ?? 0);
    const next = starts.slice();
    const passages = new Uint32Array(this.#length);
    const counts = new Uint32Array(this.#length);
    for (let i = 0; i < this.#length; i++) {
      const at = bump(next, this.#entries.terms[i] ?? 0);
      passages[at] = this.#entries.passages[i] ?? 0;
      counts[at] = this.#entries.counts[i] ?? 0;
    }
    const writer = new PostingsWriter();
    const slots = Uint32Array.from(order, (id) => {
      const [start, end] = [starts[id] ?? 0, starts[id + 1] ?? 0];
      return writer.write(passages.subarray(start, end), counts.subarray(start, end), end - start);
    });
    return { slots, bytes: writer.finish() };
  }

  #idOf(term: Term): number {
    const known = this.#ids.get(term);
    if (known !== undefined) return known;
    const id = this.#terms.length;
    this.#ids.set(term, id);
    this.#terms.push(term);
    return id;
  }

  #push(term: number, passage: number, frequency: number): void {
    if (this.#length === this.#entries.terms.length) {
      const { terms, passages, counts } = this.#entries;
      this.#entries = { terms: doubled(terms), passages: doubled(passages), counts: doubled(counts) };
    }
    this.#entries.terms[this.#length] = term;
    this.#entries.passages[this.#length] = passage;
    this.#entries.counts[this.#length++] = frequency;
  }
}

/** Two ids of words in one number, exactly: there are fewer than 2^26 words. */
const PAIR = 2 ** 26;
const firstOf = (key: number) => Math.floor(key / PAIR);
const secondOf = (key: number) => key % PAIR;

function pairKeys(ids: readonly number[]): number[] {
  const keys: number[] = [];
  for (let i = 1; i < ids.length; i++) keys.push((ids[i - 1] ?? 0) * PAIR + (ids[i] ?? 0));
  return keys;
}

function placeOf(heading: string | null, headings: Map<string, number>): number {
  if (heading === null) return NO_HEADING;
  const known = headings.get(heading);
  if (known !== undefined) return known;
  headings.set(heading, headings.size);
  return headings.size - 1;
}

const NO_VECTORS = { meta: null, scales: new Uint8Array(0), components: new Uint8Array(0) };

function packVectors({ passages, vectors }: SegmentInput) {
  if (!vectors) return NO_VECTORS;
  const { model, dimensions, values } = vectors;
  if (values.length !== passages.length || values.some((vector) => vector.length !== dimensions)) {
    throw new RangeError(
      `A vector of ${dimensions} components is needed for each of ${passages.length} passages`,
    );
  }
  const scales = new Float32Array(passages.length);
  const components = new Int8Array(passages.length * dimensions);
  for (const [index, value] of values.entries()) {
    const quantised = quantise(value);
    scales[index] = quantised.scale;
    components.set(quantised.components, index * dimensions);
  }
  return { meta: { model, dimensions }, scales: bytesOf(scales), components: bytesOf(components) };
}

/** Adds one to a counter and returns what it was. */
function bump(counters: Uint32Array, index: number): number {
  const value = counters[index] ?? 0;
  counters[index] = value + 1;
  return value;
}

function doubled(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}
