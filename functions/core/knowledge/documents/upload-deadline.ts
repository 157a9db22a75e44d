import { UpdateTransaction } from 'dynamodb-toolbox';
import * as z from 'zod';
import { AccountId, BotId, DocumentId } from '#contract/base/ids';
import type { FailureReason } from '#contract/knowledge/documents';
import { deleteVersions, headObject } from '#platform/buckets';
import { type Clock, epochSeconds } from '#platform/clock';
import { jobQueue } from '#platform/queues';
import { transact } from '#platform/table-writes';
import { releaseQuota } from './document-quota';
import { DocumentEntity } from './entity';
import { queueIngest } from './ingest-job';
import { type UploadRef, uploadAddress } from './keys';
import { retryOptimistically } from './optimistic-retry';
import { findDocument, type StoredDocument } from './stored-document';

/** How long an upload's form may be posted. */
export const UPLOAD_SECONDS = 15 * 60;
/** S3 judges a form's age when the post begins: one that began at the last moment has as long again to arrive. */
export const ARRIVAL_SECONDS = 2 * UPLOAD_SECONDS;
/** How long a document may be in work without a function taking it up: the queue hides a message for 12 minutes. */
export const ABANDONED_SECONDS = 60 * 60;

/** An upload that was announced, and when (epoch seconds) it has either arrived or will not. */
export const UploadDeadline = z.object({
  accountId: AccountId,
  botId: BotId,
  documentId: DocumentId,
  at: z.number().int().positive(),
});
export type UploadDeadline = z.infer<typeof UploadDeadline>;

/** Has an announced upload looked at when it must have arrived. */
export async function scheduleUploadDeadline(now: Date, upload: UploadRef): Promise<void> {
  await wake(now, { ...upload, at: epochSeconds(now) + ARRIVAL_SECONDS });
}

/**
 * Ends an announced upload when its time has come. What arrived without anybody telling is taken in. What did not
 * arrive fails, which gives its place in the plan back. So does, as our fault, what no function has taken up for
 * long: its functions were killed at every delivery, and the last one could not say so. And whatever the bucket
 * keeps under the upload's key besides the version that was taken in is erased, older versions and delete markers
 * too: posts of a form that was used again, or whose document was deleted meanwhile. Repeating it changes nothing.
 */
export async function enforceUploadDeadline(clock: Clock, deadline: UploadDeadline): Promise<void> {
  const now = clock();
  if (epochSeconds(now) < deadline.at) return wake(now, deadline);
  const { at: _, ...upload } = deadline;
  const document = await findDocument(upload, upload.documentId);
  if (document?.status === 'pending') return settlePending(now, upload, document);
  await deleteVersions(uploadAddress(upload), document?.uploadVersion);
  if (document?.status === 'processing')
    await endAbandoned(now, upload, document, secondsOf(document.updatedAt));
}

async function settlePending(now: Date, upload: UploadRef, document: StoredDocument): Promise<void> {
  const arrived = await headObject(uploadAddress(upload));
  if (!arrived) return fail(now, document, 'not_uploaded');
  await queueIngest({ ...upload, versionId: arrived.versionId });
  await endAbandoned(now, upload, document, secondsOf(document.createdAt) + ARRIVAL_SECONDS);
}

/** A delivery that comes after all takes it up again, see `claimDocument`. */
async function endAbandoned(
  now: Date,
  upload: UploadRef,
  document: StoredDocument,
  since: number,
): Promise<void> {
  const at = since + ABANDONED_SECONDS;
  if (epochSeconds(now) < at) await wake(now, { ...upload, at });
  else await fail(now, document, 'internal');
}

function secondsOf(at: string): number {
  return Math.floor(Date.parse(at) / 1000);
}

/** A queue holds a message back for 15 minutes at most, so a later deadline takes several. */
function wake(now: Date, deadline: UploadDeadline): Promise<void> {
  return queueDeadline(deadline, deadline.at - epochSeconds(now));
}

const queueDeadline = /* @__PURE__ */ jobQueue<UploadDeadline>('UPLOAD_DEADLINES_QUEUE_URL');

class Changed extends Error {}

/** Only while it is as it was read: a function that takes the upload in, or a deletion, may be faster by a moment. */
async function fail(now: Date, document: StoredDocument, failureReason: FailureReason): Promise<void> {
  const { accountId, botId, documentId, status, updatedAt } = document;
  const end = async () =>
    transact(
      {
        write: DocumentEntity.build(UpdateTransaction)
          .item({
            accountId,
            botId,
            documentId,
            status: 'failed',
            failureReason,
            updatedAt: now.toISOString(),
          })
          .options({
            condition: {
              and: [
                { attr: 'status', eq: status },
                { attr: 'updatedAt', eq: updatedAt },
              ],
            },
          }),
        refused: () => new Changed(),
      },
      ...(await releaseQuota(document)),
    );
  try {
    // Its bot may be deleted or brought back between the reading and the writing.
    await retryOptimistically(end);
  } catch (error) {
    if (!(error instanceof Changed)) throw error;
  }
}
