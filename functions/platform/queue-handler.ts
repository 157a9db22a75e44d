import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod';
import { beginLog, logger, ownersOf } from './logger';

/** How a message was delivered. */
export interface Delivered {
  readonly messageId: string;
  /** 1 at the first delivery. */
  readonly receiveCount: number;
  /** Id of the invocation that handles it. */
  readonly requestId: string;
  /** Milliseconds until the function is stopped. */
  remainingTime(): number;
}

/**
 * The Lambda behind a queue. Each message is handled by itself: one that fails is delivered again while the
 * others of its batch are done. One that can't be read is logged, and fails until the queue moves it to its
 * dead letters, where a person sees it: dropping it would lose it silently.
 */
export function queueHandler<SCHEMA extends z.ZodType>(
  schema: SCHEMA,
  handle: (body: z.output<SCHEMA>, delivered: Delivered) => Promise<unknown>,
) {
  return async (event: SQSEvent, context: Context) => {
    beginLog(context);
    const processor = new BatchProcessor(EventType.SQS);

    async function handleRecord(record: SQSRecord): Promise<void> {
      const delivered: Delivered = {
        messageId: record.messageId,
        receiveCount: Number(record.attributes.ApproximateReceiveCount),
        requestId: context.awsRequestId,
        remainingTime: () => context.getRemainingTimeInMillis(),
      };
      let body: z.output<SCHEMA> | undefined;
      try {
        body = parse(schema, record);
        await handle(body, delivered);
      } catch (error) {
        logger.error('A message failed.', {
          ...ownersOf(body),
          messageId: delivered.messageId,
          receiveCount: delivered.receiveCount,
          error: error instanceof Error ? error : String(error),
        });
        throw error;
      }
    }

    // A batch that failed as a whole is no failure of the function: its messages say so one by one.
    return processPartialResponse(event, handleRecord, processor, {
      context,
      throwOnFullBatchFailure: false,
    });
  };
}

/** A message of a batch that is handled as a whole. */
export interface BatchedMessage<BODY> {
  readonly body: BODY;
  readonly delivered: Pick<Delivered, 'messageId' | 'receiveCount'>;
}

/**
 * The Lambda behind a queue whose messages are handled together, where one by one would be too many writes. `handle`
 * gives the ids of those that are to be delivered again.
 */
export function queueBatchHandler<SCHEMA extends z.ZodType>(
  schema: SCHEMA,
  handle: (messages: readonly BatchedMessage<z.output<SCHEMA>>[]) => Promise<ReadonlySet<string>>,
) {
  return async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
    beginLog(context);
    const unreadable: string[] = [];
    const messages: BatchedMessage<z.output<SCHEMA>>[] = [];
    for (const record of event.Records) {
      const { messageId } = record;
      try {
        const receiveCount = Number(record.attributes.ApproximateReceiveCount);
        messages.push({ body: parse(schema, record), delivered: { messageId, receiveCount } });
      } catch (error) {
        logger.error('A message failed.', {
          messageId,
          error: error instanceof Error ? error : String(error),
        });
        unreadable.push(messageId);
      }
    }
    const failed = messages.length > 0 ? await handle(messages) : [];
    return {
      batchItemFailures: [...unreadable, ...failed].map((itemIdentifier) => ({ itemIdentifier })),
    };
  };
}

function parse<SCHEMA extends z.ZodType>(schema: SCHEMA, record: SQSRecord): z.output<SCHEMA> {
  const parsed = schema.safeParse(JSON.parse(record.body));
  if (!parsed.success) throw new Error(`The message can't be read: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
