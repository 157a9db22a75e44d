import { setTimeout as sleep } from 'node:timers/promises';

/** How fast a model writes. */
export interface ModelPace {
  /** Until its first token, in milliseconds. */
  readonly firstTokenMs: number;
  readonly tokensPerSecond: number;
}

/** About as a small model on AWS writes. */
export const REAL_PACE: ModelPace = { firstTokenMs: 350, tokensPerSecond: 40 };

/** The tokens as they come from a model of this pace; without one, at once. */
export async function* atPace(
  tokens: AsyncIterable<string>,
  pace: ModelPace | undefined,
): AsyncGenerator<string, void, void> {
  if (!pace) return yield* tokens;
  let due = performance.now() + pace.firstTokenMs;
  for await (const token of tokens) {
    // By the clock, so that timers that come late don't add up.
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    yield token;
    due += 1_000 / pace.tokensPerSecond;
  }
}
