import { createHash } from 'node:crypto';
import { indexedText } from './build';
import type { Distribution, QuestionVector } from './fusion';
import type { IndexedVector, VectorIndexOf, VectorIndexReader } from './ports';
import type { Segment } from './segment';
import { liveRanges, type SearchSource } from './source';
import type { VectorStore } from './vector-store';
import { cosine, normalise } from './vectors';
import { compareInMemory } from './vectors-in-memory';

/** As many as one call of the index takes, and gives. */
const MOST_KEYS = 100;
/** Passages of a segment for each hundred of its sample, and most of these: a deviation is then known to some 4 %. */
const PASSAGES_A_HUNDRED = 2_500;
const MOST_HUNDREDS = 4;

/**
 * The vectors of a large bot in its vector index, but for segments that are not in it yet: those were loaded with
 * theirs. Asked for are the nearest, the passages that words speak for, and once a segment a sample of it, since the
 * nearest alone don't tell what is far above the average. Recall@1 and @5 over 20,500 passages, a tenth of the nearest
 * lost: 36.0 and 67.0 in English, 26.3 and 47.3 in German; 37.3, 67.3, 25.7 and 47.0 where all are compared. The index
 * may know passages that answer no more, or as they once were: what counts is what the sources have.
 */
export function vectorsInIndex(reader: VectorIndexReader, index: VectorIndexOf): VectorStore {
  return {
    async compare(sources, question, { byWords, signal }) {
      const { cosines, distribution } = compareInMemory(sources, question);
      const indexed = sources.map(({ segment }) => hasIndexed(segment, index, question));
      if (!indexed.includes(true)) return { cosines, distribution };
      const unit = normalise(question.values);
      const options = { ...(signal && { signal }) };
      const wanted = byWords()
        .filter(({ source }) => indexed[source])
        .slice(0, MOST_KEYS)
        .map(({ source, passage }) => keyAt((sources[source] as SearchSource).segment, passage));
      const [nearest, read, samples] = await Promise.all([
        reader.nearest(index, unit, { limit: MOST_KEYS, ...options }),
        wanted.length > 0 ? reader.read(index, wanted, options) : [],
        Promise.all(
          sources.map(({ segment }, source) => (indexed[source] ? sampleOf(reader, index, segment) : null)),
        ),
      ]);

      const found = sources.map(({ segment }, source) =>
        indexed[source] ? new Float32Array(segment.passageCount).fill(Number.NaN) : (cosines[source] ?? null),
      );
      const live = liveDocuments(sources, indexed);
      for (const vector of [...nearest, ...read]) {
        const place = live(vector);
        const scores = place && found[place.source];
        if (scores) scores[place.passage] = 'values' in vector ? cosine(unit, vector.values) : vector.cosine;
      }
      for (const [source, sample] of samples.entries())
        if (sample) addSample(distribution, sources[source] as SearchSource, sample, unit);
      return { cosines: found, distribution };
    },
  };
}

function hasIndexed(segment: Segment, index: VectorIndexOf, question: QuestionVector): boolean {
  return (
    segment.isLexical && question.model === index.model && segment.meta.vectors?.model === question.model
  );
}

// — Names of passages in an index —

/** The same in every segment that has the document. */
export function vectorKey(documentId: string, ordinal: number): string {
  return `${documentId}/${ordinal}`;
}

export function documentOfKey(key: string): string {
  return key.slice(0, key.lastIndexOf('/'));
}

/** Tells whether a vector is that of a passage as it is: a document that was read anew may have others. */
export function fingerprint(segment: Segment, passage: number): string {
  return createHash('sha256')
    .update(indexedText(segment.passage(passage)))
    .digest('base64url')
    .slice(0, 16);
}

function keyAt(segment: Segment, passage: number): string {
  const { id, first } = segment.document(segment.documentOf(passage));
  return vectorKey(id, passage - first);
}

/** Finds the live passage that a vector is of; undefined where none is, or another than was put in. */
function liveDocuments(sources: readonly SearchSource[], indexed: readonly boolean[]) {
  const removed = sources.map(({ removedDocuments = [] }) => new Set(removedDocuments));
  return ({ key, text }: IndexedVector): { source: number; passage: number } | undefined => {
    const documentId = documentOfKey(key);
    for (const [source, { segment }] of sources.entries()) {
      if (!indexed[source] || removed[source]?.has(documentId)) continue;
      const document = segment.documentIndex(documentId);
      if (document < 0) continue;
      const { first, end } = segment.document(document);
      const passage = first + Number(key.slice(documentId.length + 1));
      if (passage >= first && passage < end && fingerprint(segment, passage) === text)
        return { source, passage };
    }
    return undefined;
  };
}

// — Samples —

interface Sampled {
  readonly passage: number;
  readonly values: Float32Array;
}

/** Of a segment, in this function's memory for as long as the segment is: neither ever changes. */
const samples = new WeakMap<Segment, Promise<readonly Sampled[]>>();

function sampleOf(
  reader: VectorIndexReader,
  index: VectorIndexOf,
  segment: Segment,
): Promise<readonly Sampled[]> {
  const known = samples.get(segment);
  if (known) return known;
  // Not ended with this question: others wait for it too.
  const sample = readSample(reader, index, segment);
  samples.set(segment, sample);
  sample.catch(() => samples.delete(segment));
  return sample;
}

async function readSample(
  reader: VectorIndexReader,
  index: VectorIndexOf,
  segment: Segment,
): Promise<readonly Sampled[]> {
  const hundreds = Math.min(MOST_HUNDREDS, Math.ceil(segment.passageCount / PASSAGES_A_HUNDRED));
  const size = Math.min(MOST_KEYS * hundreds, segment.passageCount);
  const passages = new Map<string, number>();
  for (let i = 0; i < size; i++) {
    const passage = Math.floor(((i + 0.5) * segment.passageCount) / size);
    passages.set(keyAt(segment, passage), passage);
  }
  const keys = [...passages.keys()];
  const read = await Promise.all(
    Array.from({ length: Math.ceil(size / MOST_KEYS) }, (_, i) =>
      reader.read(index, keys.slice(i * MOST_KEYS, (i + 1) * MOST_KEYS)),
    ),
  );
  return read.flat().flatMap(({ key, text, values }) => {
    const passage = passages.get(key);
    return passage !== undefined && fingerprint(segment, passage) === text ? [{ passage, values }] : [];
  });
}

/** Each of a sample stands for as many passages as the segment has for one of it. */
function addSample(
  distribution: Distribution,
  source: SearchSource,
  sample: readonly Sampled[],
  unit: Float32Array,
): void {
  const ranges = liveRanges(source);
  const live = sample.filter(({ passage }) =>
    ranges.some(({ first, end }) => passage >= first && passage < end),
  );
  const passages = ranges.reduce((sum, { first, end }) => sum + end - first, 0);
  for (const { values } of live) distribution.add(cosine(unit, values), passages / live.length);
}
