import { $add, DeleteItemCommand, DeleteTransaction, UpdateTransaction } from 'dynamodb-toolbox';
import { replaced } from '#core/bots/entity';
import { knowledgePartition } from '#core/bots/manifest/entity';
import { deleteObject, type ObjectAddress } from '#platform/buckets';
import { environment } from '#platform/environment';
import { listAll, readItem } from '#platform/table-reads';
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
  const own = await readItem(SegmentEntity, { ...bot, segmentId });
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

type SegmentRef = Pick<StoredSegment, 'accountId' | 'botId' | 'segmentId'>;

/** Documents that a merged segment has, those that were removed since too. */
export async function readDocumentIds(segment: SegmentRef): Promise<string[]> {
  return (await documentsOf(segment)).flatMap(({ documentIds }) => documentIds);
}

function documentsOf(segment: SegmentRef) {
  return listAll(
    SegmentDocumentsEntity,
    knowledgePartition(segment),
    segmentDocumentsPrefix(segment.segmentId),
  );
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
export async function eraseSegment(ref: SegmentRef): Promise<void> {
  const { accountId, botId, segmentId } = ref;
  await deleteObject(segmentAddress(ref));
  for (const { part } of await documentsOf(ref))
    await SegmentDocumentsEntity.build(DeleteItemCommand).key({ accountId, botId, segmentId, part }).send();
}
