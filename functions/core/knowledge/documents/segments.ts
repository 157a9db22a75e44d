import {
  $add,
  DeleteItemCommand,
  DeleteTransaction,
  GetItemCommand,
  QueryCommand,
  UpdateTransaction,
} from 'dynamodb-toolbox';
import { replaced } from '#core/bots/entity';
import { knowledgePartition } from '#core/bots/manifest/entity';
import { deleteObject, type ObjectAddress } from '#platform/buckets';
import { environment } from '#platform/environment';
import { table } from '#platform/table';
import type { ConditionalWrite } from '#platform/table-writes';
import { SegmentDocumentsEntity, SegmentEntity, segmentDocumentsPrefix } from './entity';
import { segmentKey } from './keys';
import { readLiveSegments, type StoredSegment } from './manifest';
import { DocumentChanged } from './optimistic-retry';
import type { StoredDocument } from './stored-document';

/** A segment that has a document's passages. */
export type HoldingSegment = StoredSegment & { readonly holds: string };

/**
 * The live segment that a document answers from: its own, or the one that its own was merged into. Null when there
 * is none. It may be another by the time that something is written: the writes below are refused then.
 */
export async function findHoldingSegment(document: StoredDocument): Promise<HoldingSegment | null> {
  const { accountId, botId, documentId, segmentId } = document;
  if (segmentId === undefined) return null;
  const bot = { accountId, botId };
  const { Item: own } = await SegmentEntity.build(GetItemCommand)
    .key({ ...bot, segmentId })
    .options({ consistent: true })
    .send();
  if (own) return { ...own, holds: documentId };
  const { segments, addsUp, version } = await readLiveSegments(bot);
  for (const segment of segments) {
    if (!segment.isMerged || segment.removedDocuments?.has(documentId)) continue;
    if ((await readDocumentIds(segment)).includes(documentId)) return { ...segment, holds: documentId };
  }
  // What says what a segment holds goes with it: one that was merged meanwhile looks as if it held nothing.
  if (!addsUp || (await readLiveSegments(bot)).version !== version) throw new DocumentChanged();
  return null;
}

/** Documents that a merged segment has, those that were removed since too. */
export async function readDocumentIds({ accountId, botId, segmentId }: StoredSegment): Promise<string[]> {
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({
      partition: knowledgePartition({ accountId, botId }),
      range: { beginsWith: segmentDocumentsPrefix(segmentId) },
    })
    .entities(SegmentDocumentsEntity)
    .options({ consistent: true, maxPages: Number.POSITIVE_INFINITY })
    .send();
  return Items.flatMap(({ documentIds }) => documentIds);
}

/** Takes a document out of the segment that holds it, in the transaction that takes it out of the bot. */
export function removeFromSegment(
  { accountId, botId, segmentId, isMerged, holds }: HoldingSegment,
  passages: number,
): ConditionalWrite {
  const condition = { attr: 'objectKey', exists: true } as const;
  const refused = () => new DocumentChanged();
  if (!isMerged)
    return {
      write: SegmentEntity.build(DeleteTransaction)
        .key({ accountId, botId, segmentId })
        .options({ condition }),
      refused,
    };
  return {
    write: SegmentEntity.build(UpdateTransaction)
      .item({
        accountId,
        botId,
        segmentId,
        removedDocuments: $add(new Set([holds])),
        removedPassages: $add(passages),
        passages: $add(-passages),
        changes: $add(1),
      })
      .options({ condition }),
    refused,
  };
}

/** Has a document's passages cited under another title, in the transaction that gives it that. */
export function renameInSegment(
  { accountId, botId, segmentId, titles, changes, holds }: HoldingSegment,
  title: string,
): ConditionalWrite {
  return {
    write: SegmentEntity.build(UpdateTransaction)
      .item({
        accountId,
        botId,
        segmentId,
        titles: replaced({ ...titles, [holds]: title }),
        changes: $add(1),
      })
      .options({ condition: { and: [{ attr: 'objectKey', exists: true }, isUnchanged(changes)] } }),
    refused: () => new DocumentChanged(),
  };
}

/** The condition that no document of a segment was removed or renamed since it was read. */
export function isUnchanged(changes: number | undefined) {
  return changes === undefined
    ? ({ attr: 'changes', exists: false } as const)
    : ({ attr: 'changes', eq: changes } as const);
}

export function segmentAddress(ref: { accountId: string; botId: string; segmentId: string }): ObjectAddress {
  return { bucket: environment('INDEX_BUCKET'), key: segmentKey(ref) };
}

/** Erases what a segment that is not live has left: its bytes, and what says what it holds. Repeating it changes nothing. */
export async function eraseSegment(
  ref: Pick<StoredSegment, 'accountId' | 'botId' | 'segmentId'>,
): Promise<void> {
  const { accountId, botId, segmentId } = ref;
  await deleteObject(segmentAddress(ref));
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({
      partition: knowledgePartition({ accountId, botId }),
      range: { beginsWith: segmentDocumentsPrefix(segmentId) },
    })
    .entities(SegmentDocumentsEntity)
    .options({ consistent: true, attributes: ['accountId', 'botId', 'segmentId', 'part'] })
    .send();
  for (const { part } of Items)
    await SegmentDocumentsEntity.build(DeleteItemCommand).key({ accountId, botId, segmentId, part }).send();
}
