import type { Stage, Throttle } from './model';

/** A token bucket: holds `burst` tokens, gains `rate` a second. */
export class TokenBucket {
  #tokens: number;
  #filledAt: number;

  constructor(
    private readonly throttle: Throttle,
    private readonly now: () => number,
  ) {
    this.#tokens = throttle.burst;
    this.#filledAt = now();
  }

  /** Whether one more may pass now. */
  take(): boolean {
    const now = this.now();
    const gained = ((now - this.#filledAt) / 1000) * this.throttle.rate;
    this.#tokens = Math.min(this.throttle.burst, this.#tokens + gained);
    this.#filledAt = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}

/** Buckets of one API: each stage throttles each of its routes apart, by the route's own settings or the stage's. */
export class RouteThrottles {
  readonly #buckets = new Map<string, TokenBucket>();

  constructor(private readonly now: () => number) {}

  /** Whether a call of this route may pass; a stage that sets no limit lets all pass. */
  admits(stage: Stage, routeKey: string): boolean {
    const throttle = stage.throttles.get(routeKey) ?? stage.defaultThrottle;
    if (!throttle) return true;
    const key = `${stage.name} ${routeKey}`;
    let bucket = this.#buckets.get(key);
    if (!bucket) {
      bucket = new TokenBucket(throttle, this.now);
      this.#buckets.set(key, bucket);
    }
    return bucket.take();
  }
}
