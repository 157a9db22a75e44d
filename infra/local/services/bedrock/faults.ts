import { setTimeout as sleep } from 'node:timers/promises';
import { BedrockError } from './error';

export type ModelOperation = 'invoke' | 'converse' | 'converse-stream';

/** A way a model can fail, for tests. */
export interface ModelFault {
  readonly operation: ModelOperation;
  /**
   * `throttle`: 429 ThrottlingException. `unavailable`: 503 before the first token. `break`: the stream ends in an
   * error after `afterTokens` tokens. `cut`: the connection is lost there. `slow`: `delayMs` before each token,
   * and before the one answer of `invoke`.
   */
  readonly kind: 'throttle' | 'unavailable' | 'break' | 'cut' | 'slow';
  readonly afterTokens?: number;
  readonly delayMs?: number;
  /** Only calls whose request holds this text. */
  readonly containing?: string;
  /** How many calls it hits before it ends by itself; default: all. */
  readonly times?: number;
}

/** Faults in force. */
export class Faults {
  private readonly active = new Map<symbol, { readonly fault: ModelFault; left: number }>();

  add(fault: ModelFault): () => void {
    const id = Symbol(fault.kind);
    this.active.set(id, { fault, left: fault.times ?? Number.POSITIVE_INFINITY });
    return () => this.active.delete(id);
  }

  /** The faults that hit this call; each counts as used by it. */
  hitting(operation: ModelOperation, request: string): readonly ModelFault[] {
    const hits: ModelFault[] = [];
    for (const [id, entry] of this.active) {
      const { fault } = entry;
      if (fault.operation !== operation || !request.includes(fault.containing ?? '')) continue;
      hits.push(fault);
      entry.left -= 1;
      if (entry.left <= 0) this.active.delete(id);
    }
    return hits;
  }
}

/** Throws the fault that refuses a call before it begins, if one hits it. */
export function refuseIfFaulty(faults: readonly ModelFault[]): void {
  if (faults.some(({ kind }) => kind === 'throttle')) {
    throw new BedrockError('ThrottlingException', 429, 'Too many requests, please wait before trying again.');
  }
  if (faults.some(({ kind }) => kind === 'unavailable')) {
    throw new BedrockError('ServiceUnavailableException', 503, 'Bedrock is unable to process your request.');
  }
}

/** Waits as a slow model does. */
export async function delayed(faults: readonly ModelFault[]): Promise<void> {
  const slow = faults.find(({ kind }) => kind === 'slow');
  if (slow) await sleep(slow.delayMs ?? SLOW_MS);
}

const SLOW_MS = 1_000;
const FLUSH_MS = 20;

export class StreamBroken extends Error {}
class ConnectionCut extends Error {}

/** The tokens as a model with these faults gives them: late, or not all of them. */
export async function* throughFaults(
  tokens: Iterable<string>,
  faults: readonly ModelFault[],
): AsyncGenerator<string, void, void> {
  const ending = faults.find(({ kind }) => kind === 'break' || kind === 'cut');
  const fail = async () => {
    if (ending?.kind !== 'cut') throw new StreamBroken('The model stopped in the middle.');
    // What was said before must have left, or the connection would seem to have failed before the first token.
    await sleep(FLUSH_MS);
    throw new ConnectionCut('connection cut by a fault');
  };
  let given = 0;
  for (const token of tokens) {
    if (ending && given >= (ending.afterTokens ?? 3)) await fail();
    await delayed(faults);
    yield token;
    given += 1;
  }
  // An answer shorter than the fault's place fails at its end.
  if (ending) await fail();
}
