import * as z from 'zod';

/** An event source mapping of a table's stream, with Lambda's defaults. */
export const StreamMapping = z.object({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  Enabled: z.boolean().default(true),
  StartingPosition: z.enum(['LATEST', 'TRIM_HORIZON']),
  BatchSize: z.number().default(100),
  MaximumBatchingWindowInSeconds: z.number().default(0),
  /** Batches of a shard that are worked on at the same time. */
  ParallelizationFactor: z.number().int().min(1).max(10).default(1),
  /** -1 retries until the record is too old. */
  MaximumRetryAttempts: z.number().default(-1),
  MaximumRecordAgeInSeconds: z.number().default(-1),
  BisectBatchOnFunctionError: z.boolean().default(false),
  FunctionResponseTypes: z.array(z.string()).default([]),
  DestinationConfig: z.object({ OnFailure: z.object({ Destination: z.string() }).optional() }).default({}),
  FilterCriteria: z.unknown().optional(),
});
export type StreamMapping = z.infer<typeof StreamMapping>;
