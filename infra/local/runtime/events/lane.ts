import { pause } from './queue-source';

/** What waits to be worked on one batch after the other. */
export class Lane<ITEM> {
  readonly #signal: AbortSignal;
  #waiting: ITEM[] = [];
  #wake = () => {};
  #endWindow = () => {};

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', () => this.#wake(), { once: true });
  }

  add(...items: readonly ITEM[]): void {
    this.#waiting.push(...items);
    this.#wake();
  }

  /** Before all that waits. */
  putBack(items: readonly ITEM[]): void {
    this.#waiting.unshift(...items);
  }

  /** What is there is taken at once; without a window that is under way nothing happens. */
  endWindow(): void {
    this.#endWindow();
  }

  /** Up to `max` as soon as there are any, or, with a window, as soon as there are so many or it is over. */
  async take(max: number, windowMs: number): Promise<readonly ITEM[]> {
    while (this.#waiting.length === 0 && !this.#signal.aborted) await this.#change();
    if (windowMs > 0) await this.#fill(max, windowMs);
    // What is not begun when all stops is left to the next start.
    return this.#signal.aborted ? [] : this.#waiting.splice(0, max);
  }

  async #fill(max: number, windowMs: number): Promise<void> {
    const full = new AbortController();
    this.#endWindow = () => full.abort();
    const over = pause(windowMs, AbortSignal.any([this.#signal, full.signal]));
    let open = true;
    void over.then(() => {
      open = false;
      this.#wake();
    });
    while (open && this.#waiting.length < max) await this.#change();
    full.abort();
    await over;
  }

  #change(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }
}
