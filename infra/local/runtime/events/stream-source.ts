import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { recordFilter } from '../filter';
import type { Functions } from '../lambda/functions';
import type { Objects, StreamRecord, Streams } from '../ports';
import { Lane } from './lane';
import { pause } from './queue-source';
import { Stopped, StreamBatches } from './stream-batches';
import type { StreamMapping } from './stream-mapping';

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
  readonly objects: Objects;
  readonly checkpoint: Checkpoint;
  log(line: string): void;
  /** First wait after a failure; it doubles. */
  readonly backoffMs?: number;
}

/** Wait after something that is not the function has failed. */
const TROUBLE_MS = 3_000;

/**
 * Feeds a function from a table's stream, and passes over what fails for good. As many batches as the mapping's
 * parallelization factor says are worked on at the same time, each with items of its own: the changes of an item
 * come in order, those of two items may not.
 */
export class StreamSource {
  readonly #options: StreamSourceOptions;
  readonly #stop = new AbortController();
  readonly #passes: (record: unknown) => boolean;
  readonly #lanes: readonly Lane<StreamRecord>[];
  readonly #batches: StreamBatches;
  /** Records that were read, in their order, until they and all before them are done. */
  readonly #open = new Map<string, 'waiting' | 'done'>();
  #waiting = 0;
  #running: Promise<unknown> | undefined;
  /** All up to here is done. */
  #after: string | undefined;
  #wake = () => {};
  #news = false;

  constructor(options: StreamSourceOptions) {
    this.#options = options;
    const { mapping } = options;
    const { signal } = this.#stop;
    // Each lane listens, also while it waits: more than Node takes for a leak.
    setMaxListeners(0, signal);
    this.#passes = recordFilter(mapping.FilterCriteria);
    this.#lanes = Array.from({ length: mapping.ParallelizationFactor }, () => new Lane(signal));
    this.#batches = new StreamBatches({ ...options, signal, done: (records) => this.#done(records) });
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
    this.#running = Promise.all([this.#read(this.#after), ...this.#lanes.map((lane) => this.#work(lane))]);
  }

  /** Lets the batches in work end; what was not done is read again at the next start. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  /** Whether all that is in the stream has been worked through. */
  async idle(): Promise<boolean> {
    const { streams, mapping } = this.#options;
    return (await streams.read(mapping.EventSourceArn, this.#after, 1)).length === 0;
  }

  /** Has what has come worked on without waiting for more. */
  endWindows(): void {
    for (const lane of this.#lanes) lane.endWindow();
  }

  /** Spreads what comes over the lanes, no more at a time than they can have in work. */
  async #read(from: string | undefined): Promise<void> {
    const { streams, mapping, log } = this.#options;
    const { signal } = this.#stop;
    let after = from;
    const tell = () => {
      this.#news = true;
      this.#wake();
    };
    const unsubscribe = streams.subscribe(mapping.EventSourceArn, tell);
    signal.addEventListener('abort', tell, { once: true });
    while (!signal.aborted) {
      this.#news = false;
      try {
        const room = mapping.BatchSize * this.#lanes.length - this.#waiting;
        const records = room > 0 ? await streams.read(mapping.EventSourceArn, after, room) : [];
        for (const record of records) this.#take(record);
        after = records.at(-1)?.dynamodb.SequenceNumber ?? after;
        if (records.length === 0 && !this.#news) await new Promise<void>((resolve) => (this.#wake = resolve));
      } catch (error) {
        log(`${mapping.EventSourceArn}: ${(error as Error).message}`);
        await pause(TROUBLE_MS, signal);
      }
    }
    unsubscribe();
  }

  #take(record: StreamRecord): void {
    this.#open.set(record.dynamodb.SequenceNumber, 'waiting');
    this.#waiting += 1;
    if (this.#passes(record)) this.#lanes[laneOf(record, this.#lanes.length)]?.add(record);
    else this.#done([record]);
  }

  /** One batch after the other. */
  async #work(lane: Lane<StreamRecord>): Promise<void> {
    const { mapping, log } = this.#options;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const batch = await lane.take(mapping.BatchSize, mapping.MaximumBatchingWindowInSeconds * 1000);
      try {
        await this.#batches.work(batch);
      } catch (error) {
        if (error instanceof Stopped || signal.aborted) return;
        log(`${mapping.EventSourceArn}: ${(error as Error).message}`);
        lane.putBack(batch.filter(({ dynamodb }) => this.#open.get(dynamodb.SequenceNumber) === 'waiting'));
        await pause(TROUBLE_MS, signal);
      }
    }
  }

  /** The checkpoint follows as far as nothing before it is still to be done. */
  #done(records: readonly StreamRecord[]): void {
    for (const { dynamodb } of records) this.#open.set(dynamodb.SequenceNumber, 'done');
    this.#waiting -= records.length;
    this.#news = true;
    this.#wake();
    let last: string | undefined;
    for (const [sequence, state] of this.#open) {
      if (state !== 'done') break;
      this.#open.delete(sequence);
      last = sequence;
    }
    if (last === undefined) return;
    this.#after = last;
    this.#options.checkpoint.write(last);
  }
}

/** The changes of an item have one lane. */
function laneOf({ dynamodb }: StreamRecord, lanes: number): number {
  if (lanes === 1) return 0;
  const key = Object.entries(dynamodb.Keys).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(key)).digest().readUInt32BE() % lanes;
}
