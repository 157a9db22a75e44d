import { UpdateTransaction } from 'dynamodb-toolbox';
import * as z from 'zod';
import { AccountId, BotId, DocumentId } from '../../../contract/ids';
import { deleteObject, headObject } from '../../../platform/buckets';
import { type Clock, epochSeconds } from '../../../platform/clock';
import { environment } from '../../../platform/environment';
import { MAX_DELAY_SECONDS, sendToQueue } from '../../../platform/queues';
import { transact } from '../../../platform/table-writes';
import { release } from '../../accounts/plan';
import type { IngestJob } from '../ingest/job';
import { DocumentEntity } from './entity';
import { UNVERSIONED, type UploadRef, uploadAddress } from './keys';
import { findDocument } from './stored-document';

/** How long an upload's form may be posted. */
export const UPLOAD_SECONDS = 15 * 60;
/** S3 judges a form's age when the post begins: one that began at the last moment has as long again to arrive. */
export const ARRIVAL_SECONDS = 2 * UPLOAD_SECONDS;

/** An upload that was announced, and when (epoch seconds) it has either arrived or will not. */
export const UploadDeadline = z.object({
  accountId: AccountId,
  botId: BotId,
  documentId: DocumentId,
  at: z.number().int().positive(),
});
export type UploadDeadline = z.infer<typeof UploadDeadline>;

/** Has an announced upload looked at when it must have arrived. */
export async function watchUpload(now: Date, upload: UploadRef): Promise<void> {
  await wake(now, { ...upload, at: epochSeconds(now) + ARRIVAL_SECONDS });
}

/**
 * Ends an announced upload when its time has come. What arrived without anybody telling is taken in. What did not
 * arrive fails, which gives its place in the plan back. And whatever lies in the bucket besides the version that
 * was taken in is erased: posts of a form that was used again, or whose document was deleted meanwhile. Repeating
 * it changes nothing.
 */
export async function settleUpload(clock: Clock, deadline: UploadDeadline): Promise<void> {
  const now = clock();
  if (epochSeconds(now) < deadline.at) return wake(now, deadline);
  const { at: _, ...upload } = deadline;
  const document = await findDocument(upload, upload.documentId);
  if (document?.status !== 'pending') return eraseOthers(upload, document?.uploadVersion);
  const arrived = await headObject(uploadAddress(upload));
  if (!arrived) return failPending(now, upload);
  const job: IngestJob = { ...upload, versionId: arrived.versionId };
  await sendToQueue(environment('INGEST_QUEUE_URL'), { body: job, group: upload.accountId });
}

/** A queue holds a message back for 15 minutes at most, so a later deadline takes several. */
async function wake(now: Date, deadline: UploadDeadline): Promise<void> {
  await sendToQueue(environment('UPLOAD_DEADLINES_QUEUE_URL'), {
    body: deadline,
    group: deadline.accountId,
    delaySeconds: Math.min(MAX_DELAY_SECONDS, deadline.at - epochSeconds(now)),
  });
}

class NotPending extends Error {}

/** Only while it is pending: a function that takes the upload in, or a deletion, may be faster by a moment. */
async function failPending(now: Date, { accountId, botId, documentId }: UploadRef): Promise<void> {
  try {
    await transact(
      {
        write: DocumentEntity.build(UpdateTransaction)
          .item({
            accountId,
            botId,
            documentId,
            status: 'failed',
            failureReason: 'not_uploaded',
            updatedAt: now.toISOString(),
          })
          .options({ condition: { attr: 'status', eq: 'pending' } }),
        refused: () => new NotPending(),
      },
      release(accountId, 'documents'),
    );
  } catch (error) {
    if (!(error instanceof NotPending)) throw error;
  }
}

async function eraseOthers(upload: UploadRef, keptVersion: string | undefined): Promise<void> {
  for (;;) {
    const head = await headObject(uploadAddress(upload));
    if (!head || (head.versionId ?? UNVERSIONED) === keptVersion) return;
    await deleteObject({ ...uploadAddress(upload), versionId: head.versionId ?? undefined });
  }
}
