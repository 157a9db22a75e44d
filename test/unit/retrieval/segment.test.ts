import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { buildSegment } from '#core/retrieval/build';
import { CorruptSegment, FORMAT_VERSION, lexicalPartOf, readSections } from '#core/retrieval/format';
import { mergeSegments } from '#core/retrieval/merge';
import { search } from '#core/retrieval/search';
import { openLexicalPart, openSegment, type Segment } from '#core/retrieval/segment';
import { passage, randomDocuments, randomNumbers, type TestDocument } from './corpus';

const [sample] = randomDocuments(3, 1) as [TestDocument];
const bytesOf = (document: TestDocument) => buildSegment(document);

/** Everything a segment says, read back. */
function contentsOf(segment: Segment): TestDocument[] {
  return Array.from({ length: segment.documentCount }, (_, index) => {
    const { id, title, language, first, end } = segment.document(index);
    const passages = Array.from({ length: end - first }, (_, i) => segment.passage(first + i));
    return { documentId: id, title, language, passages };
  });
}

describe('the release before', () => {
  it('reads what this one writes, or is refused by its format', async () => {
    const before: typeof import('#core/retrieval/format') = await import(
      '../../fixtures/releases/segment-format.js' as string
    );
    const bytes = bytesOf(sample);
    if (before.isReadable(FORMAT_VERSION)) expect(before.readSections(bytes)).toEqual(readSections(bytes));
    else expect(() => before.readSections(bytes)).toThrow('format version');
  });
});

describe('segment', () => {
  it('gives back what it was built from', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const [document] = randomDocuments(seed, 1) as [TestDocument];
      expect(contentsOf(openSegment(bytesOf(document)))).toEqual([document]);
    }
  });

  it('is the same for the same input, so that a redelivery writes the same bytes', () => {
    expect(bytesOf(sample)).toEqual(bytesOf(structuredClone(sample)));
  });

  it('opens at any address', () => {
    const bytes = bytesOf(sample);
    for (const offset of [1, 2, 3]) {
      const shifted = new Uint8Array(bytes.length + offset).subarray(offset);
      shifted.set(bytes);
      expect(contentsOf(openSegment(shifted))).toEqual([sample]);
    }
  });

  it('holds a document without passages, and none at all', () => {
    const empty = { documentId: 'e', title: 'Empty', language: null, passages: [] };
    expect(contentsOf(openSegment(bytesOf(empty)))).toEqual([empty]);
    expect(openSegment(mergeSegments([])).documentCount).toBe(0);
  });

  it('refuses vectors that do not fit its passages', () => {
    const vectors = { model: 'm', dimensions: 2, values: [Float32Array.of(1, 0)] };
    const one = { ...sample, passages: [passage('a'), passage('b')] };
    expect(() => buildSegment({ ...one, vectors })).toThrow(RangeError);
    expect(() =>
      buildSegment({ ...one, passages: [passage('a')], vectors: { ...vectors, dimensions: 3 } }),
    ).toThrow(RangeError);
  });
});

describe('the part of a segment without vectors', () => {
  const vectors = {
    model: 'm',
    dimensions: 3,
    values: sample.passages.map((_, i) => Float32Array.of(1, i, 2)),
  };
  const bytes = buildSegment({ ...sample, vectors });
  const part = lexicalPartOf(bytes);
  const beginning = bytes.slice(0, part.bytes);

  it('is its beginning, and has all but them', () => {
    expect(part.bytes).toBe(bytes.length - Math.ceil((sample.passages.length * 3) / 4) * 4);
    const segment = openLexicalPart(beginning, part);
    expect(contentsOf(segment)).toEqual([sample]);
    expect(segment.isLexical).toBe(true);
    expect(segment.vectors).toHaveLength(0);
    expect(segment.meta.vectors).toEqual({ model: 'm', dimensions: 3 });
    const question = 'return shipping Versand';
    const whole = openSegment(bytes);
    expect(search([{ segment }], question, { limit: 5 })).toEqual(
      search([{ segment: whole }], question, { limit: 5 }),
    );
    // Nothing to compare: words alone decide, and nothing is read that isn't there.
    const vector = { model: 'm', values: Float32Array.of(1, 0, 0) };
    expect(search([{ segment }], question, { limit: 5, vector })[0]?.fields.dense).toBeNull();
  });

  it('is refused where a bit of it is flipped, or where it is cut off or goes on', () => {
    const next = randomNumbers(5);
    for (let i = 0; i < 100; i++) {
      const broken = beginning.slice();
      // All but the length and the checksum of the whole, which this is not.
      const at = [next(8), 16 + next(broken.length - 16)][next(2)] ?? 0;
      broken[at] = (broken[at] ?? 0) ^ (1 << next(8));
      expect(() => openLexicalPart(broken, part), `bit of byte ${at}`).toThrow(CorruptSegment);
    }
    expect(() => openLexicalPart(beginning.subarray(0, part.bytes - 4), part)).toThrow(CorruptSegment);
    expect(() => openLexicalPart(bytes, part)).toThrow(CorruptSegment);
    expect(() => openSegment(beginning)).toThrow(CorruptSegment);
  });
});

describe('a merge', () => {
  it('keeps documents in order with all they hold', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const documents = randomDocuments(seed, 5);
      const merged = mergeSegments(
        documents.map((document) => ({ segment: openSegment(bytesOf(document)) })),
      );
      expect(contentsOf(openSegment(merged))).toEqual(documents);
    }
  });

  it('gives the same bytes in one step as in two', () => {
    const segments = randomDocuments(5, 6).map((document) => ({ segment: openSegment(bytesOf(document)) }));
    const half = (from: number, to: number) => ({
      segment: openSegment(mergeSegments(segments.slice(from, to))),
    });
    expect(mergeSegments([half(0, 3), half(3, 6)])).toEqual(mergeSegments(segments));
  });

  it('takes the later of two segments of one document', () => {
    const version = (text: string) => ({
      segment: openSegment(
        buildSegment({ documentId: 'd', title: text, language: 'en', passages: [passage(`${text} text`)] }),
      ),
    });
    const merged = openSegment(mergeSegments([version('old'), version('new')]));
    expect(contentsOf(merged).map(({ title }) => title)).toEqual(['new']);
    expect(search([{ segment: merged }], 'old', { limit: 5 })).toEqual([]);
  });
});

describe('a corrupt segment', () => {
  const bytes = bytesOf(sample);

  it('is refused wherever a bit is flipped', () => {
    const next = randomNumbers(1);
    for (let i = 0; i < 300; i++) {
      const broken = bytes.slice();
      const at = next(broken.length);
      broken[at] = (broken[at] ?? 0) ^ (1 << next(8));
      expect(() => openSegment(broken), `bit of byte ${at}`).toThrow(CorruptSegment);
    }
  });

  it('is refused wherever it is cut off or goes on', () => {
    for (const length of [0, 1, 15, 16, 100, bytes.length - 4, bytes.length - 1]) {
      expect(() => openSegment(bytes.subarray(0, length))).toThrow(CorruptSegment);
    }
    const longer = new Uint8Array(bytes.length + 4);
    longer.set(bytes);
    expect(() => openSegment(longer)).toThrow(CorruptSegment);
  });

  it('is refused when it is something else, and says what is wrong', () => {
    expect(() => openSegment(new TextEncoder().encode('<Error>NoSuchKey</Error>'.repeat(20)))).toThrow(
      'not a segment',
    );
    const later = bytes.slice();
    later[4] = 99;
    expect(() => openSegment(later)).toThrow('format version 99');
    expect(() => openSegment(bytes.subarray(0, bytes.length - 4))).toThrow(
      `should have ${bytes.length} bytes`,
    );
  });

  it('with a right checksum still does not crash a search or read outside of itself', () => {
    const next = randomNumbers(2);
    let opened = 0;
    for (let i = 0; i < 2_000; i++) {
      const broken = bytes.slice();
      for (let flips = 0; flips < 3; flips++) broken[16 + next(broken.length - 16)] = next(256);
      new DataView(broken.buffer).setUint32(12, crc32(broken.subarray(16)), true);
      try {
        const segment = openSegment(broken);
        opened++;
        search([{ segment }], 'return shipping Rückgabe price Öffnungszeiten contract', { limit: 5 });
      } catch (error) {
        expect(error).toBeInstanceOf(CorruptSegment);
      }
    }
    expect(opened).toBeGreaterThan(0);
  });
});
