import {
  $add,
  $remove,
  type Condition,
  DeleteItemCommand,
  DeleteTransaction,
  PutItemCommand,
  PutTransaction,
  UpdateItemCommand,
  UpdateTransaction,
} from 'dynamodb-toolbox';
import { getObject, putObject } from '../../../platform/buckets';
import { type Clock, epochSeconds } from '../../../platform/clock';
import { newId } from '../../../platform/ids';
import { type ConditionalWrite, isConditionFailure, transact } from '../../../platform/table-writes';
import { ManifestEntity, MergeEntity, SegmentDocumentsEntity, SegmentEntity } from '../documents/entity';
import { readLiveSegments, type StoredSegment } from '../documents/manifest';
import { eraseSegment, isUnchanged, segmentAddress } from '../documents/segments';
import { FORMAT_VERSION } from '../index/format';
import { mergeSegments } from '../index/merge';
import { planMerge } from '../index/plan-merge';
import type { BotKey } from '../index/ports';
import { openSegment, type Segment } from '../index/segment';
import { type IndexJob, queueIndexJob } from './jobs';

export interface MergeDelivery {
  /** The same at each delivery of a message. */
  readonly messageId: string;
  /** As long as the function may still work: no other message merges this bot's segments until then. */
  readonly leaseSeconds: number;
  hasTime(): boolean;
}

/**
 * Merges segments of a bot until all is well, or time is short: then another message goes on. What answers changes
 * in one transaction a merge, which is refused when a document was removed, replaced or renamed since it was read.
 * So a function that dies at any point leaves what answered, and what it had begun is cleared away by the next.
 */
export async function mergeBot(clock: Clock, job: IndexJob, delivery: MergeDelivery): Promise<void> {
  const merge = await begin(clock, job, delivery);
  // Another message is at it, and looks once more when it is done.
  if (!merge) return;
  let outcome: Outcome = 'merged';
  let overtaken = 0;
  try {
    while (outcome !== 'nothing' && delivery.hasTime()) {
      outcome = await mergeOnce(clock, merge);
      overtaken = outcome === 'overtaken' ? overtaken + 1 : 0;
      if (overtaken === MOST_OVERTAKEN) throw new Error('The segments change faster than they are merged');
    }
  } finally {
    await end(merge);
  }
  // Also what came while this one was about to end, and was told to nobody.
  if (planMerge((await readLiveSegments(job)).segments)) await queueIndexJob(job);
}

/** Changes in a row that a merge gives way to: then its message is delivered again later. */
const MOST_OVERTAKEN = 10;

type Outcome = 'merged' | 'overtaken' | 'nothing';

/** The right to merge a bot's segments. */
interface Merge {
  readonly bot: BotKey;
  readonly leasedTo: string;
  readonly leasedUntil: number;
}

async function begin(
  clock: Clock,
  { accountId, botId }: IndexJob,
  { messageId: leasedTo, leaseSeconds }: MergeDelivery,
): Promise<Merge | null> {
  const bot = { accountId, botId };
  const now = epochSeconds(clock());
  const leasedUntil = now + leaseSeconds;
  try {
    const { Attributes } = await MergeEntity.build(UpdateItemCommand)
      .item({ ...bot, leasedTo, leasedUntil })
      .options({
        condition: {
          or: [
            { attr: 'leasedUntil', exists: false },
            { attr: 'leasedUntil', lt: now },
            { attr: 'leasedTo', eq: leasedTo },
          ],
        },
        returnValues: 'ALL_NEW',
      })
      .send();
    // A merge that died before it went live: nothing else knows of what it wrote.
    if (Attributes?.begun !== undefined) await eraseSegment({ ...bot, segmentId: Attributes.begun });
    return { bot, leasedTo, leasedUntil };
  } catch (error) {
    if (isConditionFailure(error)) return null;
    throw error;
  }
}

/** Gives the lease back. What was begun and is not live stays written down for the next one. */
async function end({ bot, ...lease }: Merge): Promise<void> {
  const isClear: Condition<typeof MergeEntity> = { attr: 'begun', exists: false };
  try {
    await MergeEntity.build(DeleteItemCommand)
      .key(bot)
      .options({ condition: { and: [isMine(lease), isClear] } })
      .send();
    return;
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
  }
  try {
    await MergeEntity.build(UpdateItemCommand)
      .item({ ...bot, leasedUntil: $remove(), leasedTo: $remove() })
      .options({ condition: isMine(lease) })
      .send();
  } catch (error) {
    // After the lease's end another function may be at it.
    if (!isConditionFailure(error)) throw error;
  }
}

async function mergeOnce(clock: Clock, merge: Merge): Promise<Outcome> {
  const { segments, addsUp } = await readLiveSegments(merge.bot);
  const sources = addsUp ? planMerge(segments) : null;
  if (!sources) return addsUp ? 'nothing' : 'overtaken';
  const loaded = await loadAll(sources);
  if (!loaded) return 'overtaken';
  const bytes = mergeSegments(
    sources.map(({ removedDocuments, titles }, index) => ({
      segment: loaded[index] as Segment,
      removedDocuments: [...(removedDocuments ?? [])],
      titles: titles ?? {},
    })),
  );
  const merged = openSegment(bytes);
  const answering = sources.reduce((sum, { passages }) => sum + passages, 0);
  if (merged.passageCount !== answering)
    throw new Error(`${answering} passages answer and ${merged.passageCount} would after the merge`);
  const segmentId = `${newId(clock())}-merged`;
  try {
    await announce(merge, segmentId);
    if (answering > 0) await write(merge, segmentId, merged, bytes);
    await goLive(merge, sources, segmentId, merged);
    return 'merged';
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error;
    await eraseSegment({ ...merge.bot, segmentId });
    return 'overtaken';
  }
}

/** Null when one is gone: it was merged or removed after the manifest was read. */
async function loadAll(sources: readonly StoredSegment[]): Promise<readonly Segment[] | null> {
  const loaded: Segment[] = [];
  for (const source of sources) {
    const bytes = await getObject(segmentAddress(source));
    if (!bytes) return null;
    loaded.push(openSegment(bytes));
  }
  return loaded;
}

/** Something that the merge was made of has changed, or its lease has ended. */
class Overtaken extends Error {}

/** Says what is about to be written, so that it is found when this function dies. */
async function announce({ bot, ...lease }: Merge, begun: string): Promise<void> {
  try {
    await MergeEntity.build(UpdateItemCommand)
      .item({ ...bot, begun })
      .options({ condition: isMine(lease) })
      .send();
  } catch (error) {
    if (isConditionFailure(error)) throw new Overtaken();
    throw error;
  }
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
): Promise<void> {
  const refused = () => new Overtaken();
  const { key: objectKey } = segmentAddress({ ...bot, segmentId });
  const segment = { ...bot, segmentId, objectKey, passages, bytes, format: FORMAT_VERSION, isMerged: true };
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

function isMine({ leasedTo, leasedUntil }: Omit<Merge, 'bot'>): Condition<typeof MergeEntity> {
  return {
    and: [
      { attr: 'leasedTo', eq: leasedTo },
      { attr: 'leasedUntil', eq: leasedUntil },
    ],
  };
}
