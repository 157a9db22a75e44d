import { $remove, type Condition, UpdateItemCommand, UpdateTransaction } from 'dynamodb-toolbox';
import { AccountId, DocumentId } from '#contract/base/ids';
import type { FailureReason } from '#contract/knowledge/documents';
import { loadAccount } from '#core/accounts/plan';
import { type Clock, epochSeconds } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { ifHolds, transact, unlessRefused } from '#platform/table-writes';
import { handOverQuota, releaseQuota, reserveQuota } from '../documents/document-quota';
import { DocumentEntity } from '../documents/entity';
import type { IngestJob } from '../documents/ingest-job';
import { UNVERSIONED } from '../documents/keys';
import { retryOptimistically } from '../documents/optimistic-retry';
import { findDocument, isKept, type StoredDocument } from '../documents/stored-document';

/** The message that works on a document, and until when at most. */
export interface Lease {
  readonly messageId: string;
  readonly seconds: number;
}

/**
 * Takes a document for this message alone, until the lease ends. Null when there is nothing to do: the document was
 * deleted or is done, another upload was taken before (a replayed form), or another message holds the lease. In the
 * last case this message may be dropped, since the other one is delivered again if its function dies. A message that
 * is delivered again ignores its own lease: waiting for it would leave the document to nobody. A document that failed
 * by our fault is taken again, so that its dead letter can be redriven.
 */
export async function claimDocument(
  clock: Clock,
  job: IngestJob,
  { messageId, seconds }: Lease,
): Promise<StoredDocument | null> {
  const now = epochSeconds(clock());
  const uploadVersion = job.versionId ?? UNVERSIONED;
  const claimed = await unlessRefused(
    DocumentEntity.build(UpdateItemCommand)
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
      .send(),
  );
  if (claimed) return (claimed.Attributes as StoredDocument | undefined) ?? null;
  const failed = await findDocument(job, job.documentId);
  const isRedriven = failed?.uploadVersion === undefined || failed.uploadVersion === uploadVersion;
  return failed?.status === 'failed' && isKept(failed) && isRedriven
    ? reclaimDocument(clock, failed, uploadVersion, { messageId, seconds })
    : null;
}

/**
 * Takes up a document that gave its place in the plan back when it failed: it needs one again. Where there is none
 * it says so and throws, so that the message goes back to the dead letters.
 */
async function reclaimDocument(
  clock: Clock,
  failed: StoredDocument,
  uploadVersion: string,
  { messageId, seconds }: Lease,
): Promise<StoredDocument | null> {
  const now = clock();
  const isFailed: Condition<typeof DocumentEntity> = { attr: 'updatedAt', eq: failed.updatedAt };
  const claimed = {
    status: 'processing',
    uploadVersion,
    leasedTo: messageId,
    leasedUntil: epochSeconds(now) + seconds,
    updatedAt: now.toISOString(),
  } as const;
  try {
    const replaced = failed.replaces && (await findDocument(failed, DocumentId.parse(failed.replaces)));
    if (replaced === undefined && failed.replaces) throw new ParleyError('document.not_replaceable');
    await transact(
      {
        write: DocumentEntity.build(UpdateTransaction)
          .item({ ...keyOf(failed), ...claimed, failureReason: $remove() })
          .options({ condition: { and: [{ attr: 'status', eq: 'failed' }, isFailed] } }),
        refused: () => new ClaimLost(),
      },
      ...(replaced
        ? [handOverQuota(failed, replaced)]
        : reserveQuota(await loadAccount(AccountId.parse(failed.accountId)), failed, now)),
    );
    const { failureReason: _, ...before } = failed;
    return { ...before, ...claimed };
  } catch (error) {
    if (error instanceof ClaimLost) return null;
    // What it was to replace is gone, or gets another new version by now.
    if (error instanceof ParleyError && error.code === 'document.not_replaceable') return null;
    if (error instanceof ParleyError && error.code === 'plan.limit_exceeded')
      await recordFullPlan(now, failed);
    throw error;
  }
}

async function recordFullPlan(now: Date, failed: StoredDocument): Promise<void> {
  // Refused: deleted, or taken up by another message meanwhile.
  await ifHolds(
    DocumentEntity.build(UpdateItemCommand)
      .item({ ...keyOf(failed), failureReason: 'plan_full', updatedAt: now.toISOString() })
      .options({
        condition: {
          and: [
            { attr: 'status', eq: 'failed' },
            { attr: 'updatedAt', eq: failed.updatedAt },
          ],
        },
      })
      .send(),
  );
}

/** Lets the next delivery try again at once, instead of when the lease ends. */
export async function releaseDocument(claimed: StoredDocument): Promise<void> {
  // Refused: after the claim's end another function may be at it.
  await ifHolds(
    DocumentEntity.build(UpdateItemCommand)
      .item({ ...keyOf(claimed), leasedUntil: $remove() })
      .options({ condition: isClaimed(claimed) })
      .send(),
  );
}

/** Ends the work on a document that can't be read, and gives its place in the plan back. False when the claim was lost. */
export async function failDocument(
  clock: Clock,
  claimed: StoredDocument,
  failureReason: FailureReason,
): Promise<boolean> {
  try {
    await retryOptimistically(async () => {
      const current = await findDocument(claimed, DocumentId.parse(claimed.documentId));
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
        ...(await releaseQuota(current ?? claimed)),
      );
    });
    return true;
  } catch (error) {
    if (error instanceof ClaimLost) return false;
    throw error;
  }
}

/** The document was deleted, or the claim has ended and another function has it. */
class ClaimLost extends Error {}

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
