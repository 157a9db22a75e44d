import {
  ConflictException,
  CreateIndexCommand,
  DeleteIndexCommand,
  DeleteVectorsCommand,
  GetVectorsCommand,
  ListVectorsCommand,
  type ListVectorsCommandOutput,
  NotFoundException,
  PutVectorsCommand,
  QueryVectorsCommand,
  S3VectorsClient,
  ServiceQuotaExceededException,
} from '@aws-sdk/client-s3vectors';
import * as z from 'zod';
import { environment } from './environment';

/** An index of Amazon S3 Vectors, by the number of its bucket among those of the stage. */
export interface VectorIndexName {
  readonly bucket: number;
  readonly name: string;
}

interface Stored {
  readonly key: string;
  /** What the vector was made of, in short. */
  readonly text: string;
}

export interface VectorToStore extends Stored {
  /** Of any length but zero: their direction is what is compared. */
  readonly values: ArrayLike<number>;
}

/** Vectors that one call puts or deletes. */
const BATCH = 500;
/** An index takes 2,500 vectors a second; what it refuses the client sends again. */
const CONCURRENT_CALLS = 2;

const client = /* @__PURE__ */ new S3VectorsClient({ maxAttempts: 5 });

/** How many vector buckets the stage has: those that are added come last. */
export function vectorBucketCount(): number {
  return bucketArns().length;
}

/** Makes an index for vectors that are compared by their directions. Repeating it changes nothing. */
export async function createVectorIndex(
  index: VectorIndexName,
  dimension: number,
): Promise<'exists' | 'bucket_full'> {
  try {
    await client.send(
      new CreateIndexCommand({
        vectorBucketArn: bucketArn(index),
        indexName: index.name,
        dataType: 'float32',
        dimension,
        distanceMetric: 'cosine',
        metadataConfiguration: { nonFilterableMetadataKeys: ['text'] },
      }),
    );
  } catch (error) {
    if (error instanceof ServiceQuotaExceededException) return 'bucket_full';
    if (!(error instanceof ConflictException)) throw error;
  }
  return 'exists';
}

/** With all that is in it. Deleting one that isn't there is no error. */
export async function deleteVectorIndex(index: VectorIndexName): Promise<void> {
  await unlessGone(() => client.send(new DeleteIndexCommand({ indexArn: indexArn(index) })));
}

/** Puts vectors in, in the place of those of the same key. */
export async function putVectors(index: VectorIndexName, vectors: Iterable<VectorToStore>): Promise<void> {
  await inBatches(vectors, async (batch) => {
    await client.send(
      new PutVectorsCommand({
        indexArn: indexArn(index),
        vectors: batch.map(({ key, text, values }) => ({
          key,
          data: { float32: Array.from(values) },
          metadata: { text },
        })),
      }),
    );
  });
}

/** Keys that the index hasn't are no error, nor is an index that is gone. */
export async function deleteVectors(index: VectorIndexName, keys: Iterable<string>): Promise<void> {
  await inBatches(keys, (batch) =>
    unlessGone(() => client.send(new DeleteVectorsCommand({ indexArn: indexArn(index), keys: batch }))),
  );
}

/** All keys of an index, page by page; none of one that isn't there. */
export async function* listVectorKeys(index: VectorIndexName): AsyncGenerator<readonly string[], void, void> {
  let nextToken: string | undefined;
  do {
    const page: ListVectorsCommandOutput | null = await unlessGone(() =>
      client.send(new ListVectorsCommand({ indexArn: indexArn(index), maxResults: 1_000, nextToken })),
    );
    if (!page) return;
    yield (page.vectors ?? []).flatMap(({ key }) => key ?? []);
    nextToken = page.nextToken;
  } while (nextToken);
}

const Metadata = z.object({ text: z.string() });

/** The vectors nearest to one, the nearest first, as far as an approximate search finds them: a hundred at most. */
export async function nearestVectors(
  index: VectorIndexName,
  vector: Float32Array,
  { limit, signal }: { readonly limit: number; readonly signal?: AbortSignal },
): Promise<readonly (Stored & { readonly cosine: number })[]> {
  const { vectors = [] } = await client.send(
    new QueryVectorsCommand({
      indexArn: indexArn(index),
      topK: limit,
      queryVector: { float32: [...vector] },
      returnDistance: true,
      returnMetadata: true,
    }),
    { ...(signal && { abortSignal: signal }) },
  );
  return vectors.map(({ key = '', distance = 1, metadata }) => ({
    key,
    text: Metadata.parse(metadata).text,
    cosine: 1 - distance,
  }));
}

/** Those of at most a hundred keys that the index has. */
export async function readVectors(
  index: VectorIndexName,
  keys: readonly string[],
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<readonly (Stored & { readonly values: Float32Array })[]> {
  const { vectors = [] } = await client.send(
    new GetVectorsCommand({
      indexArn: indexArn(index),
      keys: [...keys],
      returnData: true,
      returnMetadata: true,
    }),
    { ...(signal && { abortSignal: signal }) },
  );
  return vectors.map(({ key = '', data, metadata }) => ({
    key,
    text: Metadata.parse(metadata).text,
    values: Float32Array.from(data?.float32 ?? []),
  }));
}

function bucketArns(): readonly string[] {
  return environment('VECTOR_BUCKETS').split(',');
}

function bucketArn({ bucket }: VectorIndexName): string {
  const arn = bucketArns()[bucket];
  if (arn === undefined) throw new Error(`The stage has no vector bucket number ${bucket}.`);
  return arn;
}

function indexArn(index: VectorIndexName): string {
  return `${bucketArn(index)}/index/${index.name}`;
}

async function inBatches<ITEM>(
  items: Iterable<ITEM>,
  send: (batch: ITEM[]) => Promise<unknown>,
): Promise<void> {
  const batches = batchesOf(items);
  // They share one iterator: each takes the next batch when it has sent its own.
  const work = async () => {
    for (const batch of batches) await send(batch);
  };
  await Promise.all(Array.from({ length: CONCURRENT_CALLS }, work));
}

function* batchesOf<ITEM>(items: Iterable<ITEM>): Generator<ITEM[], void, void> {
  let batch: ITEM[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function unlessGone<RESULT>(call: () => Promise<RESULT>): Promise<RESULT | null> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof NotFoundException) return null;
    throw error;
  }
}
