import * as z from 'zod';
import type { Resource } from '#infra/local/assembly/model';
import { readProperties } from '#infra/local/assembly/properties';

const CorsRule = z.object({
  AllowedMethods: z.array(z.string()),
  AllowedOrigins: z.array(z.string()),
  AllowedHeaders: z.array(z.string()).default([]),
  ExposedHeaders: z.array(z.string()).default([]),
  MaxAge: z.coerce.number().int().optional(),
});
export type CorsRule = z.infer<typeof CorsRule>;

const QueueConfiguration = z.object({
  Event: z.string(),
  Queue: z.string(),
  Filter: z
    .object({ S3Key: z.object({ Rules: z.array(z.object({ Name: z.string(), Value: z.string() })) }) })
    .optional(),
});
export type QueueConfiguration = z.infer<typeof QueueConfiguration>;

/** Notifications go to queues: what else a template asks for would silently not happen, so it is refused. */
const NotificationConfiguration = z.strictObject({
  QueueConfigurations: z.array(QueueConfiguration).default([]),
});

/** Properties of AWS::S3::Bucket that make a difference here. */
const BucketProperties = z.object({
  CorsConfiguration: z.object({ CorsRules: z.array(CorsRule) }).optional(),
  NotificationConfiguration: NotificationConfiguration.optional(),
  VersioningConfiguration: z.object({ Status: z.enum(['Enabled', 'Suspended']) }).optional(),
});

/** A bucket as the template says it is. Nothing unsigned gets in: the local cloud serves no public bucket. */
export interface Bucket {
  readonly name: string;
  readonly arn: string;
  readonly versioned: boolean;
  readonly cors: readonly CorsRule[];
  readonly notifications: readonly QueueConfiguration[];
}

export function readBucket(resource: Resource): Bucket {
  const {
    CorsConfiguration,
    NotificationConfiguration: notify,
    VersioningConfiguration,
  } = readProperties(BucketProperties, resource);
  return {
    name: resource.id,
    arn: `arn:aws:s3:::${resource.id}`,
    versioned: VersioningConfiguration?.Status === 'Enabled',
    cors: CorsConfiguration?.CorsRules ?? [],
    notifications: notify?.QueueConfigurations ?? [],
  };
}
