import { openRecords, type Records } from '../../runtime/records';
import { invalid, notFound, VectorsError } from './errors';
import type { RequestOf } from './requests';

export interface StoredIndex {
  readonly bucket: string;
  readonly name: string;
  readonly createdAt: number;
  readonly dimension: number;
  readonly distanceMetric: 'cosine' | 'euclidean';
  readonly nonFilterableMetadataKeys: readonly string[];
}

interface StoredVector {
  readonly key: string;
  /** Numbers of four bytes each, in base64: a fifth of what they are in JSON. */
  readonly data: string;
  readonly metadata?: RequestOf<'PutVectors'>['vectors'][number]['metadata'];
}

export interface FoundVector extends Pick<StoredVector, 'key' | 'metadata'> {
  readonly values: Float32Array;
  /** Worked out once: it is wanted for each comparison. */
  readonly length: number;
}

const INDEXES = 'indexes';
const MOST_INDEXES = 10_000;
const MOST_METADATA_BYTES = 40 * 1024;
const MOST_FILTERABLE_BYTES = 2 * 1024;
const MOST_METADATA_KEYS = 50;

/** Vector indexes and what is in them, in one file. A search looks at all of an index: exact, and fast enough here. */
export class Indexes {
  readonly #records: Records;
  /** Vectors by index and key as they are compared: decoded when an index is first used. */
  readonly #vectors = new Map<string, Map<string, FoundVector>>();

  constructor(file: string) {
    this.#records = openRecords(file);
  }

  close(): void {
    this.#records.close();
  }

  create(index: StoredIndex): void {
    if (this.#records.get(INDEXES, idOf(index)))
      throw new VectorsError('ConflictException', 409, 'An index with the specified name already exists');
    if (this.list(index.bucket).length >= MOST_INDEXES)
      throw new VectorsError('ServiceQuotaExceededException', 402, 'The bucket has its most indexes');
    this.#records.commit({ collection: INDEXES, key: idOf(index), value: index });
  }

  find(bucket: string, name: string): StoredIndex {
    const index = this.#records.get<StoredIndex>(INDEXES, idOf({ bucket, name }));
    if (!index) throw notFound('index');
    return index;
  }

  list(bucket: string): readonly StoredIndex[] {
    return this.#records
      .values<StoredIndex>(INDEXES)
      .filter((index) => index.bucket === bucket)
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** With all that is in it. */
  delete(index: StoredIndex): void {
    const collection = idOf(index);
    this.#records.commit(
      ...[...this.#all(index).keys()].map((key) => ({ collection, key, value: undefined })),
      { collection: INDEXES, key: collection, value: undefined },
    );
    this.#vectors.delete(collection);
  }

  /** All of them or none. */
  put(index: StoredIndex, vectors: RequestOf<'PutVectors'>['vectors']): void {
    const known = this.#all(index);
    const found = vectors.map(({ key, data, metadata }): FoundVector => {
      const values = valuesOf(index, data.float32);
      mustFit(index, metadata ?? {});
      return foundOf(key, values, metadata);
    });
    this.#records.commit(
      ...found.map(({ key, values, metadata }) => ({
        collection: idOf(index),
        key,
        value: {
          key,
          data: Buffer.from(values.buffer).toString('base64'),
          metadata,
        } satisfies StoredVector | { metadata: undefined },
      })),
    );
    for (const vector of found) known.set(vector.key, vector);
  }

  remove(index: StoredIndex, keys: readonly string[]): void {
    const known = this.#all(index);
    const gone = keys.filter((key) => known.has(key));
    if (gone.length === 0) return;
    this.#records.commit(...gone.map((key) => ({ collection: idOf(index), key, value: undefined })));
    for (const key of gone) known.delete(key);
  }

  get(index: StoredIndex, key: string): FoundVector | undefined {
    return this.#all(index).get(key);
  }

  /** In the order of their keys. */
  vectors(index: StoredIndex): readonly FoundVector[] {
    return [...this.#all(index).values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  /** The nearest first. */
  nearest(index: StoredIndex, query: readonly number[], limit: number) {
    const wanted = foundOf('', valuesOf(index, query));
    const distance = index.distanceMetric === 'cosine' ? cosineDistance : euclideanDistance;
    return [...this.#all(index).values()]
      .map((vector) => ({ vector, distance: distance(wanted, vector) }))
      .sort((a, b) => a.distance - b.distance)
      .slice(0, limit);
  }

  #all(index: StoredIndex): Map<string, FoundVector> {
    const id = idOf(index);
    const known = this.#vectors.get(id);
    if (known) return known;
    const vectors = new Map<string, FoundVector>();
    for (const { key, data, metadata } of this.#records.values<StoredVector>(id)) {
      const values = new Float32Array(new Uint8Array(Buffer.from(data, 'base64')).buffer);
      vectors.set(key, foundOf(key, values, metadata));
    }
    this.#vectors.set(id, vectors);
    return vectors;
  }
}

export function idOf({ bucket, name }: Pick<StoredIndex, 'bucket' | 'name'>): string {
  return `${bucket}/index/${name}`;
}

function valuesOf({ dimension, distanceMetric }: StoredIndex, numbers: readonly number[]): Float32Array {
  if (numbers.length !== dimension)
    throw invalid(`Vector dimension must be ${dimension}, but was ${numbers.length}`);
  const values = Float32Array.from(numbers);
  if (!values.every(Number.isFinite)) throw invalid('Vector values must be finite 32-bit numbers');
  if (distanceMetric === 'cosine' && values.every((value) => value === 0))
    throw invalid('Zero vectors are not supported with the cosine distance metric');
  return values;
}

function mustFit({ nonFilterableMetadataKeys }: StoredIndex, metadata: object): void {
  const entries = Object.entries(metadata);
  const sizeOf = (some: typeof entries) => Buffer.byteLength(JSON.stringify(Object.fromEntries(some)));
  const filterable = entries.filter(([key]) => !nonFilterableMetadataKeys.includes(key));
  if (entries.length > MOST_METADATA_KEYS) throw invalid('Metadata must have at most 50 keys');
  if (sizeOf(entries) > MOST_METADATA_BYTES) throw invalid('Metadata must have at most 40960 bytes');
  if (filterable.length > 0 && sizeOf(filterable) > MOST_FILTERABLE_BYTES)
    throw invalid('Filterable metadata must have at most 2048 bytes');
}

function foundOf(key: string, values: Float32Array, metadata?: StoredVector['metadata']): FoundVector {
  return { key, values, length: Math.sqrt(product(values, values)), ...(metadata && { metadata }) };
}

function cosineDistance(a: FoundVector, b: FoundVector): number {
  return 1 - product(a.values, b.values) / (a.length * b.length);
}

function euclideanDistance(a: FoundVector, b: FoundVector): number {
  return Math.sqrt(Math.max(0, a.length ** 2 + b.length ** 2 - 2 * product(a.values, b.values)));
}

function product(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}
