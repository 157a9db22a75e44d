import * as z from 'zod';
import type { ObjectAddress } from './buckets';

/** What S3 says of new objects; the message that it sends when a notification is set up has no records. */
export const ObjectNotification = z.union([
  z.object({
    Records: z.array(
      z.object({
        s3: z.object({
          bucket: z.object({ name: z.string() }),
          object: z.object({ key: z.string(), versionId: z.string().optional() }),
        }),
      }),
    ),
  }),
  z.object({ Event: z.literal('s3:TestEvent') }),
]);
export type ObjectNotification = z.infer<typeof ObjectNotification>;

/** The objects that a notification tells of. */
export function objectsIn(notification: ObjectNotification): ObjectAddress[] {
  if (!('Records' in notification)) return [];
  return notification.Records.map(({ s3: { bucket, object } }) => ({
    bucket: bucket.name,
    // S3 encodes keys as forms do.
    key: decodeURIComponent(object.key.replaceAll('+', ' ')),
    versionId: object.versionId,
  }));
}
