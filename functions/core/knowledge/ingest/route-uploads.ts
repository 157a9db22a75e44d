import { environment } from '#platform/environment';
import { type ObjectNotification, objectsIn } from '#platform/object-notification';
import { sendAllToQueue } from '#platform/queues';
import type { IngestJob } from '../documents/ingest-job';
import { parseUploadKey } from '../documents/keys';

/** Hands each upload on to the work queue, in the group of its account: S3 itself can't name a group. */
export async function routeUploads(notification: ObjectNotification): Promise<void> {
  const messages = objectsIn(notification).flatMap(({ key, versionId }) => {
    const upload = parseUploadKey(key);
    if (!upload) return [];
    const job: IngestJob = { ...upload, versionId: versionId ?? null };
    return [{ body: job, group: upload.accountId }];
  });
  await sendAllToQueue(environment('INGEST_QUEUE_URL'), messages);
}
