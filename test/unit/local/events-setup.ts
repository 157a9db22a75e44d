import { afterEach } from 'vitest';
import type { Functions } from '#infra/local/runtime/lambda/functions';
import { TooManyRequests } from '#infra/local/runtime/lambda/pool';
import type { Objects, Outcome, Queues, ReceivedMessage } from '#infra/local/runtime/ports';

export const FAILURES = 'arn:aws:sqs:eu-central-1:000000000000:failures';
export const KEPT = 'arn:aws:s3:::failures';

/** A function that answers as the test says; `Error` is what a handler throws. */
export function functionOf(
  answer: (event: never, call: number) => unknown,
): Functions & { readonly calls: unknown[] } {
  const calls: unknown[] = [];
  const invokeRaw = async (_: string, text: string, requestId = `r${calls.length}`): Promise<Outcome> => {
    const event = JSON.parse(text) as never;
    calls.push(event);
    try {
      return { ok: true, payload: (await answer(event, calls.length)) ?? null, requestId };
    } catch (error) {
      if (error instanceof TooManyRequests) throw error;
      return { ok: false, error: { errorType: 'Error', errorMessage: (error as Error).message }, requestId };
    }
  };
  return {
    calls,
    names: ['worker'],
    nameOf: (name) => (name === 'worker' ? name : undefined),
    has: () => false,
    arnOf: () => 'arn:aws:lambda:eu-central-1:000000000000:function:worker',
    invokeRaw,
    invoke: (name, event) => invokeRaw(name, JSON.stringify(event)),
    active: () => 0,
    kill: async () => 0,
    reload() {},
    async close() {},
  };
}

/** Buckets that keep what is put into them. */
export class MemoryObjects implements Objects {
  readonly kept: { readonly arn: string; readonly key: string; readonly body: unknown }[] = [];

  async put(arn: string, key: string, body: string): Promise<void> {
    this.kept.push({ arn, key, body: JSON.parse(body) });
  }
}

/** A queue whose messages are invisible once received, until they are deleted. */
export class MemoryQueues implements Queues {
  readonly sent: { readonly arn: string; readonly body: unknown }[] = [];
  readonly inFlight = new Map<string, ReceivedMessage>();
  #waiting: ReceivedMessage[] = [];
  #wake = () => {};

  put(...bodies: string[]): void {
    for (const body of bodies) {
      const messageId = `m-${body}`;
      this.#waiting.push({
        messageId,
        receiptHandle: `h-${body}`,
        body,
        md5OfBody: '',
        attributes: { ApproximateReceiveCount: '1' },
        messageAttributes: { kind: { dataType: 'String', stringValue: 'x' } },
      });
    }
    this.#wake();
  }

  async receive(_: string, options: { max: number; waitMs: number; signal?: AbortSignal }) {
    if (this.#waiting.length === 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        options.signal?.addEventListener('abort', () => resolve(), { once: true });
        setTimeout(resolve, options.waitMs).unref();
      });
    }
    const taken = this.#waiting.splice(0, options.max);
    for (const message of taken) this.inFlight.set(message.receiptHandle, message);
    return taken;
  }

  async delete(_: string, handles: readonly string[]) {
    for (const handle of handles) this.inFlight.delete(handle);
  }

  async changeVisibility() {}

  async send(arn: string, body: string) {
    this.sent.push({ arn, body: JSON.parse(body) });
  }

  depth() {
    return this.#waiting.length + this.inFlight.size;
  }
}

export const stops: (() => Promise<unknown>)[] = [];

/** Registers what the tests of a file need. */
export function prepareEvents(): void {
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
  });
}
