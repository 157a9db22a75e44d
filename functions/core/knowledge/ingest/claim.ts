import { $remove, type Condition, UpdateItemCommand, UpdateTransaction } from 'dynamodb-toolbox';
import type { FailureReason } from '../../../contract/documents';
import { AccountId } from '../../../contract/ids';
import { type Clock, epochSeconds } from '../../../platform/clock';
import { isConditionFailure, transact } from '../../../platform/table-writes';
import { release } from '../../accounts/plan';
import { DocumentEntity } from '../documents/entity';
import { UNVERSIONED } from '../documents/keys';
import type { StoredDocument } from '../documents/stored-document';
import type { IngestJob } from './job';

/** Who works on a document, and until when at most. */
export interface Lease {
  readonly messageId: string;
  readonly seconds: number;
}

/**
 * Takes a document for this message alone, until the lease ends. Null when there is nothing to do: it was
 * deleted, it is done, another upload was taken before (a replayed form), or another message has it. That one
 * comes back if its function dies, so this one may be dropped; and when it does come back it goes on at once,
 * since dropping it for its own lease would leave the document to nobody.
 */
export async function claimDocument(
  clock: Clock,
  job: IngestJob,
  { messageId, seconds }: Lease,
): Promise<StoredDocument | null> {
  const now = epochSeconds(clock());
  const uploadVersion = job.versionId ?? UNVERSIONED;
  try {
    const { Attributes } = await DocumentEntity.build(UpdateItemCommand)
      .item({
        ...keyOf(job),
        status: 'processing',
        uploadVersion,
        leasedTo: messageId,
        leasedUntil: now + seconds,
        updatedAt: clock().toISOString(),
      })
      .options({
        condition: {
          and: [
            {
              or: [
                { attr: 'status', eq: 'pending' },
                { attr: 'status', eq: 'processing' },
              ],
            },
            {
              or: [
                { attr: 'uploadVersion', exists: false },
                { attr: 'uploadVersion', eq: uploadVersion },
              ],
            },
            {
              or: [
                { attr: 'leasedUntil', exists: false },
                { attr: 'leasedUntil', lt: now },
                { attr: 'leasedTo', eq: messageId },
              ],
            },
          ],
        },
        returnValues: 'ALL_NEW',
      })
      .send();
    return (Attributes as StoredDocument | undefined) ?? null;
  } catch (error) {
    if (isConditionFailure(error)) return null;
    throw error;
  }
}

/** Lets the next delivery try again at once, instead of when the lease ends. */
export async function releaseDocument(claimed: StoredDocument): Promise<void> {
  try {
    await DocumentEntity.build(UpdateItemCommand)
      .item({ ...keyOf(claimed), leasedUntil: $remove() })
      .options({ condition: isClaimed(claimed) })
      .send();
  } catch (error) {
    // After the claim's end another function may be at it.
    if (!isConditionFailure(error)) throw error;
  }
}

/** Ends the work on a document that can't be read, and gives its place in the plan back. False when the claim was lost. */
export async function failDocument(
  clock: Clock,
  claimed: StoredDocument,
  failureReason: FailureReason,
): Promise<boolean> {
  try {
    await transact(
      {
        write: DocumentEntity.build(UpdateTransaction)
          .item({
            ...keyOf(claimed),
            status: 'failed',
            failureReason,
            leasedUntil: $remove(),
            updatedAt: clock().toISOString(),
          })
          .options({ condition: isClaimed(claimed) }),
        refused: () => new ClaimLost(),
      },
      release(AccountId.parse(claimed.accountId), 'documents'),
    );
    return true;
  } catch (error) {
    if (error instanceof ClaimLost) return false;
    throw error;
  }
}

/** The document was deleted, or the claim has ended and another function has it. */
export class ClaimLost extends Error {}

/** The condition that a claim still holds. */
export function isClaimed(claimed: StoredDocument): Condition<typeof DocumentEntity> {
  return {
    and: [
      { attr: 'status', eq: 'processing' },
      { attr: 'leasedUntil', eq: claimed.leasedUntil ?? 0 },
    ],
  };
}

export function keyOf({
  accountId,
  botId,
  documentId,
}: Pick<StoredDocument, 'accountId' | 'botId' | 'documentId'>) {
  return { accountId, botId, documentId };
}
