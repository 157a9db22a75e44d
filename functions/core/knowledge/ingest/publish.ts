import { $add, $remove, PutTransaction, UpdateTransaction } from 'dynamodb-toolbox';
import type { Clock } from '../../../platform/clock';
import { transact } from '../../../platform/table-writes';
import { ContentEntity, DocumentEntity, ManifestEntity, SegmentEntity } from '../documents/entity';
import type { StoredDocument } from '../documents/stored-document';
import { UnreadableDocument } from '../extraction/unreadable';
import { ClaimLost, isClaimed, keyOf } from './claim';

export interface Publication {
  readonly segmentId: string;
  readonly objectKey: string;
  readonly bytes: number;
  readonly contentHash: string;
  readonly pages: number | null;
  readonly words: number;
  readonly passages: number;
  readonly language: string | null;
}

/**
 * Makes a segment live, in one transaction with its document's status, the mark of its content and the
 * manifest. False when the claim was lost, i.e. the document was deleted meanwhile. Throws `duplicate` when
 * the same content is in this bot already.
 */
export async function publishDocument(
  clock: Clock,
  claimed: StoredDocument,
  publication: Publication,
): Promise<boolean> {
  const { accountId, botId, documentId } = claimed;
  const bot = { accountId, botId };
  const { segmentId, objectKey, bytes, contentHash, pages, words, passages, language } = publication;
  try {
    await transact(
      {
        write: DocumentEntity.build(UpdateTransaction)
          .item({
            ...keyOf(claimed),
            status: 'success',
            segmentId,
            contentHash,
            words,
            passages,
            ...(pages === null ? {} : { pages }),
            ...(language === null ? {} : { language }),
            leasedUntil: $remove(),
            updatedAt: clock().toISOString(),
          })
          .options({ condition: isClaimed(claimed) }),
        refused: () => new ClaimLost(),
      },
      {
        write: ContentEntity.build(PutTransaction)
          .item({ ...bot, contentHash, documentId })
          .options({
            condition: {
              or: [
                { attr: 'documentId', exists: false },
                { attr: 'documentId', eq: documentId },
              ],
            },
          }),
        refused: () => new UnreadableDocument('duplicate', 'the same content is here already'),
      },
      { write: SegmentEntity.build(PutTransaction).item({ ...bot, segmentId, objectKey, passages, bytes }) },
      {
        write: ManifestEntity.build(UpdateTransaction).item({
          ...bot,
          version: $add(1),
          documents: $add(1),
          passages: $add(passages),
        }),
      },
    );
    return true;
  } catch (error) {
    if (error instanceof ClaimLost) return false;
    throw error;
  }
}
