import { describe, expect, it } from 'vitest';
import { QueueMapping, QueueSource } from '#infra/local/runtime/events/queue-source';
import type { Functions } from '#infra/local/runtime/lambda/functions';
import { TooManyRequests } from '#infra/local/runtime/lambda/pool';
import { functionOf, MemoryQueues, prepareEvents, stops } from './events-setup';

prepareEvents();

const JOBS = 'arn:aws:sqs:eu-central-1:000000000000:jobs';

describe('a queue source', () => {
  function start(queues: MemoryQueues, functions: Functions, mapping: object = {}): QueueSource {
    const source = new QueueSource({
      mapping: QueueMapping.parse({ EventSourceArn: JOBS, FunctionName: 'worker', ...mapping }),
      region: 'eu-central-1',
      queues,
      functions,
      log() {},
    });
    source.start();
    stops.push(() => source.stop());
    return source;
  }
  const bodies = (event: { Records: { body: string }[] }) => event.Records.map((record) => record.body);

  it('hands over a batch in the shape of Lambda, and deletes it when the function has ended', async () => {
    const queues = new MemoryQueues();
    const functions = functionOf(() => undefined);
    queues.put('a', 'b');
    start(queues, functions, { ScalingConfig: { MaximumConcurrency: 1 } });
    await expect.poll(() => queues.depth()).toBe(0);
    expect(functions.calls).toMatchObject([
      {
        Records: [
          {
            messageId: 'm-a',
            body: 'a',
            eventSource: 'aws:sqs',
            eventSourceARN: JOBS,
            awsRegion: 'eu-central-1',
            messageAttributes: { kind: { dataType: 'String', stringValue: 'x', stringListValues: [] } },
          },
          { messageId: 'm-b' },
        ],
      },
    ]);
  });

  it('takes no more than a batch at a time', async () => {
    const queues = new MemoryQueues();
    const functions = functionOf(() => undefined);
    queues.put('a', 'b', 'c');
    start(queues, functions, { BatchSize: 2, ScalingConfig: { MaximumConcurrency: 1 } });
    await expect.poll(() => queues.depth()).toBe(0);
    expect(functions.calls.map((call) => bodies(call as never))).toEqual([['a', 'b'], ['c']]);
  });

  it('waits for more within the batching window', async () => {
    const queues = new MemoryQueues();
    const functions = functionOf(() => undefined);
    queues.put('a');
    start(queues, functions, {
      BatchSize: 2,
      MaximumBatchingWindowInSeconds: 30,
      ScalingConfig: { MaximumConcurrency: 1 },
    });
    await expect.poll(() => queues.inFlight.size).toBe(1);
    expect(functions.calls).toEqual([]);
    queues.put('b');
    await expect.poll(() => functions.calls.map((call) => bodies(call as never))).toEqual([['a', 'b']]);
  });

  it('leaves a batch that failed to its visibility', async () => {
    const queues = new MemoryQueues();
    const functions = functionOf(() => {
      throw new Error('broken');
    });
    queues.put('a');
    start(queues, functions);
    await expect.poll(() => functions.calls.length).toBe(1);
    await stops.pop()?.();
    expect([...queues.inFlight.keys()]).toEqual(['h-a']);
  });

  it('keeps only the messages that a partial answer names', async () => {
    const queues = new MemoryQueues();
    const functions = functionOf(() => ({ batchItemFailures: [{ itemIdentifier: 'm-b' }] }));
    queues.put('a', 'b', 'c');
    start(queues, functions, {
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 1 },
    });
    await expect.poll(() => [...queues.inFlight.keys()]).toEqual(['h-b']);
  });

  it.each([
    ['an unknown id', { batchItemFailures: [{ itemIdentifier: 'm-z' }] }],
    ['an empty id', { batchItemFailures: [{ itemIdentifier: '' }] }],
    ['something else', 'done'],
  ])('keeps the whole batch when a partial answer names %s', async (_, answer) => {
    const queues = new MemoryQueues();
    const functions = functionOf(() => answer);
    queues.put('a', 'b');
    start(queues, functions, {
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 1 },
    });
    await expect.poll(() => functions.calls.length).toBe(1);
    await stops.pop()?.();
    expect(queues.inFlight.size).toBe(2);
  });

  it('runs no more batches at a time than its maximum concurrency', async () => {
    const queues = new MemoryQueues();
    let active = 0;
    let most = 0;
    const functions = functionOf(async () => {
      active += 1;
      most = Math.max(most, active);
      await new Promise((later) => setTimeout(later, 10));
      active -= 1;
    });
    queues.put('a', 'b', 'c', 'd', 'e', 'f');
    start(queues, functions, { BatchSize: 1, ScalingConfig: { MaximumConcurrency: 2 } });
    await expect.poll(() => queues.depth()).toBe(0);
    expect(functions.calls).toHaveLength(6);
    expect(most).toBeLessThanOrEqual(2);
  });

  it('tries a throttled batch again', async () => {
    const queues = new MemoryQueues();
    const functions = functionOf((_, call) => {
      if (call === 1) throw new TooManyRequests('busy');
    });
    queues.put('a');
    start(queues, functions);
    await expect.poll(() => queues.depth()).toBe(0);
    expect(functions.calls).toHaveLength(2);
  });

  it('drops what no filter lets through', async () => {
    const queues = new MemoryQueues();
    const functions = functionOf(() => undefined);
    queues.put('{"kind":"upload"}', '{"kind":"test"}');
    start(queues, functions, {
      FilterCriteria: { Filters: [{ Pattern: '{"body":{"kind":["upload"]}}' }] },
      ScalingConfig: { MaximumConcurrency: 1 },
    });
    await expect.poll(() => queues.depth()).toBe(0);
    expect(functions.calls.map((call) => bodies(call as never))).toEqual([['{"kind":"upload"}']]);
  });

  it('stops only after the batch in work has ended', async () => {
    const queues = new MemoryQueues();
    let finish = () => {};
    const functions = functionOf(() => new Promise<void>((resolve) => (finish = resolve)));
    queues.put('a');
    const source = start(queues, functions);
    await expect.poll(() => functions.calls.length).toBe(1);
    const stopped = source.stop();
    finish();
    await stopped;
    expect(queues.depth()).toBe(0);
  });
});
