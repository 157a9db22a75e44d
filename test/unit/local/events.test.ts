import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Assembly, Resource } from '../../../infra/local/assembly/model';
import { AsyncInvocations } from '../../../infra/local/runtime/async';
import { QueueMapping, QueueSource } from '../../../infra/local/runtime/events/queue-source';
import { StreamMapping } from '../../../infra/local/runtime/events/stream-mapping';
import { type Checkpoint, StreamSource } from '../../../infra/local/runtime/events/stream-source';
import { recordFilter } from '../../../infra/local/runtime/filter';
import type { Functions } from '../../../infra/local/runtime/lambda/functions';
import { TooManyRequests } from '../../../infra/local/runtime/lambda/pool';
import type {
  Outcome,
  Queues,
  ReceivedMessage,
  StreamRecord,
  Streams,
} from '../../../infra/local/runtime/ports';

const JOBS = 'arn:aws:sqs:eu-central-1:000000000000:jobs';
const FAILURES = 'arn:aws:sqs:eu-central-1:000000000000:failures';
const STREAM = 'arn:aws:dynamodb:eu-central-1:000000000000:table/main/stream/local';

/** A function that answers as the test says; `Error` is what a handler throws. */
function functionOf(
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
    arnOf: () => 'arn:aws:lambda:eu-central-1:000000000000:function:worker',
    invokeRaw,
    invoke: (name, event) => invokeRaw(name, JSON.stringify(event)),
    active: () => 0,
    kill: async () => 0,
    reload() {},
    async close() {},
  };
}

/** A queue whose messages are invisible once received, until they are deleted. */
class MemoryQueues implements Queues {
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

class MemoryStream implements Streams {
  readonly records: StreamRecord[] = [];
  #listeners = new Set<() => void>();

  append(...names: string[]): void {
    for (const name of names) {
      const number = this.records.length + 1;
      this.records.push({
        eventID: name,
        eventName: 'INSERT',
        eventVersion: '1.1',
        eventSource: 'aws:dynamodb',
        awsRegion: 'eu-central-1',
        eventSourceARN: STREAM,
        dynamodb: {
          ApproximateCreationDateTime: Date.now() / 1000,
          Keys: { pk: { S: name } },
          SequenceNumber: String(number),
          SizeBytes: 1,
          StreamViewType: 'NEW_AND_OLD_IMAGES',
        },
      });
    }
    for (const listener of this.#listeners) listener();
  }

  async read(_: string, after: string | undefined, max: number) {
    const from = after === undefined ? 0 : Number(after);
    return this.records.slice(from, from + max);
  }

  async latest() {
    return this.records.at(-1)?.dynamodb.SequenceNumber;
  }

  subscribe(_: string, appended: () => void) {
    this.#listeners.add(appended);
    return () => this.#listeners.delete(appended);
  }
}

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

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

describe('a stream source', () => {
  class MemoryCheckpoint implements Checkpoint {
    kept: { after: string | undefined } | undefined;
    read = () => this.kept;
    write = (after: string | undefined) => {
      this.kept = { after };
    };
  }

  async function start(
    streams: MemoryStream,
    functions: Functions,
    mapping: object = {},
    checkpoint = new MemoryCheckpoint(),
    queues = new MemoryQueues(),
  ): Promise<StreamSource> {
    const source = new StreamSource({
      mapping: StreamMapping.parse({
        EventSourceArn: STREAM,
        FunctionName: 'worker',
        StartingPosition: 'TRIM_HORIZON',
        ...mapping,
      }),
      streams,
      functions,
      queues,
      checkpoint,
      log() {},
      backoffMs: 1,
    });
    await source.start();
    stops.push(() => source.stop());
    return source;
  }
  const names = (event: unknown) =>
    (event as { Records: StreamRecord[] }).Records.map((record) => record.eventID);

  it('hands over records in order, those already there and those to come', async () => {
    const streams = new MemoryStream();
    const functions = functionOf(() => undefined);
    streams.append('a', 'b');
    const source = await start(streams, functions);
    await expect.poll(() => functions.calls.length).toBe(1);
    streams.append('c');
    await expect.poll(() => functions.calls.map(names)).toEqual([['a', 'b'], ['c']]);
    await expect.poll(() => source.idle()).toBe(true);
  });

  it('that begins at the latest sees only what comes', async () => {
    const streams = new MemoryStream();
    const functions = functionOf(() => undefined);
    streams.append('old');
    await start(streams, functions, { StartingPosition: 'LATEST' });
    streams.append('new');
    await expect.poll(() => functions.calls.map(names)).toEqual([['new']]);
  });

  it('goes on where its checkpoint stands, and reads again what was not done', async () => {
    const streams = new MemoryStream();
    const checkpoint = new MemoryCheckpoint();
    streams.append('a', 'b');
    const first = await start(
      streams,
      functionOf(() => undefined),
      { BatchSize: 1 },
      checkpoint,
    );
    await expect.poll(() => checkpoint.kept).toEqual({ after: '2' });
    await first.stop();
    streams.append('c');
    const again = functionOf(() => undefined);
    await start(streams, again, { StartingPosition: 'LATEST' }, checkpoint);
    await expect.poll(() => again.calls.map(names)).toEqual([['c']]);
  });

  it('does not move its checkpoint past a batch whose function was cut off', async () => {
    const streams = new MemoryStream();
    const checkpoint = new MemoryCheckpoint();
    streams.append('a');
    const source = await start(
      streams,
      functionOf(() => {
        throw new Error('killed');
      }),
      {},
      checkpoint,
    );
    await source.stop();
    expect(checkpoint.kept).toEqual({ after: undefined });
  });

  it('splits a failing batch until the poison stands alone, gives it up, and goes on', async () => {
    const streams = new MemoryStream();
    const queues = new MemoryQueues();
    const seen: string[] = [];
    const functions = functionOf((event) => {
      if (names(event).includes('poison')) throw new Error('poison');
      seen.push(...names(event));
    });
    streams.append('a', 'b', 'poison', 'c', 'd');
    const source = await start(
      streams,
      functions,
      {
        BisectBatchOnFunctionError: true,
        MaximumRetryAttempts: 2,
        DestinationConfig: { OnFailure: { Destination: FAILURES } },
      },
      new MemoryCheckpoint(),
      queues,
    );
    await expect.poll(() => source.idle()).toBe(true);
    expect(seen).toEqual(['a', 'b', 'c', 'd']);
    expect(functions.calls.map(names).filter((call) => call.join() === 'poison')).toHaveLength(3);
    expect(queues.sent).toMatchObject([
      {
        arn: FAILURES,
        body: {
          requestContext: { condition: 'RetryAttemptsExhausted', approximateInvokeCount: 3 },
          DDBStreamBatchInfo: {
            startSequenceNumber: '3',
            endSequenceNumber: '3',
            batchSize: 1,
            streamArn: STREAM,
          },
        },
      },
    ]);
  });

  it('retries a partial failure from the first record that failed', async () => {
    const streams = new MemoryStream();
    const functions = functionOf((_, call) =>
      call === 1 ? { batchItemFailures: [{ itemIdentifier: '2' }, { itemIdentifier: '3' }] } : undefined,
    );
    streams.append('a', 'b', 'c');
    const source = await start(streams, functions, { FunctionResponseTypes: ['ReportBatchItemFailures'] });
    await expect.poll(() => source.idle()).toBe(true);
    expect(functions.calls.map(names)).toEqual([
      ['a', 'b', 'c'],
      ['b', 'c'],
    ]);
  });

  it('waits for more within the batching window', async () => {
    const streams = new MemoryStream();
    const functions = functionOf(() => undefined);
    streams.append('a');
    await start(streams, functions, { BatchSize: 2, MaximumBatchingWindowInSeconds: 30 });
    streams.append('b', 'c');
    await expect.poll(() => functions.calls.map(names)).toEqual([['a', 'b']]);
  });

  describe('with a parallelization factor', () => {
    const KEYS = ['a', 'b', 'c', 'd', 'e', 'f'];
    const numbers = (event: unknown) =>
      (event as { Records: StreamRecord[] }).Records.map(({ dynamodb }) => Number(dynamodb.SequenceNumber));

    it('works on so many batches at the same time, and on the changes of an item in their order', async () => {
      const streams = new MemoryStream();
      const seen: string[] = [];
      let active = 0;
      let most = 0;
      let bothAtWork = () => {};
      const together = new Promise<void>((resolve) => (bothAtWork = resolve));
      const functions = functionOf(async (event) => {
        active += 1;
        most = Math.max(most, active);
        if (active === 2) bothAtWork();
        // The first would wait for ever, were the second not to come meanwhile.
        await together;
        seen.push(...names(event).map((name, index) => `${name}${numbers(event)[index]}`));
        active -= 1;
      });
      for (let round = 0; round < 3; round += 1) streams.append(...KEYS);
      const source = await start(streams, functions, { BatchSize: 2, ParallelizationFactor: 2 });
      await expect.poll(() => source.idle()).toBe(true);
      expect(most).toBe(2);
      KEYS.forEach((key, index) => {
        const changes = seen.filter((change) => change.startsWith(key));
        expect(changes).toEqual([0, 6, 12].map((before) => `${key}${before + index + 1}`));
      });
    });

    it('hands over no change of an item before the one before it has ended', async () => {
      const streams = new MemoryStream();
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      const functions = functionOf((event) => (numbers(event)[0] === 1 ? held : undefined));
      for (let round = 0; round < 3; round += 1) streams.append(...KEYS);
      const source = await start(streams, functions, { BatchSize: 1, ParallelizationFactor: 10 });
      const handedOver = (key: string) =>
        functions.calls.map((call) => names(call)[0]).filter((name) => name === key);
      // Another item has come to its last change by now.
      await expect.poll(() => KEYS.some((key) => handedOver(key).length === 3)).toBe(true);
      expect(handedOver('a')).toHaveLength(1);
      release();
      await expect.poll(() => source.idle()).toBe(true);
      expect(handedOver('a')).toHaveLength(3);
    });

    it('keeps its checkpoint before what is still in work, and does that again after a kill', async () => {
      const streams = new MemoryStream();
      const checkpoint = new MemoryCheckpoint();
      const done: string[] = [];
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      const functions = functionOf(async (event) => {
        if (names(event).includes('a')) await held;
        else done.push(...names(event));
      });
      streams.append(...KEYS);
      const mapping = { BatchSize: 1, ParallelizationFactor: 10 };
      const source = await start(streams, functions, mapping, checkpoint);
      await expect.poll(() => done.length).toBeGreaterThan(0);
      expect(checkpoint.kept).toEqual({ after: undefined });
      expect(await source.idle()).toBe(false);
      // As a process that is killed now: another begins where the checkpoint stands.
      const again = functionOf(() => undefined);
      const second = await start(streams, again, mapping, checkpoint);
      await expect.poll(() => second.idle()).toBe(true);
      expect(again.calls.flatMap(names).sort()).toEqual(KEYS);
      expect(checkpoint.kept).toEqual({ after: '6' });
      release();
    });

    it('lets a poison hold up the items of its batch only', async () => {
      const streams = new MemoryStream();
      const seen: string[] = [];
      const functions = functionOf((event) => {
        if (names(event).includes('a')) throw new Error('poison');
        seen.push(...names(event));
      });
      streams.append(...KEYS);
      await start(streams, functions, { BatchSize: 1, ParallelizationFactor: 10 });
      const free = () =>
        seen.length > 0 && functions.calls.filter((call) => names(call)[0] === 'a').length > 2;
      await expect.poll(free).toBe(true);
    });
  });

  it('gives up records that are too old', async () => {
    const streams = new MemoryStream();
    const queues = new MemoryQueues();
    const functions = functionOf(() => undefined);
    streams.append('a');
    const [record] = streams.records;
    Object.assign(record?.dynamodb ?? {}, { ApproximateCreationDateTime: Date.now() / 1000 - 120 });
    const source = await start(
      streams,
      functions,
      { MaximumRecordAgeInSeconds: 60, DestinationConfig: { OnFailure: { Destination: FAILURES } } },
      new MemoryCheckpoint(),
      queues,
    );
    await expect.poll(() => source.idle()).toBe(true);
    expect(functions.calls).toEqual([]);
    expect(queues.sent).toMatchObject([{ body: { requestContext: { condition: 'RecordAgeExceeded' } } }]);
  });

  it('passes over records that no filter lets through', async () => {
    const streams = new MemoryStream();
    const functions = functionOf(() => undefined);
    streams.append('a', 'b');
    const pattern = JSON.stringify({ dynamodb: { Keys: { pk: { S: ['b'] } } } });
    const source = await start(streams, functions, { FilterCriteria: { Filters: [{ Pattern: pattern }] } });
    await expect.poll(() => source.idle()).toBe(true);
    expect(functions.calls.map(names)).toEqual([['b']]);
  });
});

describe('filter criteria', () => {
  const passes = (pattern: object, record: unknown) =>
    recordFilter({ Filters: [{ Pattern: JSON.stringify(pattern) }] })(record);

  it.each([
    ['a value', { a: ['x'] }, { a: 'x' }, { a: 'y' }],
    ['any of values', { a: ['x', 1] }, { a: 1 }, { a: 2 }],
    ['an inner field', { a: { b: ['x'] } }, { a: { b: 'x' } }, { a: 'x' }],
    ['null', { a: [null] }, { a: null }, { a: 0 }],
    ['presence', { a: [{ exists: true }] }, { a: 0 }, {}],
    ['absence', { a: [{ exists: false }] }, {}, { a: 0 }],
    ['a beginning', { a: [{ prefix: 'ab' }] }, { a: 'abc' }, { a: 'bc' }],
    ['an end', { a: [{ suffix: 'bc' }] }, { a: 'abc' }, { a: 'ab' }],
    ['anything but', { a: [{ 'anything-but': ['x'] }] }, { a: 'y' }, { a: 'x' }],
    ['anything but a beginning', { a: [{ 'anything-but': { prefix: 'x' } }] }, { a: 'y' }, { a: 'xy' }],
    ['a range', { a: [{ numeric: ['>', 0, '<=', 5] }] }, { a: 5 }, { a: 6 }],
    ['either of two', { $or: [{ a: ['x'] }, { b: ['y'] }] }, { b: 'y' }, { a: 'y' }],
    ['all fields', { a: ['x'], b: ['y'] }, { a: 'x', b: 'y' }, { a: 'x' }],
  ])('match %s', (_, pattern, yes, no) => {
    expect(passes(pattern, yes)).toBe(true);
    expect(passes(pattern, no)).toBe(false);
  });

  it('refuse a rule that is not known', () => {
    expect(() => passes({ a: [{ cidr: '10.0.0.0/8' }] }, { a: '10.0.0.1' })).toThrow(/cidr/);
  });
});

describe('an asynchronous invocation', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'parley-async-'));
    stops.push(async () => rmSync(directory, { recursive: true, force: true }));
  });

  function assemblyOf(config: object): Assembly {
    const resource: Resource = {
      type: 'AWS::Lambda::EventInvokeConfig',
      stack: 'app',
      logicalId: 'Config',
      region: 'eu-central-1',
      id: 'config',
      attributes: {},
      properties: { FunctionName: 'worker', ...config },
    };
    return {
      region: 'eu-central-1',
      accountId: '000000000000',
      stacks: [],
      resources: [resource],
      ofType: (type) => (type === resource.type ? [resource] : []),
      find: () => undefined,
      asset: () => '',
    };
  }

  function open(functions: Functions, config: object = {}, queues = new MemoryQueues()): AsyncInvocations {
    const invocations = new AsyncInvocations({
      assembly: assemblyOf(config),
      functions,
      queues,
      file: join(directory, 'invocations.jsonl'),
      log() {},
      retryDelaysMs: [1],
    });
    invocations.start();
    stops.unshift(() => invocations.stop());
    return invocations;
  }
  const ON_FAILURE = { DestinationConfig: { OnFailure: { Destination: FAILURES } } };
  const fail = () => {
    throw new Error('no');
  };

  it('is run once and forgotten', async () => {
    const functions = functionOf(() => 'done');
    const invocations = open(functions);
    invocations.accept('worker', '{"a":1}');
    await expect.poll(() => invocations.pending).toBe(0);
    expect(functions.calls).toEqual([{ a: 1 }]);
  });

  it('is tried twice more, then handed to its destination with its event and error', async () => {
    const queues = new MemoryQueues();
    const functions = functionOf(fail);
    const invocations = open(functions, ON_FAILURE, queues);
    invocations.accept('worker', '{"a":1}');
    await expect.poll(() => invocations.pending).toBe(0);
    expect(functions.calls).toHaveLength(3);
    expect(queues.sent).toMatchObject([
      {
        arn: FAILURES,
        body: {
          version: '1.0',
          requestContext: { condition: 'RetriesExhausted', approximateInvokeCount: 3 },
          requestPayload: { a: 1 },
          responseContext: { functionError: 'Unhandled' },
          responsePayload: { errorMessage: 'no' },
        },
      },
    ]);
  });

  it('is not tried again where the template says none', async () => {
    const queues = new MemoryQueues();
    const functions = functionOf(fail);
    const invocations = open(functions, { MaximumRetryAttempts: 0, ...ON_FAILURE }, queues);
    invocations.accept('worker', '1');
    await expect.poll(() => invocations.pending).toBe(0);
    expect(functions.calls).toHaveLength(1);
    expect(queues.sent).toHaveLength(1);
  });

  it('waits while the function is throttled, which is no attempt', async () => {
    const functions = functionOf((_, call) => {
      if (call === 1) throw new TooManyRequests('busy');
    });
    const invocations = open(functions, { MaximumRetryAttempts: 0 });
    invocations.accept('worker', '1');
    await expect.poll(() => invocations.pending).toBe(0);
    expect(functions.calls).toHaveLength(2);
  });

  it('that was accepted before a kill runs after it', async () => {
    const never = open(functionOf(() => undefined));
    await never.stop();
    const { openRecords } = await import('../../../infra/local/services/records');
    const records = openRecords(join(directory, 'invocations.jsonl'));
    const accepted = { functionName: 'worker', acceptedAt: Date.now(), attempts: 0, nextAt: 0, open: false };
    records.commit({
      collection: 'invocations',
      key: 'r1',
      value: { ...accepted, requestId: 'r1', event: '"kept"' },
    });
    records.close();
    const functions = functionOf(() => undefined);
    open(functions);
    await expect.poll(() => functions.calls).toEqual(['kept']);
  });

  it('that was under way at a kill counts as failed: it is not run a second time without a retry', async () => {
    const queues = new MemoryQueues();
    const hanging = functionOf(() => new Promise(() => {}));
    const killed = new AsyncInvocations({
      assembly: assemblyOf({ MaximumRetryAttempts: 0, ...ON_FAILURE }),
      functions: hanging,
      queues,
      file: join(directory, 'invocations.jsonl'),
      log() {},
    });
    killed.start();
    killed.accept('worker', '{"a":1}');
    await expect.poll(() => hanging.calls.length).toBe(1);

    // Not stopped: what a second process finds on disk is what a SIGKILL leaves.
    const functions = functionOf(() => undefined);
    const next = open(functions, { MaximumRetryAttempts: 0, ...ON_FAILURE }, queues);
    await expect.poll(() => next.pending).toBe(0);
    expect(functions.calls).toEqual([]);
    expect(queues.sent).toMatchObject([
      {
        arn: FAILURES,
        body: { requestPayload: { a: 1 }, responsePayload: { errorType: 'Runtime.ExitError' } },
      },
    ]);
  });
});
