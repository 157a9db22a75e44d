import { availableParallelism } from 'node:os';
import * as z from 'zod';
import { recordFilter } from '../filter';
import type { Functions } from '../lambda/functions';
import { TooManyRequests } from '../lambda/pool';
import type { Outcome, Queues, ReceivedMessage } from '../ports';

export const QueueMapping = z.object({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  Enabled: z.boolean().default(true),
  BatchSize: z.number().default(10),
  MaximumBatchingWindowInSeconds: z.number().default(0),
  FunctionResponseTypes: z.array(z.string()).default([]),
  ScalingConfig: z.object({ MaximumConcurrency: z.number().optional() }).optional(),
  FilterCriteria: z.unknown().optional(),
});
export type QueueMapping = z.infer<typeof QueueMapping>;

export interface QueueSourceOptions {
  readonly mapping: QueueMapping;
  readonly region: string;
  readonly queues: Queues;
  readonly functions: Functions;
  log(line: string): void;
}

/** Batches in work at a time. Lambda begins with five and grows; here more than there are cores only take turns. */
const POLLERS = Math.max(2, Math.min(5, availableParallelism()));
const POLL_MS = 20_000;
const BACKOFF_MS = 500;

/** Feeds a function from a queue, a batch at a time. What is not deleted comes back when its visibility ends. */
export class QueueSource {
  readonly #options: QueueSourceOptions;
  readonly #stop = new AbortController();
  readonly #passes: (record: unknown) => boolean;
  #pollers: Promise<void>[] = [];

  constructor(options: QueueSourceOptions) {
    this.#options = options;
    this.#passes = recordFilter(options.mapping.FilterCriteria);
  }

  start(): void {
    const most = this.#options.mapping.ScalingConfig?.MaximumConcurrency ?? POLLERS;
    this.#pollers = Array.from({ length: Math.min(most, POLLERS) }, () => this.#poll());
  }

  /** Takes no more messages, and lets batches in work end. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#pollers);
  }

  async #poll(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      try {
        const batch = await this.#collect();
        if (batch.length > 0) await this.#work(batch);
      } catch (error) {
        if (this.#stop.signal.aborted) return;
        this.#options.log(`${this.#options.mapping.EventSourceArn}: ${(error as Error).message}`);
        await pause(BACKOFF_MS, this.#stop.signal);
      }
    }
  }

  /** A batch as soon as it is full, or when the batching window ends after its first message. */
  async #collect(): Promise<readonly ReceivedMessage[]> {
    const { EventSourceArn, BatchSize, MaximumBatchingWindowInSeconds } = this.#options.mapping;
    const { signal } = this.#stop;
    const receive = (max: number, waitMs: number) =>
      this.#options.queues.receive(EventSourceArn, { max, waitMs, signal });

    const batch = [...(await receive(BatchSize, POLL_MS))];
    const until = Date.now() + MaximumBatchingWindowInSeconds * 1000;
    while (batch.length > 0 && batch.length < BatchSize && !signal.aborted) {
      const left = until - Date.now();
      if (left <= 0) break;
      batch.push(...(await receive(BatchSize - batch.length, left)));
    }
    return batch;
  }

  async #work(received: readonly ReceivedMessage[]): Promise<void> {
    const { mapping, queues } = this.#options;
    const batch = received.filter((message) => this.#passes(filterable(message)));
    const filtered = received.filter((message) => !batch.includes(message));
    // What no filter lets through is gone, as on AWS.
    if (filtered.length > 0) await queues.delete(mapping.EventSourceArn, handles(filtered));
    if (batch.length === 0) return;

    const outcome = await this.#invoke(batch);
    const failed = failures(
      batch,
      outcome,
      mapping.FunctionResponseTypes.includes('ReportBatchItemFailures'),
    );
    const done = batch.filter((message) => !failed.has(message.messageId));
    if (done.length > 0) await queues.delete(mapping.EventSourceArn, handles(done));
  }

  async #invoke(batch: readonly ReceivedMessage[]): Promise<Outcome> {
    const { mapping, functions, region } = this.#options;
    const event = JSON.stringify({
      Records: batch.map((message) => ({
        messageId: message.messageId,
        receiptHandle: message.receiptHandle,
        body: message.body,
        attributes: message.attributes,
        messageAttributes: Object.fromEntries(
          Object.entries(message.messageAttributes).map(([name, attribute]) => [
            name,
            { ...attribute, stringListValues: [], binaryListValues: [] },
          ]),
        ),
        md5OfBody: message.md5OfBody,
        eventSource: 'aws:sqs',
        eventSourceARN: mapping.EventSourceArn,
        awsRegion: region,
      })),
    });
    for (;;) {
      try {
        return await functions.invokeRaw(mapping.FunctionName, event);
      } catch (error) {
        // Throttled: the batch is tried again. Should its visibility end meanwhile, another poller has it too.
        if (!(error instanceof TooManyRequests) || this.#stop.signal.aborted) throw error;
        await pause(BACKOFF_MS, this.#stop.signal);
      }
    }
  }
}

const BatchResponse = z.object({
  batchItemFailures: z.array(z.object({ itemIdentifier: z.string().min(1) })).nullish(),
});

/** Ids of the messages that are to be seen again. An answer that can't be understood fails them all. */
function failures(
  batch: readonly ReceivedMessage[],
  outcome: Outcome,
  partial: boolean,
): ReadonlySet<string> {
  const all = new Set(batch.map((message) => message.messageId));
  if (!outcome.ok) return all;
  if (!partial || outcome.payload === null || outcome.payload === '') return new Set();
  const answer = BatchResponse.safeParse(outcome.payload);
  if (!answer.success) return all;
  const failed = (answer.data.batchItemFailures ?? []).map((failure) => failure.itemIdentifier);
  return failed.every((id) => all.has(id)) ? new Set(failed) : all;
}

/** Filters look into a JSON body by its fields. */
function filterable(message: ReceivedMessage): unknown {
  try {
    return { ...message, body: JSON.parse(message.body) as unknown };
  } catch {
    return message;
  }
}

function handles(messages: readonly ReceivedMessage[]): string[] {
  return messages.map((message) => message.receiptHandle);
}

/** Waits, but not past an abort. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });
}
