import * as z from 'zod';
import type { Resource } from '#infra/local/assembly/model';
import { described, readProperties } from '#infra/local/assembly/properties';

const Seconds = z.coerce.number().int().nonnegative();

const RedrivePolicy = z.object({
  deadLetterTargetArn: z.string(),
  maxReceiveCount: z.coerce.number().int().min(1),
});

/** Properties of AWS::SQS::Queue that make a difference here. */
const QueueProperties = z.object({
  VisibilityTimeout: Seconds.max(43_200).default(30),
  DelaySeconds: Seconds.max(900).default(0),
  ReceiveMessageWaitTimeSeconds: Seconds.max(20).default(0),
  MessageRetentionPeriod: Seconds.min(60).max(1_209_600).default(345_600),
  MaximumMessageSize: z.coerce.number().int().min(1_024).max(1_048_576).default(1_048_576),
  FifoQueue: z.boolean().default(false),
  ContentBasedDeduplication: z.boolean().default(false),
  DeduplicationScope: z.enum(['queue', 'messageGroup']).default('queue'),
  RedrivePolicy: RedrivePolicy.optional(),
});

/** A queue as the template says it is. */
export interface QueueDefinition extends z.infer<typeof QueueProperties> {
  readonly name: string;
  readonly arn: string;
}

export function readQueue(resource: Resource): QueueDefinition {
  const properties = readProperties(QueueProperties, resource);
  const arn = resource.attributes.Arn;
  if (!arn) throw new Error(`${described(resource)}: it has no ARN`);
  return { ...properties, name: queueName(arn), arn };
}

/** The name at the end of a queue's ARN or URL. */
export function queueName(arnOrUrl: string): string {
  return arnOrUrl.slice(Math.max(arnOrUrl.lastIndexOf(':'), arnOrUrl.lastIndexOf('/')) + 1);
}
