import { $add, $remove, DeleteTransaction, PutTransaction, UpdateTransaction } from 'dynamodb-toolbox';
import type { DocumentId } from '#contract/base/ids';
import type { BotRef } from '#core/bots/bots';
import { ManifestEntity } from '#core/bots/manifest/entity';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { type ConditionalWrite, transact } from '#platform/table-writes';
import { releaseQuota } from './document-quota';
import { type DocumentRef, loadDocument, requireBot } from './documents';
import { ContentEntity, DocumentEntity, FormerDocumentEntity, LineageEntity } from './entity';
import { DocumentChanged, retryOptimistically } from './optimistic-retry';
import { findHoldingSegment, type HoldingSegment, removeFromSegment } from './segments';
import type { StoredDocument } from './stored-document';
import { removedAt } from './undo-deletion';

/**
 * Deletes a document: it answers no more from the moment this returns. Its files are erased afterwards, by
 * what follows the table's stream.
 */
export async function deleteDocument(
  clock: Clock,
  actor: Actor,
  { botId, documentId }: DocumentRef,
): Promise<void> {
  const bot = await requireBot(actor, botId);
  await remove(bot, documentId, (stored) => removedAt(clock(), stored));
}

/** Takes a document out of what answers and what counts, for good. */
export async function removeDocument(bot: BotRef, documentId: DocumentId): Promise<void> {
  await remove(bot, documentId, () => []);
}

async function remove(
  { accountId, botId }: BotRef,
  documentId: DocumentId,
  kept: (stored: StoredDocument) => readonly ConditionalWrite[],
): Promise<void> {
  await retryOptimistically(async () => {
    const stored = await loadDocument({ accountId, botId }, documentId);
    const writes = await removal({ accountId, botId }, stored, await findHoldingSegment(stored));
    await transact(...writes, ...kept(stored));
  });
}

async function removal(
  bot: BotRef,
  stored: StoredDocument,
  holder: HoldingSegment | null,
): Promise<readonly ConditionalWrite[]> {
  const { documentId, status, contentHash, lineage, replacement, passages = 0 } = stored;
  const writes: ConditionalWrite[] = [
    {
      // The status as it was read: a publication in between would leave a segment that nobody owns.
      write: DocumentEntity.build(DeleteTransaction)
        .key({ ...bot, documentId })
        .options({
          condition: {
            and: [
              { attr: 'status', eq: status },
              replacement === undefined
                ? { attr: 'replacement', exists: false }
                : { attr: 'replacement', eq: replacement },
            ],
          },
        }),
      refused: () => new DocumentChanged(),
    },
  ];
  if (replacement !== undefined) writes.push(...inherit(stored, replacement));
  // One that failed gave its place in the plan back then.
  else if (status !== 'failed') writes.push(...(await releaseQuota(stored)));
  if (contentHash)
    writes.push({ write: ContentEntity.build(DeleteTransaction).key({ ...bot, contentHash }) });
  if (status === 'success' && lineage !== undefined)
    writes.push({ write: LineageEntity.build(DeleteTransaction).key({ ...bot, lineage }) });
  if (holder) {
    writes.push(removeFromSegment(holder, passages), {
      write: ManifestEntity.build(UpdateTransaction).item({
        ...bot,
        version: $add(1),
        documents: $add(-1),
        passages: $add(-passages),
      }),
    });
  }
  return writes;
}

/**
 * The place in the plan of a deleted document passes to the new version of it that is on its way, and so do the answers
 * that cite it, once that version is there.
 */
function inherit(
  { accountId, botId, documentId, lineage = documentId }: StoredDocument,
  heir: string,
): ConditionalWrite[] {
  return [
    {
      write: DocumentEntity.build(UpdateTransaction)
        .item({ accountId, botId, documentId: heir, replaces: $remove() })
        .options({ condition: { attr: 'replaces', eq: documentId } }),
      refused: () => new DocumentChanged(),
    },
    { write: FormerDocumentEntity.build(PutTransaction).item({ accountId, botId, documentId, lineage }) },
  ];
}
