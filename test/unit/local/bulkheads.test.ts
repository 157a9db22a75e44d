import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { QueueMapping, QueueSource } from '#infra/local/runtime/events/queue-source';
import type { Functions } from '#infra/local/runtime/lambda/functions';
import { Pool } from '#infra/local/runtime/lambda/pool';
import type { Queues, ReceivedMessage } from '#infra/local/runtime/ports';
import { temporaryFolder } from '#test/helpers/temporary-folder';

describe('reserved concurrency that is more than this machine has instances', () => {
  it('admits as many as it says, which take turns', async () => {
    const directory = temporaryFolder();
    const file = join(directory, 'index.mjs');
    writeFileSync(
      file,
      `const id = Math.random();
       export const handler = () => new Promise((later) => setTimeout(() => later(id), 50));`,
    );
    const pool = new Pool(
      {
        data: {
          module: pathToFileURL(file).href,
          handler: 'handler',
          functionName: 'example',
          functionArn: 'arn:aws:lambda:eu-central-1:000000000000:function:example',
          memoryMb: 128,
          redirectedHosts: [],
          endpoint: 'http://127.0.0.1:9',
        },
        environment: {},
        timeoutMs: 20_000,
        reserved: 100,
      },
      () => {},
    );
    try {
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => pool.invoke('{}')));
      expect(outcomes.every(({ ok }) => ok)).toBe(true);
      const instances = new Set(outcomes.map((outcome) => (outcome.ok ? outcome.payload : null)));
      expect(instances.size).toBeLessThanOrEqual(16);
    } finally {
      await pool.close();
    }
  });
});

describe('the maximum concurrency of a queue', () => {
  it('is never passed, however much waits', async () => {
    const waiting = Array.from({ length: 6 }, (_, number) => ({
      messageId: `m${number}`,
      receiptHandle: `h${number}`,
      body: '{}',
      md5OfBody: '',
      attributes: {},
      messageAttributes: {},
    })) satisfies ReceivedMessage[];
    const done: string[] = [];
    let [active, most] = [0, 0];
    const queues: Queues = {
      async receive(_, { max, waitMs, signal }) {
        if (waiting.length === 0)
          await new Promise<void>((resolve) => {
            signal?.addEventListener('abort', () => resolve(), { once: true });
            setTimeout(resolve, waitMs).unref();
          });
        return waiting.splice(0, max);
      },
      delete: async (_, handles) => void done.push(...handles),
      changeVisibility: async () => {},
      send: async () => {},
      depth: () => waiting.length,
    };
    const functions = {
      async invokeRaw() {
        active += 1;
        most = Math.max(most, active);
        await new Promise((later) => setTimeout(later, 20));
        active -= 1;
        return { ok: true, payload: null, requestId: 'r' };
      },
    } as unknown as Functions;
    const source = new QueueSource({
      mapping: QueueMapping.parse({
        EventSourceArn: 'arn:aws:sqs:eu-central-1:000000000000:jobs',
        FunctionName: 'worker',
        BatchSize: 1,
        ScalingConfig: { MaximumConcurrency: 1 },
      }),
      region: 'eu-central-1',
      queues,
      functions,
      log: () => {},
    });
    source.start();
    await expect.poll(() => done.length).toBe(6);
    await source.stop();
    expect(most).toBe(1);
  });
});
