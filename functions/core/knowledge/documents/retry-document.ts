import { $remove, UpdateTransaction } from 'dynamodb-toolbox';
import { AccountId, DocumentId } from '#contract/base/ids';
import type { Document } from '#contract/knowledge/documents';
import { assertRoom } from '#core/accounts/limits/quotas';
import { loadAccount } from '#core/accounts/plan';
import type { Actor } from '#platform/actor';
import { headObject } from '#platform/buckets';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { type ConditionalWrite, transact } from '#platform/table-writes';
import { handOverQuota, reserveQuota } from './document-quota';
import { type DocumentRef, loadDocument, requireBot } from './documents';
import { DocumentEntity } from './entity';
import { queueIngest, readAgain } from './ingest-job';
import { UNVERSIONED, uploadAddress, uploadRefOf } from './keys';
import { DocumentChanged, retryOptimistically } from './optimistic-retry';
import { findDocument, hasUnreadPictures, isKept, type StoredDocument, toDocument } from './stored-document';
import { scheduleUploadDeadline } from './upload-deadline';

/**
 * Has a document read again that failed though its file may be good, or whose pages that are pictures were left out. It takes its place in the plan anew, in the
 * transaction that puts it to work; one that is at work or done is left as it is.
 */
export async function retryDocument(
  clock: Clock,
  actor: Pick<Actor, 'accountId'>,
  { botId, documentId }: DocumentRef,
): Promise<Document> {
  const bot = await requireBot(actor, botId);
  return retryOptimistically(async () => {
    const failed = await loadDocument(bot, documentId);
    if (failed.status === 'success' && hasUnreadPictures(failed)) await readAgain(clock, failed);
    if (failed.status !== 'failed') return toDocument(failed);
    if (!isKept(failed)) throw new ParleyError('document.not_retryable');
    const now = clock();
    const upload = uploadRefOf(failed);
    const kept = failed.uploadVersion === UNVERSIONED ? undefined : failed.uploadVersion;
    const file = await headObject({ ...uploadAddress(upload), versionId: kept });
    if (!file) throw new ParleyError('document.not_retryable');
    const { failureReason: _, ...before } = failed;
    const retried: StoredDocument = {
      ...before,
      status: 'processing',
      uploadVersion: file.versionId ?? UNVERSIONED,
      updatedAt: now.toISOString(),
    };
    const place = await placeFor(now, failed);
    // Should this call die before the message is sent, the deadline ends what nobody takes up.
    await scheduleUploadDeadline(now, upload);
    await transact(putToWork(failed, retried), ...place);
    await queueIngest({ ...upload, versionId: file.versionId });
    return toDocument(retried);
  });
}

/** What it gave back when it failed: its place in the plan, or the promise of that of the document it replaces. */
async function placeFor(now: Date, failed: StoredDocument): Promise<readonly ConditionalWrite[]> {
  if (failed.replaces !== undefined) {
    const replaced = await findDocument(failed, DocumentId.parse(failed.replaces));
    if (!replaced) throw new ParleyError('document.not_replaceable');
    return [handOverQuota(failed, replaced)];
  }
  const account = await loadAccount(AccountId.parse(failed.accountId));
  assertRoom(account, 'documents', now);
  return reserveQuota(account, failed, now);
}

function putToWork(failed: StoredDocument, { uploadVersion, updatedAt }: StoredDocument): ConditionalWrite {
  const { accountId, botId, documentId } = failed;
  return {
    write: DocumentEntity.build(UpdateTransaction)
      .item({
        accountId,
        botId,
        documentId,
        status: 'processing',
        uploadVersion,
        updatedAt,
        failureReason: $remove(),
        // Of who had it when it failed: its message, should it come again, takes it up as any other does.
        leasedUntil: $remove(),
      })
      .options({
        condition: {
          and: [
            { attr: 'status', eq: 'failed' },
            { attr: 'updatedAt', eq: failed.updatedAt },
          ],
        },
      }),
    refused: () => new DocumentChanged(),
  };
}
