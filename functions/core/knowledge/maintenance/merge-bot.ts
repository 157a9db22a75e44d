import {
  $add,
  $remove,
  DeleteTransaction,
  PutItemCommand,
  PutTransaction,
  UpdateItemCommand,
  UpdateTransaction,
} from 'dynamodb-toolbox';
import { ManifestEntity } from '#core/bots/manifest/entity';
import { mergeSegments } from '#core/retrieval/merge';
import { leastIndexed, type VectorPolicy } from '#core/retrieval/plan-vectors';
import type { VectorIndexOf } from '#core/retrieval/ports';
import { openSegment, type Segment } from '#core/retrieval/segment';
import { getObject, putObject } from '#platform/buckets';
import type { Clock } from '#platform/clock';
import { newId } from '#platform/ids';
import { type ConditionalWrite, conditionally, transact } from '#platform/table-writes';
import { MergeEntity, SegmentDocumentsEntity, SegmentEntity } from '../documents/entity';
import { isIndexed, readLiveSegments, type StoredSegment } from '../documents/manifest';
import { eraseSegment, isUnchanged, segmentAddress } from '../documents/segments';
import { type MergeJob, queueIndexJob } from './jobs';
import { begin, end, isMine, type Merge, MergeConflict } from './lease';
import { nextWork, vectorPolicy, type Work } from './next-work';
import {
  beginIndex,
  endIndex,
  indexSegment,
  inIndex,
  type Loaded,
  publishWithVectors,
  sweepIndex,
  VectorBucketsFull,
} from './vector-index';

export interface MergeDelivery {
  /** The same at each delivery of a message. */
  readonly messageId: string;
  /** As long as the function may still work: no other message merges this bot's segments until then. */
  readonly leaseSeconds: number;
  hasTime(): boolean;
}

/**
 * Merges segments of a bot, and moves its vectors into an index or out of it, until all is well or time is short: then
 * another message goes on. What answers changes in one transaction a merge, which is refused when a document was
 * removed, replaced or renamed since it was read; vectors count in an index when they are in it and the segment says
 * so. So a function that dies at any point leaves what answered, and what it had begun is cleared away by the next.
 */
export async function mergeBot(clock: Clock, job: MergeJob, delivery: MergeDelivery): Promise<void> {
  const merge = await begin(clock, job, delivery);
  // Another message is at it, and looks once more when it is done.
  if (!merge) return;
  let policy = vectorPolicy();
  let noRoom: VectorBucketsFull | undefined;
  let outcome: Outcome = 'done';
  let overtaken = 0;
  try {
    if (merge.isTakeover) await sweepIndex(merge.bot);
    while (outcome !== 'nothing' && delivery.hasTime()) {
      outcome = await workOnce(clock, merge, policy).catch((error: unknown) => {
        if (!(error instanceof VectorBucketsFull)) throw error;
        // What else there is to do is done; this message fails in the end, so that an operator sees why.
        noRoom = error;
        policy = { ...policy, model: null };
        return 'done';
      });
      overtaken = outcome === 'overtaken' ? overtaken + 1 : 0;
      if (overtaken === MOST_OVERTAKEN) throw new Error('The segments change faster than they are merged');
    }
  } finally {
    await end(merge);
  }
  if (noRoom) throw noRoom;
  // Also what came while this one was about to end, and was told to nobody.
  if (nextWork(await readLiveSegments(job), policy)) await queueIndexJob(job);
}

/** Changes in a row that a merge gives way to: then its message is delivered again later. */
const MOST_OVERTAKEN = 10;

type Outcome = 'done' | 'overtaken' | 'nothing';

async function workOnce(clock: Clock, merge: Merge, policy: VectorPolicy): Promise<Outcome> {
  const live = await readLiveSegments(merge.bot);
  const work = live.addsUp ? nextWork(live, policy) : null;
  if (!work) return live.addsUp ? 'nothing' : 'overtaken';
  try {
    await perform(clock, merge, work, { index: live.vectorIndex, least: leastIndexed(policy) });
    return 'done';
  } catch (error) {
    if (error instanceof MergeConflict) return 'overtaken';
    throw error;
  }
}

/** Where a bot's vectors go: those of segments with at least so many passages. */
interface Vectors {
  readonly index: VectorIndexOf | undefined;
  readonly least: number;
}

function perform(clock: Clock, merge: Merge, work: Work, vectors: Vectors): Promise<void> {
  switch (work.kind) {
    case 'begin':
      return beginIndex(clock, merge.bot, work.model);
    case 'end':
      return endIndex(merge.bot, work.index);
    case 'index':
      return indexSegment(clock, merge.bot, work.segment, work.index);
    case 'merge':
      return mergeOnce(clock, merge, work.sources, vectors);
  }
}

async function mergeOnce(
  clock: Clock,
  merge: Merge,
  sources: readonly StoredSegment[],
  { index, least }: Vectors,
): Promise<void> {
  const loaded = await loadAll(sources);
  const bytes = mergeSegments(
    loaded.map(({ segment, stored: { removedDocuments, titles } }) => ({
      segment,
      removedDocuments: [...(removedDocuments ?? [])],
      titles: titles ?? {},
    })),
  );
  const merged = openSegment(bytes);
  const answering = sources.reduce((sum, { passages }) => sum + passages, 0);
  if (merged.passageCount !== answering)
    throw new Error(`${answering} passages answer and ${merged.passageCount} would after the merge`);
  const segmentId = `${newId(clock())}-merged`;
  const publish = async (place: Partial<ReturnType<typeof inIndex>>) => {
    try {
      await announce(merge, segmentId);
      if (answering > 0) await write(merge, segmentId, merged, bytes);
      await goLive(merge, sources, segmentId, merged, place);
    } catch (error) {
      if (error instanceof MergeConflict) await eraseSegment({ ...merge.bot, segmentId });
      throw error;
    }
  };
  if (!index || answering < least) return publish({});
  // Vectors are known by document and stay where they are: only those that are not in yet are put in.
  const others = loaded.filter(({ stored }) => !isIndexed(stored, index));
  return publishWithVectors(clock, merge.bot, others, index, () => publish(inIndex(index, bytes)));
}

async function loadAll(sources: readonly StoredSegment[]): Promise<readonly Loaded[]> {
  const loaded: Loaded[] = [];
  for (const stored of sources) {
    const bytes = await getObject(segmentAddress(stored));
    // It was merged or removed after the manifest was read.
    if (!bytes) throw new MergeConflict();
    loaded.push({ stored, segment: openSegment(bytes) });
  }
  return loaded;
}

/** Says what is about to be written, so that it is found when this function dies. */
async function announce({ bot, ...lease }: Merge, begun: string): Promise<void> {
  await conditionally(
    MergeEntity.build(UpdateItemCommand)
      .item({ ...bot, begun })
      .options({ condition: isMine(lease) })
      .send(),
    () => new MergeConflict(),
  );
}

/** Ids that fit into an item with room to spare. */
const IDS_PER_ITEM = 5_000;

/** Which documents it holds goes first: from the moment that it is live, a deletion looks it up there. */
async function write({ bot }: Merge, segmentId: string, merged: Segment, bytes: Uint8Array): Promise<void> {
  const ids = Array.from({ length: merged.documentCount }, (_, index) => merged.document(index).id);
  for (let part = 0; part * IDS_PER_ITEM < ids.length; part++) {
    const documentIds = ids.slice(part * IDS_PER_ITEM, (part + 1) * IDS_PER_ITEM);
    await SegmentDocumentsEntity.build(PutItemCommand)
      .item({ ...bot, segmentId, part, documentIds })
      .send();
  }
  await putObject(segmentAddress({ ...bot, segmentId }), bytes, { contentType: 'application/octet-stream' });
}

async function goLive(
  { bot, ...lease }: Merge,
  sources: readonly StoredSegment[],
  segmentId: string,
  { passageCount: passages, byteLength: bytes }: Segment,
  place: Partial<ReturnType<typeof inIndex>>,
): Promise<void> {
  const refused = () => new MergeConflict();
  const { key: objectKey } = segmentAddress({ ...bot, segmentId });
  // As old as the oldest that it holds, so that a rebuild has those documents read again.
  const format = Math.min(...sources.map((source) => source.format ?? 1));
  const own = { objectKey, passages, bytes, format, isMerged: true };
  const segment = { ...bot, segmentId, ...own, ...place };
  await transact(
    {
      write: MergeEntity.build(UpdateTransaction)
        .item({ ...bot, begun: $remove() })
        .options({ condition: { and: [isMine(lease), { attr: 'begun', eq: segmentId }] } }),
      refused,
    },
    ...sources.map(
      ({ segmentId: source, changes }): ConditionalWrite => ({
        write: SegmentEntity.build(DeleteTransaction)
          .key({ ...bot, segmentId: source })
          .options({ condition: { and: [{ attr: 'objectKey', exists: true }, isUnchanged(changes)] } }),
        refused,
      }),
    ),
    // Where all that it held was removed nothing is left.
    ...(passages > 0 ? [{ write: SegmentEntity.build(PutTransaction).item(segment) }] : []),
    { write: ManifestEntity.build(UpdateTransaction).item({ ...bot, version: $add(1) }) },
  );
}
