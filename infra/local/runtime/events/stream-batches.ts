import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Functions } from '../lambda/functions';
import { TooManyRequests } from '../lambda/pool';
import type { Objects, Outcome, StreamRecord } from '../ports';
import { pause } from './queue-source';
import type { StreamMapping } from './stream-mapping';

export interface StreamBatchesOptions {
  readonly mapping: StreamMapping;
  readonly functions: Functions;
  readonly objects: Objects;
  readonly signal: AbortSignal;
  log(line: string): void;
  /** First wait after a failure; it doubles. */
  readonly backoffMs?: number;
  /** Told of records that are worked on or given up, as soon as they are. */
  done(records: readonly StreamRecord[]): void;
}

type Condition = 'RetryAttemptsExhausted' | 'RecordAgeExceeded';

const BACKOFF_MS = 250;
const LONGEST_BACKOFF_MS = 30_000;
/** The only one of a local stream. */
const SHARD = 'shardId-00000000000000000000-00000000';
/** A stream keeps a record for a day. */
const KEPT_MS = 24 * 60 * 60_000;

/** The source stops: what is not done comes again at the next start. */
export class Stopped extends Error {}

/** Hands batches of a stream to its function: tried again, split, and given up as the mapping says. */
export class StreamBatches {
  readonly #options: StreamBatchesOptions;

  constructor(options: StreamBatchesOptions) {
    this.#options = options;
  }

  /**
   * Returns when every record was worked on or given up.
   * @throws Stopped
   */
  async work(records: readonly StreamRecord[]): Promise<void> {
    const { mapping, done } = this.#options;
    let rest = records;
    for (let attempts = 0; rest.length > 0; ) {
      rest = await this.#dropAged(rest, attempts);
      if (rest.length === 0) return;

      const outcome = await this.#invoke(rest);
      attempts += 1;
      const failedAt = this.#firstFailure(rest, outcome);
      if (failedAt < 0) return done(rest);
      if (failedAt > 0) {
        done(rest.slice(0, failedAt));
        rest = rest.slice(failedAt);
      }
      if (mapping.BisectBatchOnFunctionError && rest.length > 1 && failedAt === 0) {
        const middle = Math.ceil(rest.length / 2);
        await this.work(rest.slice(0, middle));
        return this.work(rest.slice(middle));
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
    const { functions, mapping, signal } = this.#options;
    const event = JSON.stringify({ Records: records });
    for (;;) {
      if (signal.aborted) throw new Stopped();
      try {
        return await functions.invokeRaw(mapping.FunctionName, event);
      } catch (error) {
        if (!(error instanceof TooManyRequests)) throw error;
        await pause(BACKOFF_MS, signal);
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
    const { mapping, functions, objects, log, done } = this.#options;
    log(`${mapping.FunctionName}: ${records.length} stream record(s) given up, ${condition}`);
    const destination = mapping.DestinationConfig.OnFailure?.Destination;
    const [first, last] = [records[0], records.at(-1)];
    if (destination && first && last) {
      await objects.put(
        destination,
        keyOf(mapping),
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
            shardId: SHARD,
            startSequenceNumber: first.dynamodb.SequenceNumber,
            endSequenceNumber: last.dynamodb.SequenceNumber,
            approximateArrivalOfFirstRecord: new Date(arrivedAt(first)).toISOString(),
            approximateArrivalOfLastRecord: new Date(arrivedAt(last)).toISOString(),
            batchSize: records.length,
            streamArn: mapping.EventSourceArn,
          },
          payload: JSON.stringify({ Records: records }),
        }),
      );
    }
    done(records);
  }

  async #wait(attempts: number): Promise<void> {
    const first = this.#options.backoffMs ?? BACKOFF_MS;
    await pause(Math.min(first * 2 ** (attempts - 1), LONGEST_BACKOFF_MS), this.#options.signal);
  }
}

/** As Lambda names it: `aws/lambda/MAPPING/SHARD/2026/01/31/2026-01-31T12.00.00-UUID`. */
function keyOf({ FunctionName }: StreamMapping): string {
  const now = new Date().toISOString();
  const [day = ''] = now.split('T');
  const time = now.slice(0, 19).replaceAll(':', '.');
  return `aws/lambda/${FunctionName}/${SHARD}/${day.replaceAll('-', '/')}/${time}-${randomUUID()}`;
}

const BatchResponse = z.object({
  batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })).nullish(),
});

function arrivedAt(record: StreamRecord): number {
  return record.dynamodb.ApproximateCreationDateTime * 1000;
}
