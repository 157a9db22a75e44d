/** The time of what runs by a clock locally. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls back when the time was moved; returns how to stop. */
  onMove(moved: () => void): () => void;
}

/**
 * The machine's time, or one that a test has moved. It runs on from where it was moved to, and stands as the machine's
 * again after a restart.
 */
export class MovableClock implements Clock {
  #offset = 0;
  readonly #listeners = new Set<() => void>();

  now(): number {
    return Date.now() + this.#offset;
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
