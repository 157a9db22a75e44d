import { $remove, type Condition, GetItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { type Clock, epochSeconds } from '../../../platform/clock';
import { isConditionFailure } from '../../../platform/table-writes';
import type { StoredDocument } from '../documents/documents';
import { DocumentEntity } from '../documents/entity';
import type { IngestJob } from './job';

/** Where an unversioned bucket leaves the version out, every upload of a key is the same one. */
const UNVERSIONED = 'null';

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
  await whileClaimed(claimed, { leasedUntil: $remove() });
}

/** Ends the work on a document that can't be read. */
export async function failDocument(
  clock: Clock,
  claimed: StoredDocument,
  failureReason: string,
): Promise<void> {
  await whileClaimed(claimed, {
    status: 'failed',
    failureReason,
    leasedUntil: $remove(),
    updatedAt: clock().toISOString(),
  });
}

/** Whether the document has not been deleted. */
export async function isThere(claimed: StoredDocument): Promise<boolean> {
  const { Item } = await DocumentEntity.build(GetItemCommand)
    .key(keyOf(claimed))
    .options({ consistent: true })
    .send();
  return Item !== undefined;
}

/** Changes the document only while the claim holds: after its end another function may be at it. */
async function whileClaimed(
  claimed: StoredDocument,
  changes: {
    readonly status?: 'failed';
    readonly failureReason?: string;
    readonly leasedUntil: ReturnType<typeof $remove>;
    readonly updatedAt?: string;
  },
): Promise<void> {
  try {
    await DocumentEntity.build(UpdateItemCommand)
      .item({ ...keyOf(claimed), ...changes })
      .options({ condition: isClaimed(claimed) })
      .send();
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
  }
}

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
