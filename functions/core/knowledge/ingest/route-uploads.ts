import * as z from 'zod';
import { environment } from '#platform/environment';
import { sendAllToQueue } from '#platform/queues';
import type { IngestJob } from '../documents/ingest-job';
import { parseUploadKey } from '../documents/keys';

/** What S3 says of new objects; the message that it sends when a notification is set up has no records. */
export const UploadNotification = z.union([
  z.object({
    Records: z.array(
      z.object({
        s3: z.object({ object: z.object({ key: z.string(), versionId: z.string().optional() }) }),
      }),
    ),
  }),
  z.object({ Event: z.literal('s3:TestEvent') }),
]);
export type UploadNotification = z.infer<typeof UploadNotification>;

/** Hands each upload on to the work queue, in the group of its account: S3 itself can't name a group. */
export async function routeUploads(notification: UploadNotification): Promise<void> {
  if (!('Records' in notification)) return;
  const messages = notification.Records.flatMap(({ s3: { object } }) => {
    // S3 encodes keys as forms do.
    const upload = parseUploadKey(decodeURIComponent(object.key.replaceAll('+', ' ')));
    if (!upload) return [];
    const job: IngestJob = { ...upload, versionId: object.versionId ?? null };
    return [{ body: job, group: upload.accountId }];
  });
  await sendAllToQueue(environment('INGEST_QUEUE_URL'), messages);
}
