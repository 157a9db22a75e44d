import { count, emptyMeta } from './build';
import { bytesOf, writeSections } from './format';
import { MAX_PASSAGES, PostingsWriter, postingCount, readPostings } from './postings';
import { LANGUAGES, NO_HEADING, type Segment, type SegmentMeta } from './segment';
import { inByteOrder, type StringTable, writeStrings } from './strings';

export interface MergeSource {
  readonly segment: Segment;
  /** Documents that are left out. */
  readonly removedDocuments?: readonly string[];
  /** Titles that were changed since the segment was built, by document: the new one has them. */
  readonly titles?: Readonly<Record<string, string>>;
}

/**
 * One segment of many, in their order, without the documents that were removed. Of a document that stands in
 * several, the last one's is kept. Nothing is analysed again: postings are renumbered, so that merging costs
 * a fraction of indexing.
 */
export function mergeSegments(sources: readonly MergeSource[]): Uint8Array {
  const plan = planDocuments(sources);
  const words = unionOf(plan.parts.map(({ segment }) => segment.words));
  const grams = unionOf(plan.parts.map(({ segment }) => segment.grams));
  const wordLists = mergeLists(
    words,
    plan,
    (segment) => segment.wordSlots,
    (segment) => segment.wordPostings,
  );
  const gramLists = mergeLists(
    grams,
    plan,
    (segment) => segment.gramSlots,
    (segment) => segment.gramPostings,
  );
  const pairs = mergePairs(words, wordLists.places, plan);

  const texts: Uint8Array[] = [];
  const headings = new Map<string, number>();
  const passageHeadings: number[] = [];
  const numbers = { pages: [] as number[], starts: [] as number[], ends: [] as number[] };
  const lengths = { words: [] as number[], grams: [] as number[] };
  const vectors = vectorPacker(plan);
  for (const part of plan.parts) {
    const { segment } = part;
    for (const passage of part.kept) {
      texts.push(segment.texts.bytesAt(passage));
      passageHeadings.push(headingOf(segment, passage, headings));
      numbers.pages.push(segment.passagePages[passage] ?? 0);
      numbers.starts.push(segment.passageStarts[passage] ?? 0);
      numbers.ends.push(segment.passageEnds[passage] ?? 0);
      lengths.words.push(segment.wordLengths[passage] ?? 0);
      lengths.grams.push(segment.gramLengths[passage] ?? 0);
    }
  }
  const meta: SegmentMeta = { ...plan.meta, vectors: vectors.meta };

  return writeSections({
    meta: new TextEncoder().encode(JSON.stringify(meta)),
    documentIds: writeStrings(plan.documents.map((document) => document.id)),
    documentTitles: writeStrings(plan.documents.map((document) => document.title)),
    documentLanguages: Uint8Array.from(plan.documents, (document) => document.language),
    documentStarts: bytesOf(Uint32Array.from([...plan.documents.map((d) => d.first), plan.passageCount])),
    texts: writeStrings(texts),
    headings: writeStrings([...headings.keys()]),
    passageHeadings: bytesOf(Uint32Array.from(passageHeadings)),
    passagePages: bytesOf(Uint32Array.from(numbers.pages)),
    passageStarts: bytesOf(Uint32Array.from(numbers.starts)),
    passageEnds: bytesOf(Uint32Array.from(numbers.ends)),
    wordLengths: bytesOf(Uint16Array.from(lengths.words)),
    gramLengths: bytesOf(Uint16Array.from(lengths.grams)),
    words: writeStrings(wordLists.terms),
    wordSlots: bytesOf(Uint32Array.from(wordLists.slots)),
    wordPostings: wordLists.bytes,
    grams: writeStrings(gramLists.terms),
    gramSlots: bytesOf(Uint32Array.from(gramLists.slots)),
    gramPostings: gramLists.bytes,
    pairStarts: bytesOf(pairs.starts),
    pairSeconds: bytesOf(Uint32Array.from(pairs.seconds)),
    pairSlots: bytesOf(Uint32Array.from(pairs.slots)),
    pairPostings: pairs.bytes,
    vectorScales: vectors.scales,
    vectors: vectors.components,
  });
}

/** Place of what is left out. */
const GONE = 0xffffffff;

interface Part {
  readonly segment: Segment;
  /** Its passages that stay, and by passage the number it gets. */
  readonly kept: readonly number[];
  readonly numbers: Uint32Array;
}

interface Plan {
  readonly parts: readonly Part[];
  readonly documents: readonly { id: string; title: string; language: number; first: number }[];
  readonly passageCount: number;
  readonly meta: SegmentMeta;
}

function planDocuments(sources: readonly MergeSource[]): Plan {
  const lastOf = new Map<string, number>();
  for (const [index, { segment, removedDocuments = [] }] of sources.entries()) {
    const removed = new Set(removedDocuments);
    for (let i = 0; i < segment.documentCount; i++) {
      const { id } = segment.document(i);
      // What was removed here may stand anew in another.
      if (!removed.has(id)) lastOf.set(id, index);
    }
  }
  const documents: Plan['documents'][number][] = [];
  const meta = emptyMeta();
  let next = 0;
  const parts = sources.map(({ segment, removedDocuments = [], titles = {} }, index): Part => {
    const removed = new Set(removedDocuments);
    const numbers = new Uint32Array(segment.passageCount).fill(GONE);
    const kept: number[] = [];
    for (let i = 0; i < segment.documentCount; i++) {
      const { id, title, language, first, end } = segment.document(i);
      if (removed.has(id) || lastOf.get(id) !== index) continue;
      const tag = LANGUAGES.indexOf(language);
      documents.push({ id, title: titles[id] ?? title, language: tag, first: next });
      for (let passage = first; passage < end; passage++) {
        numbers[passage] = next++;
        kept.push(passage);
        count(meta, tag, segment.wordLengths[passage] ?? 0, segment.gramLengths[passage] ?? 0);
      }
    }
    return { segment, kept, numbers };
  });
  if (next > MAX_PASSAGES) throw new RangeError(`${next} passages are too many for one segment`);
  return { parts, documents, passageCount: next, meta };
}

/** All strings of sorted tables, sorted, and for each table the place of each of its strings among them. */
interface Union {
  readonly terms: readonly string[];
  readonly placesByTable: readonly Uint32Array[];
}

function unionOf(tables: readonly StringTable[]): Union {
  const ids = new Map<string, number>();
  const idsByTable = tables.map((table) =>
    Uint32Array.from({ length: table.size }, (_, index) => {
      const term = table.get(index);
      const id = ids.get(term) ?? ids.size;
      if (id === ids.size) ids.set(term, id);
      return id;
    }),
  );
  const met = [...ids.keys()];
  const order = met.map((_, id) => id).sort((a, b) => inByteOrder(met[a] ?? '', met[b] ?? ''));
  const places = new Uint32Array(met.length);
  for (const [place, id] of order.entries()) places[id] = place;
  return {
    terms: order.map((id) => met[id] ?? ''),
    placesByTable: idsByTable.map((table) => table.map((id) => places[id] ?? 0)),
  };
}

/** Merges the lists of one field. Terms whose passages have all gone are left out; `places` says where each is. */
function mergeLists(
  union: Union,
  plan: Plan,
  slotsOf: (segment: Segment) => Uint32Array,
  postingsOf: (segment: Segment) => Uint8Array,
) {
  const list = new ListMerger();
  const terms: string[] = [];
  const slots: number[] = [];
  const places = new Uint32Array(union.terms.length).fill(GONE);
  // Both the union and each table are sorted, so one cursor a table walks through it once.
  const cursors = plan.parts.map(() => 0);
  for (const [place, term] of union.terms.entries()) {
    for (const [index, part] of plan.parts.entries()) {
      const cursor = cursors[index] ?? 0;
      if (union.placesByTable[index]?.[cursor] !== place) continue;
      cursors[index] = cursor + 1;
      list.add(slotsOf(part.segment)[cursor] ?? 0, postingsOf(part.segment), part.numbers);
    }
    const slot = list.finish();
    if (slot === null) continue;
    places[place] = terms.length;
    terms.push(term);
    slots.push(slot);
  }
  return { terms, slots, places, bytes: list.bytes() };
}

function mergePairs(words: Union, places: Uint32Array, plan: Plan) {
  const list = new ListMerger();
  const seconds: number[] = [];
  const slots: number[] = [];
  const starts: number[] = [];
  const cursors = plan.parts.map(() => 0);
  for (let first = 0; first < words.terms.length; first++) {
    const found: { second: number; part: Part; pair: number }[] = [];
    for (const [index, part] of plan.parts.entries()) {
      const cursor = cursors[index] ?? 0;
      const table = words.placesByTable[index];
      if (table?.[cursor] !== first) continue;
      cursors[index] = cursor + 1;
      const { pairStarts, pairSeconds } = part.segment;
      const end = pairStarts[cursor + 1] ?? 0;
      for (let pair = pairStarts[cursor] ?? 0; pair < end; pair++) {
        const second = places[table[pairSeconds[pair] ?? 0] ?? 0] ?? GONE;
        if (second !== GONE) found.push({ second, part, pair });
      }
    }
    // A word that has gone begins no pair that stays.
    if (places[first] === GONE) continue;
    starts.push(seconds.length);
    // Stable: among equals the order of the segments stays, so that passages ascend.
    found.sort((a, b) => a.second - b.second);
    for (const [index, { second, part, pair }] of found.entries()) {
      list.add(part.segment.pairSlots[pair] ?? 0, part.segment.pairPostings, part.numbers);
      if (found[index + 1]?.second === second) continue;
      const slot = list.finish();
      if (slot === null) continue;
      seconds.push(second);
      slots.push(slot);
    }
  }
  starts.push(seconds.length);
  return { starts: Uint32Array.from(starts), seconds, slots, bytes: list.bytes() };
}

/** Collects a term's postings from several segments and writes them as one list. */
class ListMerger {
  readonly #writer = new PostingsWriter();
  #passages = new Uint32Array(1024);
  #frequencies = new Uint32Array(1024);
  #length = 0;

  add(slot: number, postings: Uint8Array, numbers: Uint32Array): void {
    const room = this.#length + postingCount(slot, postings);
    if (room > this.#passages.length) {
      this.#passages = grown(this.#passages, room);
      this.#frequencies = grown(this.#frequencies, room);
    }
    readPostings(slot, postings, (passage, frequency) => {
      const number = numbers[passage] ?? GONE;
      if (number !== GONE) {
        this.#passages[this.#length] = number;
        this.#frequencies[this.#length++] = frequency;
      }
      return true;
    });
  }

  /** The slot of the list so far, or null when it is empty; the next `add` begins another. */
  finish(): number | null {
    if (this.#length === 0) return null;
    const slot = this.#writer.write(this.#passages, this.#frequencies, this.#length);
    this.#length = 0;
    return slot;
  }

  bytes(): Uint8Array {
    return this.#writer.finish();
  }
}

function headingOf(segment: Segment, passage: number, headings: Map<string, number>): number {
  const index = segment.passageHeadings[passage] ?? NO_HEADING;
  if (index === NO_HEADING) return NO_HEADING;
  const heading = segment.headings.get(index);
  const known = headings.get(heading) ?? headings.size;
  if (known === headings.size) headings.set(heading, known);
  return known;
}

/** Vectors of the newest model; passages that were embedded by another have none until they are embedded again. */
function vectorPacker({ parts, passageCount }: Plan) {
  const meta = parts.findLast(({ segment, kept }) => segment.meta.vectors && kept.length > 0)?.segment.meta
    .vectors;
  if (!meta) return { meta: null, scales: new Uint8Array(0), components: new Uint8Array(0) };
  const scales = new Float32Array(passageCount);
  const components = new Int8Array(passageCount * meta.dimensions);
  for (const { segment, kept, numbers } of parts) {
    const own = segment.meta.vectors;
    if (own?.model !== meta.model || own.dimensions !== meta.dimensions) continue;
    for (const passage of kept) {
      const number = numbers[passage] ?? 0;
      scales[number] = segment.vectorScales[passage] ?? 0;
      const vector = segment.vectors.subarray(passage * own.dimensions, (passage + 1) * own.dimensions);
      components.set(vector, number * own.dimensions);
    }
  }
  return { meta, scales: bytesOf(scales), components: bytesOf(components) };
}

function grown(array: Uint32Array, room: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(room, array.length * 2));
  larger.set(array);
  return larger;
}
