/** The time of the local cloud. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls back when the time was moved; returns how to stop. */
  onMove(moved: () => void): () => void;
}

/**
 * The machine's time, or one that a test has moved: of services, functions and schedules alike. It runs on from where it
 * was moved to, and stands as the machine's again after a restart. Queues, retries and time-outs wait by the machine's
 * time, or what is under way at a jump would be late or lost.
 */
export class MovableClock implements Clock {
  #offset = 0;
  readonly #listeners = new Set<() => void>();

  now(): number {
    return Date.now() + this.#offset;
  }

  /** Milliseconds from the machine's time to this one. */
  get offset(): number {
    return this.#offset;
  }

  moveTo(time: number): void {
    this.#offset = time - Date.now();
    for (const moved of this.#listeners) moved();
  }

  onMove(moved: () => void): () => void {
    this.#listeners.add(moved);
    return () => this.#listeners.delete(moved);
  }
}
