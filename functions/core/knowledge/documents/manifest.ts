import { setTimeout as sleep } from 'node:timers/promises';
import { type FormattedItem, QueryCommand } from 'dynamodb-toolbox';
import { knowledgePartition, ManifestEntity } from '#core/bots/manifest/entity';
import { isReadable } from '#core/retrieval/format';
import type { BotKey, Manifest, ManifestReader, VectorIndexOf } from '#core/retrieval/ports';
import { table } from '#platform/table';
import { readItem } from '#platform/table-reads';
import { SegmentEntity } from './entity';

/** Reads what answers for a bot right now: consistently, so that a deletion holds from the moment it returned. */
export const manifestReader: ManifestReader = { readManifest };

async function readManifest(bot: BotKey): Promise<Manifest> {
  const { version, segments, vectorIndex } = await readLiveSegments(bot);
  const readable = segments.filter(({ format }) => isReadable(format));
  return {
    version,
    ...(readable.length < segments.length && { unreadable: segments.length - readable.length }),
    segments: readable.map((segment) => {
      const { segmentId: id, objectKey: key, removedDocuments, titles = {} } = segment;
      const { lexicalBytes: bytes = 0, lexicalCrc: crc = 0 } = segment;
      return {
        id,
        key,
        removedDocuments: [...(removedDocuments ?? [])],
        titles,
        ...(isIndexed(segment, vectorIndex) && { lexical: { bytes, crc } }),
      };
    }),
    ...(vectorIndex && { vectorIndex }),
  };
}

/** Whether the bot's vector index has the vectors of a segment. One that is the bot's no more has none. */
export function isIndexed({ indexedIn }: StoredSegment, index: VectorIndexOf | undefined): boolean {
  return index !== undefined && indexedIn === index.name;
}

export type StoredManifest = FormattedItem<typeof ManifestEntity>;
export type StoredSegment = FormattedItem<typeof SegmentEntity>;

/** What answers for a bot, as its items say. */
export interface LiveSegments {
  readonly version: number;
  readonly segments: readonly StoredSegment[];
  readonly vectorIndex: VectorIndexOf | undefined;
  /** Whether it was read as of one moment: passages add up to those that the manifest counts. */
  readonly addsUp: boolean;
}

/** A query sees each item as it is, but not all as of one moment. */
const READS = 4;
/** What a read waits for between: a transaction that is being applied. */
const READ_PAUSE_MS = 20;

/**
 * Read in the middle of a transaction that replaces or merges, the segments could be both or neither: then their
 * passages don't add up to those of the manifest, and it is read again.
 */
export async function readLiveSegments(bot: BotKey): Promise<LiveSegments> {
  let read = await readOnce(bot);
  for (let attempt = 1; attempt < READS && !read.addsUp; attempt++) {
    await sleep(READ_PAUSE_MS * attempt);
    read = await readOnce(bot);
  }
  return read;
}

async function readOnce({ accountId, botId }: BotKey): Promise<LiveSegments> {
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({ partition: knowledgePartition({ accountId, botId }), range: { beginsWith: 'MANIFEST#' } })
    .entities(ManifestEntity, SegmentEntity)
    .options({ consistent: true, maxPages: Number.POSITIVE_INFINITY, showEntityAttr: true })
    .send();
  let [version, passages] = [0, 0];
  let vectorIndex: VectorIndexOf | undefined;
  const segments: StoredSegment[] = [];
  for (const item of Items) {
    if (item.entity === 'Manifest') {
      version = item.version;
      passages += item.passages;
      vectorIndex = item.vectorIndex;
    } else {
      segments.push(item);
      passages -= item.passages;
    }
  }
  return { version, segments, vectorIndex, addsUp: passages === 0 };
}

/** The vector index of a bot, if it is a large one. */
export async function readIndex({ accountId, botId }: BotKey): Promise<VectorIndexOf | undefined> {
  const found = await readItem(ManifestEntity, { accountId, botId });
  return found?.vectorIndex;
}
