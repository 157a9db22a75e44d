import type { ExportProblem } from '#contract/insight/reports';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';

/** How long the function that works on a job may go on. */
export interface Attempt {
  remainingTime(): number;
}

/** Attempts that may die without a word before one gives up: what takes too much memory once does so again. */
export const DEATHS = 2;

const AFTER_ITS_END_MS = 5_000;

/** Until when (milliseconds since 1970) a function works on an attempt that begins now: then Lambda has ended it. */
export function busyUntil(now: Date, { remainingTime }: Attempt): number {
  return now.getTime() + remainingTime() + AFTER_ITS_END_MS;
}

/** The function's time is nearly over: what is not written by now would be cut off. */
class TooLong extends Error {}

const SPARE_MS = 15_000;

export function assertTime({ remainingTime }: Attempt): void {
  if (remainingTime() < SPARE_MS) throw new TooLong('There is no time left to write it.');
}

export function problemOf(error: unknown): ExportProblem {
  if (error instanceof TooLong) return 'too_long';
  return error instanceof ParleyError && error.code === 'bot.not_found' ? 'bot_deleted' : 'internal';
}

/** Counts rows as they are written, and says so every second. */
export class Progress {
  rows = 0;
  #share = 0;
  #saidAt = 0;

  constructor(
    private readonly clock: Clock,
    private readonly say: (share: number, rows: number) => Promise<void>,
  ) {}

  readonly onRow = (): void => {
    this.rows += 1;
  };

  readonly onProgress = (share: number): void => {
    this.#share = share;
  };

  async *follow(pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const piece of pieces) {
      yield piece;
      const now = this.clock().getTime();
      if (now - this.#saidAt < 1_000) continue;
      this.#saidAt = now;
      // 100 % only once the file is stored.
      await this.say(Math.min(0.99, this.#share), this.rows);
    }
  }
}
