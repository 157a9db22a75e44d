import { describe, expect, it } from 'vitest';
import { StreamMapping } from '#infra/local/runtime/events/stream-mapping';
import { type Checkpoint, StreamSource } from '#infra/local/runtime/events/stream-source';
import type { Functions } from '#infra/local/runtime/lambda/functions';
import type { StreamRecord, Streams } from '#infra/local/runtime/ports';
import { functionOf, KEPT, MemoryObjects, prepareEvents, stops } from './events-setup';

prepareEvents();

const STREAM = 'arn:aws:dynamodb:eu-central-1:000000000000:table/main/stream/local';

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
    objects = new MemoryObjects(),
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
      objects,
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
    const objects = new MemoryObjects();
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
        DestinationConfig: { OnFailure: { Destination: KEPT } },
      },
      new MemoryCheckpoint(),
      objects,
    );
    await expect.poll(() => source.idle()).toBe(true);
    expect(seen).toEqual(['a', 'b', 'c', 'd']);
    expect(functions.calls.map(names).filter((call) => call.join() === 'poison')).toHaveLength(3);
    expect(objects.kept).toMatchObject([
      {
        arn: KEPT,
        key: expect.stringMatching(
          /^aws\/lambda\/worker\/shardId-0+-0+\/\d{4}\/\d\d\/\d\d\/[\dT.-]+-[\da-f-]{36}$/,
        ),
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
    const [kept] = objects.kept.map(({ body }) => JSON.parse((body as { payload: string }).payload));
    expect(names(kept)).toEqual(['poison']);
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

  it('takes what has come of a window that is ended, and gathers again in the next', async () => {
    const streams = new MemoryStream();
    const functions = functionOf(() => undefined);
    const source = await start(streams, functions, { BatchSize: 9, MaximumBatchingWindowInSeconds: 30 });
    source.endWindows();
    streams.append('a', 'b');
    await expect
      .poll(() => {
        source.endWindows();
        return functions.calls.map(names);
      })
      .toEqual([['a', 'b']]);
    streams.append('c');
    await expect.poll(() => source.idle()).toBe(false);
    expect(functions.calls).toHaveLength(1);
    await expect
      .poll(() => {
        source.endWindows();
        return source.idle();
      })
      .toBe(true);
    expect(functions.calls.map(names)).toEqual([['a', 'b'], ['c']]);
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
    const objects = new MemoryObjects();
    const functions = functionOf(() => undefined);
    streams.append('a');
    const [record] = streams.records;
    Object.assign(record?.dynamodb ?? {}, { ApproximateCreationDateTime: Date.now() / 1000 - 120 });
    const source = await start(
      streams,
      functions,
      { MaximumRecordAgeInSeconds: 60, DestinationConfig: { OnFailure: { Destination: KEPT } } },
      new MemoryCheckpoint(),
      objects,
    );
    await expect.poll(() => source.idle()).toBe(true);
    expect(functions.calls).toEqual([]);
    expect(objects.kept).toMatchObject([{ body: { requestContext: { condition: 'RecordAgeExceeded' } } }]);
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
