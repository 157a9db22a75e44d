import { $remove, type Condition, QueryCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { replaced } from '#core/bots/entity';
import { knowledgePartition, ManifestEntity } from '#core/bots/manifest/entity';
import { lexicalPartOf } from '#core/retrieval/format';
import type { BotKey, VectorIndexOf } from '#core/retrieval/ports';
import { openSegment, type Segment } from '#core/retrieval/segment';
import { documentOfKey, fingerprint, vectorKey } from '#core/retrieval/vectors-in-index';
import { getObject } from '#platform/buckets';
import type { Clock } from '#platform/clock';
import { newId } from '#platform/ids';
import { table } from '#platform/table';
import { conditionally } from '#platform/table-writes';
import {
  createVectorIndex,
  deleteVectorIndex,
  deleteVectors,
  listVectorKeys,
  putVectors,
  type VectorToStore,
  vectorBucketCount,
} from '#platform/vector-indexes';
import { DocumentEntity, SegmentEntity } from '../documents/entity';
import { readIndex, type StoredSegment } from '../documents/manifest';
import { isUnchanged, segmentAddress } from '../documents/segments';
import type { DropJob, ForgetJob } from './jobs';
import { MergeConflict } from './lease';

/** A segment that was read to have its vectors put into an index. */
export interface Loaded {
  readonly stored: StoredSegment;
  readonly segment: Segment;
}

/** The bot does without an index until an operator has made room. */
export class VectorBucketsFull extends Error {
  constructor() {
    super('No vector bucket has room for another index: raise `vectorBuckets` of the stage.');
  }
}

/**
 * Gives a bot an index for its vectors. Nothing is in it yet, and no segment says so: until one does its vectors are
 * compared in memory as before. It is written down before it is made, so that none is made that nothing knows of.
 */
export async function beginIndex(clock: Clock, bot: BotKey, model: string): Promise<void> {
  const vectorIndex = { bucket: vectorBucketCount() - 1, name: newId(clock()), model };
  await setIndex(bot, vectorIndex, {
    and: [
      { attr: 'version', exists: true },
      { attr: 'vectorIndex', exists: false },
    ],
  });
}

/** From here on all vectors are compared in memory, which the segments still have. What follows the table deletes the index. */
export async function endIndex(bot: BotKey, { name }: VectorIndexOf): Promise<void> {
  await conditionally(
    ManifestEntity.build(UpdateItemCommand)
      .item({ ...keyOf(bot), vectorIndex: $remove() })
      .options({ condition: isNamed(name) })
      .send(),
    () => new MergeConflict(),
  );
}

/** Puts the vectors of a segment into the bot's index, and then says so. Throws MergeConflict where it changed meanwhile. */
export async function indexSegment(
  clock: Clock,
  bot: BotKey,
  stored: StoredSegment,
  index: VectorIndexOf,
): Promise<void> {
  const bytes = await getObject(segmentAddress(stored));
  if (!bytes) throw new MergeConflict();
  const loaded = [{ stored, segment: openSegment(bytes) }];
  await publishWithVectors(clock, bot, loaded, index, async () => {
    await conditionally(
      SegmentEntity.build(UpdateItemCommand)
        .item({ ...keyOf(bot), segmentId: stored.segmentId, ...inIndex(index, bytes) })
        .options({
          condition: { and: [{ attr: 'objectKey', exists: true }, isUnchanged(stored.changes)] },
        })
        .send(),
      () => new MergeConflict(),
    );
  });
}

/** What a segment's item says once an index has its vectors. */
export function inIndex({ name: indexedIn }: VectorIndexOf, bytes: Uint8Array) {
  const { bytes: lexicalBytes, crc: lexicalCrc } = lexicalPartOf(bytes);
  return { indexedIn, lexicalBytes, lexicalCrc };
}

/**
 * Puts the vectors of segments into an index and then publishes them. On a MergeConflict the vectors of documents that
 * were deleted in between are removed again, since the deletion found none to remove.
 */
export async function publishWithVectors(
  clock: Clock,
  bot: BotKey,
  loaded: readonly Loaded[],
  index: VectorIndexOf,
  publish: () => Promise<void>,
): Promise<void> {
  const own = loaded.filter(({ segment }) => segment.meta.vectors?.model === index.model);
  const [dimensions] = own.map(({ segment }) => segment.meta.vectors?.dimensions);
  if (dimensions === undefined) return publish();
  await makeIndex(clock, bot, index, dimensions);
  try {
    await putVectors(index, vectorsOf(own));
    await publish();
  } catch (error) {
    if (error instanceof MergeConflict) await takeOutDeleted(bot, index, own);
    throw error;
  }
}

/**
 * Makes a bot's index, if it isn't there. Where its bucket is full the bot is given another one in the next older
 * bucket, and what was begun begins anew.
 */
async function makeIndex(clock: Clock, bot: BotKey, index: VectorIndexOf, dimensions: number): Promise<void> {
  if ((await createVectorIndex(index, dimensions)) === 'bucket_full') {
    if (index.bucket > 0) {
      const elsewhere = { ...index, bucket: index.bucket - 1, name: newId(clock()) };
      await setIndex(bot, elsewhere, isNamed(index.name));
      throw new MergeConflict();
    }
    // The next attempt begins with the newest bucket again: there may be another one by then.
    await endIndex(bot, index);
    throw new VectorBucketsFull();
  }
  if ((await readIndex(bot))?.name === index.name) return;
  // Given up while it was made: nothing else would delete it.
  await deleteVectorIndex(index);
  throw new MergeConflict();
}

function* vectorsOf(loaded: readonly Loaded[]): Generator<VectorToStore, void, void> {
  for (const { stored, segment } of loaded) {
    const { dimensions = 0 } = segment.meta.vectors ?? {};
    for (let i = 0; i < segment.documentCount; i++) {
      const { id, first, end } = segment.document(i);
      if (stored.removedDocuments?.has(id)) continue;
      for (let passage = first; passage < end; passage++) {
        // A text that the model gave no direction to.
        if (segment.vectorScales[passage] === 0) continue;
        yield {
          key: vectorKey(id, passage - first),
          text: fingerprint(segment, passage),
          // As they are: they are compared by their directions, and whole numbers are short to send.
          values: segment.vectors.subarray(passage * dimensions, (passage + 1) * dimensions),
        };
      }
    }
  }
}

async function takeOutDeleted(bot: BotKey, index: VectorIndexOf, loaded: readonly Loaded[]): Promise<void> {
  const documents = await readDocumentIds(bot);
  for (const { segment } of loaded) {
    for (let i = 0; i < segment.documentCount; i++) {
      const { id, first, end } = segment.document(i);
      if (!documents.has(id)) await deleteVectors(index, keysOf(id, 0, end - first));
    }
  }
}

/** Takes a deleted document's vectors, or those that a shorter reading has left, out of its bot's index. */
export async function forgetVectors({ documentId, from, to, ...bot }: ForgetJob): Promise<void> {
  const index = await readIndex(bot);
  if (index) await deleteVectors(index, keysOf(documentId, from, to));
}

export async function dropIndex({ index }: DropJob): Promise<void> {
  await deleteVectorIndex(index);
}

/**
 * Takes out of a bot's index what no document of it has: vectors that a function was putting in when it died, of
 * documents that were deleted at that time.
 */
export async function sweepIndex(bot: BotKey): Promise<void> {
  const index = await readIndex(bot);
  if (!index) return;
  let documents: ReadonlySet<string> = new Set();
  const isUnknown = (key: string) => !documents.has(documentOfKey(key));
  for await (const keys of listVectorKeys(index)) {
    // Read after the keys: what is put in is of a document that is there.
    if (keys.some(isUnknown)) documents = await readDocumentIds(bot);
    await deleteVectors(index, keys.filter(isUnknown));
  }
}

async function readDocumentIds(bot: BotKey): Promise<ReadonlySet<string>> {
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({ partition: knowledgePartition(bot), range: { beginsWith: 'DOCUMENT#' } })
    .entities(DocumentEntity)
    .options({ consistent: true, maxPages: Number.POSITIVE_INFINITY, attributes: ['documentId'] })
    .send();
  return new Set(Items.map(({ documentId }) => documentId));
}

async function setIndex(
  bot: BotKey,
  index: VectorIndexOf,
  condition: Condition<typeof ManifestEntity>,
): Promise<void> {
  await conditionally(
    ManifestEntity.build(UpdateItemCommand)
      .item({ ...keyOf(bot), vectorIndex: replaced(index) })
      .options({ condition })
      .send(),
    () => new MergeConflict(),
  );
}

function isNamed(name: string): Condition<typeof ManifestEntity> {
  return { attr: 'vectorIndex.name', eq: name };
}

function keyOf({ accountId, botId }: BotKey): BotKey {
  return { accountId, botId };
}

function* keysOf(documentId: string, from: number, to: number): Generator<string, void, void> {
  for (let ordinal = from; ordinal < to; ordinal++) yield vectorKey(documentId, ordinal);
}
