import * as z from 'zod';
import { recordFilter } from '../filter';
import type { Functions } from '../lambda/functions';
import { TooManyRequests } from '../lambda/pool';
import type { Outcome, Queues, StreamRecord, Streams } from '../ports';
import { pause } from './queue-source';

export const StreamMapping = z.object({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  Enabled: z.boolean().default(true),
  StartingPosition: z.enum(['LATEST', 'TRIM_HORIZON']),
  BatchSize: z.number().default(100),
  MaximumBatchingWindowInSeconds: z.number().default(0),
  /** -1 retries until the record is too old. */
  MaximumRetryAttempts: z.number().default(-1),
  MaximumRecordAgeInSeconds: z.number().default(-1),
  BisectBatchOnFunctionError: z.boolean().default(false),
  FunctionResponseTypes: z.array(z.string()).default([]),
  DestinationConfig: z.object({ OnFailure: z.object({ Destination: z.string() }).optional() }).default({}),
  FilterCriteria: z.unknown().optional(),
});
export type StreamMapping = z.infer<typeof StreamMapping>;

/** Where a reader stands, kept over restarts. */
export interface Checkpoint {
  /** Undefined before the first: the mapping's starting position holds. */
  read(): { readonly after: string | undefined } | undefined;
  write(after: string | undefined): void;
}

export interface StreamSourceOptions {
  readonly mapping: StreamMapping;
  readonly streams: Streams;
  readonly functions: Functions;
  readonly queues: Queues;
  readonly checkpoint: Checkpoint;
  log(line: string): void;
  /** First wait after a failure; it doubles. */
  readonly backoffMs?: number;
}

type Condition = 'RetryAttemptsExhausted' | 'RecordAgeExceeded';

const BACKOFF_MS = 250;
const LONGEST_BACKOFF_MS = 30_000;
/** A stream keeps a record for a day. */
const KEPT_MS = 24 * 60 * 60_000;

class Stopped extends Error {}

/** Feeds a function from a table's stream in order, and passes over what fails for good. */
export class StreamSource {
  readonly #options: StreamSourceOptions;
  readonly #stop = new AbortController();
  readonly #passes: (record: unknown) => boolean;
  #reader: Promise<void> | undefined;
  #after: string | undefined;

  constructor(options: StreamSourceOptions) {
    this.#options = options;
    this.#passes = recordFilter(options.mapping.FilterCriteria);
  }

  async start(): Promise<void> {
    const { checkpoint, mapping, streams } = this.#options;
    const kept = checkpoint.read();
    if (kept) this.#after = kept.after;
    else {
      this.#after =
        mapping.StartingPosition === 'LATEST' ? await streams.latest(mapping.EventSourceArn) : undefined;
      checkpoint.write(this.#after);
    }
    this.#reader = this.#read();
  }

  /** Lets the batch in work end; what was not done is read again at the next start. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#reader;
  }

  /** Whether all that is in the stream has been worked through. */
  async idle(): Promise<boolean> {
    const { streams, mapping } = this.#options;
    return (await streams.read(mapping.EventSourceArn, this.#after, 1)).length === 0;
  }

  async #read(): Promise<void> {
    const { streams, mapping, log } = this.#options;
    const { signal } = this.#stop;
    let wake = () => {};
    let news = false;
    const unsubscribe = streams.subscribe(mapping.EventSourceArn, () => {
      news = true;
      wake();
    });
    signal.addEventListener('abort', () => wake(), { once: true });
    try {
      while (!signal.aborted) {
        try {
          news = false;
          const batch = await this.#collect();
          if (batch.length > 0) await this.#batch(batch);
          else if (!news && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
        } catch (error) {
          if (error instanceof Stopped || signal.aborted) return;
          log(`${mapping.EventSourceArn}: ${(error as Error).message}`);
          await pause(LONGEST_BACKOFF_MS / 10, signal);
        }
      }
    } finally {
      unsubscribe();
    }
  }

  async #collect(): Promise<readonly StreamRecord[]> {
    const { streams, mapping } = this.#options;
    const read = () => streams.read(mapping.EventSourceArn, this.#after, mapping.BatchSize);
    const batch = await read();
    if (
      batch.length === 0 ||
      batch.length >= mapping.BatchSize ||
      mapping.MaximumBatchingWindowInSeconds === 0
    ) {
      return batch;
    }
    await pause(mapping.MaximumBatchingWindowInSeconds * 1000, this.#stop.signal);
    return read();
  }

  async #batch(batch: readonly StreamRecord[]): Promise<void> {
    const wanted = batch.filter((record) => this.#passes(record));
    if (wanted.length > 0) await this.#work(wanted);
    this.#done(batch);
  }

  /** Returns when every record was worked on or given up. */
  async #work(records: readonly StreamRecord[]): Promise<void> {
    const { mapping } = this.#options;
    let rest = records;
    for (let attempts = 0; rest.length > 0; ) {
      rest = await this.#dropAged(rest, attempts);
      if (rest.length === 0) return;

      const outcome = await this.#invoke(rest);
      attempts += 1;
      const failedAt = this.#firstFailure(rest, outcome);
      if (failedAt < 0) return;
      if (failedAt > 0) {
        this.#done(rest.slice(0, failedAt));
        rest = rest.slice(failedAt);
      }
      if (mapping.BisectBatchOnFunctionError && rest.length > 1 && failedAt === 0) {
        const middle = Math.ceil(rest.length / 2);
        await this.#work(rest.slice(0, middle));
        this.#done(rest.slice(0, middle));
        return this.#work(rest.slice(middle));
      }
      if (mapping.MaximumRetryAttempts >= 0 && attempts > mapping.MaximumRetryAttempts) {
        return this.#giveUp(rest, 'RetryAttemptsExhausted', attempts, outcome);
      }
      await this.#wait(attempts);
    }
  }

  async #dropAged(records: readonly StreamRecord[], attempts: number): Promise<readonly StreamRecord[]> {
    const { MaximumRecordAgeInSeconds } = this.#options.mapping;
    const oldest = Date.now() - (MaximumRecordAgeInSeconds < 0 ? KEPT_MS : MaximumRecordAgeInSeconds * 1000);
    const aged = records.filter((record) => arrivedAt(record) < oldest);
    if (aged.length > 0) await this.#giveUp(aged, 'RecordAgeExceeded', attempts, undefined);
    return records.filter((record) => !aged.includes(record));
  }

  async #invoke(records: readonly StreamRecord[]): Promise<Outcome> {
    const { functions, mapping } = this.#options;
    const event = JSON.stringify({ Records: records });
    for (;;) {
      if (this.#stop.signal.aborted) throw new Stopped();
      try {
        return await functions.invokeRaw(mapping.FunctionName, event);
      } catch (error) {
        if (!(error instanceof TooManyRequests)) throw error;
        await pause(BACKOFF_MS, this.#stop.signal);
      }
    }
  }

  /** Index of the first record to be seen again, or -1. */
  #firstFailure(records: readonly StreamRecord[], outcome: Outcome): number {
    if (!outcome.ok) return 0;
    if (!this.#options.mapping.FunctionResponseTypes.includes('ReportBatchItemFailures')) return -1;
    if (outcome.payload === null || outcome.payload === '') return -1;
    const answer = BatchResponse.safeParse(outcome.payload);
    if (!answer.success) return 0;
    const failed = new Set((answer.data.batchItemFailures ?? []).map((failure) => failure.itemIdentifier));
    if (failed.size === 0) return -1;
    // An unknown number fails the whole batch.
    return Math.max(
      0,
      records.findIndex((record) => failed.has(record.dynamodb.SequenceNumber)),
    );
  }

  async #giveUp(
    records: readonly StreamRecord[],
    condition: Condition,
    attempts: number,
    outcome: Outcome | undefined,
  ): Promise<void> {
    const { mapping, functions, queues, log } = this.#options;
    log(`${mapping.FunctionName}: ${records.length} stream record(s) given up, ${condition}`);
    const destination = mapping.DestinationConfig.OnFailure?.Destination;
    const [first, last] = [records[0], records.at(-1)];
    if (!destination || !first || !last) return;
    await queues.send(
      destination,
      JSON.stringify({
        requestContext: {
          requestId: outcome?.requestId ?? '',
          functionArn: functions.arnOf(mapping.FunctionName),
          condition,
          approximateInvokeCount: attempts,
        },
        ...(outcome && {
          responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
        }),
        version: '1.0',
        timestamp: new Date().toISOString(),
        DDBStreamBatchInfo: {
          shardId: 'shardId-00000000000000000000-00000000',
          startSequenceNumber: first.dynamodb.SequenceNumber,
          endSequenceNumber: last.dynamodb.SequenceNumber,
          approximateArrivalOfFirstRecord: new Date(arrivedAt(first)).toISOString(),
          approximateArrivalOfLastRecord: new Date(arrivedAt(last)).toISOString(),
          batchSize: records.length,
          streamArn: mapping.EventSourceArn,
        },
      }),
    );
  }

  #done(records: readonly StreamRecord[]): void {
    const last = records.at(-1)?.dynamodb.SequenceNumber;
    if (last === undefined || last === this.#after) return;
    this.#after = last;
    this.#options.checkpoint.write(last);
  }

  async #wait(attempts: number): Promise<void> {
    const first = this.#options.backoffMs ?? BACKOFF_MS;
    await pause(Math.min(first * 2 ** (attempts - 1), LONGEST_BACKOFF_MS), this.#stop.signal);
  }
}

const BatchResponse = z.object({
  batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })).nullish(),
});

function arrivedAt(record: StreamRecord): number {
  return record.dynamodb.ApproximateCreationDateTime * 1000;
}
