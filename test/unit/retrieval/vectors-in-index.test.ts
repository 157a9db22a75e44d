import { describe, expect, it, vi } from 'vitest';
import { buildSegment } from '#core/retrieval/build';
import { lexicalPartOf } from '#core/retrieval/format';
import { mergeSegments } from '#core/retrieval/merge';
import type { VectorIndexReader } from '#core/retrieval/ports';
import { search, searchByWords } from '#core/retrieval/search';
import { openLexicalPart, openSegment, type Segment } from '#core/retrieval/segment';
import type { SearchSource } from '#core/retrieval/source';
import { cosine } from '#core/retrieval/vectors';
import { fingerprint, vectorKey, vectorsInIndex } from '#core/retrieval/vectors-in-index';
import { compareInMemory } from '#core/retrieval/vectors-in-memory';
import { passage, randomNumbers } from './corpus';

const DIMENSIONS = 8;
const MODEL = 'm';
const INDEX = { bucket: 0, name: 'i', model: MODEL };
const next = randomNumbers(11);
/** Around a direction that all share, as texts of one language and business do. */
const direction = () =>
  Float32Array.from({ length: DIMENSIONS }, (_, i) => (i === 0 ? 1 : 0) + (next(2_000) - 1_000) / 1_000);
const question = { model: MODEL, values: direction() };

/** So many documents of four passages, in one segment. */
function segmentOf(name: string, documents: number): Uint8Array {
  return mergeSegments(
    Array.from({ length: documents }, (_, i) => {
      const passages = Array.from({ length: 4 }, (_, k) =>
        passage(`Article ${name}${i} number ${k} of ${next(40)}.`),
      );
      const vectors = { model: MODEL, dimensions: DIMENSIONS, values: passages.map(direction) };
      const documentId = `${name}${i}`;
      return {
        segment: openSegment(buildSegment({ documentId, title: '', language: 'en', passages, vectors })),
      };
    }),
  );
}

/** An exact index of all that these segments have. */
function indexOf(segments: readonly Segment[]): VectorIndexReader {
  const vectors = segments.flatMap((segment) =>
    Array.from({ length: segment.passageCount }, (_, i) => {
      const { id, first } = segment.document(segment.documentOf(i));
      const values = Float32Array.from(segment.vectors.subarray(i * DIMENSIONS, (i + 1) * DIMENSIONS));
      return { key: vectorKey(id, i - first), text: fingerprint(segment, i), values };
    }),
  );
  return {
    nearest: vi.fn<VectorIndexReader['nearest']>(async (_, unit, { limit }) =>
      vectors
        .map(({ key, text, values }) => ({ key, text, cosine: cosine(unit, values) }))
        .sort((a, b) => b.cosine - a.cosine)
        .slice(0, limit),
    ),
    read: vi.fn<VectorIndexReader['read']>(async (_, keys) => {
      expect(keys.length).toBeLessThanOrEqual(100);
      return vectors.filter(({ key }) => keys.includes(key));
    }),
  };
}

const large = [segmentOf('a', 250), segmentOf('b', 150)];
const small = openSegment(segmentOf('c', 3));
const wholes = large.map(openSegment);
const parts = large.map((bytes) => {
  const part = lexicalPartOf(bytes);
  return openLexicalPart(bytes.slice(0, part.bytes), part);
});
const removedDocuments = ['a7', 'a8', 'b100'];
const sourcesOf = (segments: readonly Segment[]): SearchSource[] => [
  ...segments.map((segment) => ({ segment, removedDocuments })),
  { segment: small },
];
const asked = 'article a12 number 3';
const compare = (reader: VectorIndexReader, sources = sourcesOf(parts)) =>
  vectorsInIndex(reader, INDEX).compare(sources, question, {
    byWords: () => searchByWords(sources, asked, { limit: 100 }),
  });

describe('vectors in an index', () => {
  it('rank passages as those in memory do, those of segments that are not in it too', async () => {
    const comparison = await compare(indexOf(wholes));
    const hits = search(sourcesOf(parts), asked, { limit: 8, comparison });
    const exact = search(sourcesOf(wholes), asked, { limit: 8, vector: question });
    expect(hits.slice(0, 5).map(({ id }) => id)).toEqual(exact.slice(0, 5).map(({ id }) => id));
    for (const { fields } of hits) expect(fields.dense).not.toBeNull();
    for (const { documentId } of hits) expect(removedDocuments).not.toContain(documentId);
  });

  it('stand as far above the average as a sample of a hundred a segment tells, however near the nearest are', async () => {
    const { distribution } = await compare(indexOf(wholes));
    const exact = compareInMemory(sourcesOf(wholes), question).distribution;
    for (const score of [-0.5, 0, 0.3, 0.9])
      expect(Math.abs(distribution.z(score) - exact.z(score))).toBeLessThan(0.25);
  });

  it('read the sample of a segment once, and no more than it takes', async () => {
    const reader = indexOf(wholes);
    const others = large.map((bytes) => {
      const part = lexicalPartOf(bytes);
      return openLexicalPart(bytes.slice(0, part.bytes), part);
    });
    await compare(reader, sourcesOf(others));
    expect(reader.read).toHaveBeenCalledTimes(3);
    await compare(reader, sourcesOf(others));
    expect(reader.read).toHaveBeenCalledTimes(4);
    expect(reader.nearest).toHaveBeenCalledTimes(2);
  });

  it('ask for the sample again where it could not be read', async () => {
    const reader = indexOf(wholes);
    const [bytes = new Uint8Array()] = large;
    const part = lexicalPartOf(bytes);
    const sources = [{ segment: openLexicalPart(bytes.slice(0, part.bytes), part) }];
    const { read } = reader;
    const busy = { ...reader, read: () => Promise.reject(new Error('busy')) };
    await expect(compare(busy, sources)).rejects.toThrow('busy');
    await expect(compare({ ...reader, read }, sources)).resolves.toBeDefined();
  });

  it('tell of passages that words speak for, however far away these are', async () => {
    const { cosines } = await compare(indexOf(wholes));
    const exact = compareInMemory(sourcesOf(wholes), question).cosines;
    for (const { source, passage: at } of searchByWords(sourcesOf(parts), asked, { limit: 100 })) {
      if (source === 2) continue;
      expect(cosines[source]?.[at]).toBeCloseTo(exact[source]?.[at] ?? 0, 2);
    }
    const known = cosines[0]?.filter((value) => !Number.isNaN(value)).length ?? 0;
    expect(known).toBeLessThan(wholes[0]?.passageCount ?? 0);
  });

  it('are not asked for where no segment is in the index, or where questions have another model', async () => {
    const reader = indexOf(wholes);
    await compare(reader, sourcesOf([]));
    await vectorsInIndex(reader, INDEX).compare(
      sourcesOf(parts),
      { ...question, model: 'other' },
      { byWords: () => [] },
    );
    expect(reader.nearest).not.toHaveBeenCalled();
    expect(reader.read).not.toHaveBeenCalled();
  });
});
