import {
  CreateIndexCommand,
  ListIndexesCommand,
  S3VectorsClient,
  ServiceQuotaExceededException,
} from '@aws-sdk/client-s3vectors';
import { UpdateItemCommand } from 'dynamodb-toolbox';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { removeDocument } from '#core/knowledge/documents/delete-document';
import { SegmentEntity } from '#core/knowledge/documents/entity';
import { manifestReader, readIndex, readLiveSegments } from '#core/knowledge/documents/manifest';
import { mergeBot } from '#core/knowledge/maintenance/merge-bot';
import { runIndexJob } from '#core/knowledge/maintenance/run-job';
import { planStore } from '#core/retrieval/plan-vectors';
import { withLocalTable } from '#test/helpers/local-table';
import { standBetween } from './merge-setup';
import { clock, withBuckets } from './setup';
import { asked, botOf, embedder, expectSame, keysInIndex, MODEL, startLocalVectors } from './vector-setup';

let vectors: Awaited<ReturnType<typeof startLocalVectors>>;
const buckets = withBuckets();
let gate: ReturnType<typeof standBetween>;
let unwatch: () => void;

withLocalTable();
beforeAll(async () => {
  vectors = await startLocalVectors(2);
  gate = standBetween();
});
afterAll(async () => {
  gate.remove();
  await vectors.close();
});
beforeEach(() => {
  Object.assign(process.env, {
    INDEX_JOBS_QUEUE_URL: 'https://sqs.eu-central-1.amazonaws.com/000000000000/index-jobs',
    EMBEDDING_MODEL: MODEL,
    VECTOR_INDEX_FROM: '12',
  });
  unwatch = gate.watchBuckets();
});
afterEach(() => {
  unwatch();
});

type Bot = Awaited<ReturnType<typeof botOf>>;
const keyOf = ({ accountId, botId }: Bot) => ({ accountId, botId });
const delivery = { messageId: 'm', leaseSeconds: 60, hasTime: () => true };
const tidy = (bot: Bot, more: { messageId?: string; leaseSeconds?: number } = {}) =>
  mergeBot(clock, { kind: 'merge', ...keyOf(bot) }, { ...delivery, ...more });
const live = (bot: Bot) => readLiveSegments(keyOf(bot));
const remove = async (bot: Bot, place: number, passages = 3) => {
  const documentId = bot.documents[place];
  if (!documentId) throw new Error('no such document');
  await removeDocument(keyOf(bot), documentId);
  // As what follows the table queues it.
  const job = { kind: 'forget', ...keyOf(bot), documentId, from: 0, to: passages } as const;
  return () => runIndexJob(clock, job, delivery);
};
const keysOf = (bot: Bot, places: readonly number[], passages = 3) =>
  places
    .flatMap((place) => Array.from({ length: passages }, (_, i) => `${bot.documents[place]}/${i}`))
    .sort();
const ids = (answers: Awaited<ReturnType<typeof asked>>) =>
  new Set(answers.flat().map(({ documentId }) => documentId));

/** Where a test asks often. */
const ONE = { questions: ['warranty of a window'] };

describe('where vectors lie', () => {
  it('is decided by passages, with room between to and fro, and by the model of the stage', () => {
    const policy = { model: 'm', from: 20_000 };
    const index = { bucket: 0, name: 'i', model: 'm' };
    expect(planStore(19_999, undefined, policy)).toBeNull();
    expect(planStore(20_000, undefined, policy)).toBe('begin');
    expect(planStore(15_000, index, policy)).toBeNull();
    expect(planStore(14_999, index, policy)).toBe('end');
    expect(planStore(30_000, index, { ...policy, model: 'other' })).toBe('end');
    expect(planStore(30_000, index, { ...policy, model: null })).toBe('end');
    expect(planStore(30_000, undefined, { ...policy, model: null })).toBeNull();
  });
});

describe('a bot that grows large', () => {
  it('has its vectors in an index, reads its segments without them, and answers as before', async () => {
    const bot = await botOf(5);
    const before = await asked(bot);
    expect(before.some((hits) => hits.length > 3)).toBe(true);
    await tidy(bot);
    expect(await readIndex(bot)).toMatchObject({ bucket: 1, model: MODEL });
    expect(await keysInIndex(bot)).toEqual(keysOf(bot, [0, 1, 2, 3, 4]));
    const { segments } = await manifestReader.readManifest(bot);
    const kept = (await live(bot)).segments;
    for (const [i, { lexical }] of segments.entries()) {
      expect(lexical?.bytes).toBeGreaterThan(0);
      expect(lexical?.bytes).toBeLessThan(kept[i]?.bytes ?? 0);
    }
    expectSame(await asked(bot), before);
    // There is nothing left to do.
    await tidy(bot);
    expect(buckets.queued).toEqual([]);
  });

  it('keeps them there when its segments are merged, and none is sent again', async () => {
    const bot = await botOf(7);
    await tidy(bot);
    const before = await asked(bot);
    const send = vi.spyOn(S3VectorsClient.prototype, 'send');
    // A removal wears the merged segment; here every one becomes part of another.
    const segments = (await live(bot)).segments;
    expect(segments).toHaveLength(7);
    await SegmentEntity.build(UpdateItemCommand)
      .item({ ...keyOf(bot), segmentId: segments[0]?.segmentId ?? '', isMerged: true, removedPassages: 9 })
      .send();
    await tidy(bot);
    expect((await live(bot)).segments.some(({ segmentId }) => segmentId.endsWith('merged'))).toBe(true);
    expect(send.mock.calls.map(([command]) => command.constructor.name)).not.toContain('PutVectorsCommand');
    send.mockRestore();
    expectSame(await asked(bot), before);
    expect((await live(bot)).segments.every(({ indexedIn }) => indexedIn !== undefined)).toBe(true);
  });

  it('has the vectors of what was merged at the same time', async () => {
    const bot = await botOf(8);
    const before = await asked(bot);
    await tidy(bot);
    expect((await live(bot)).segments).toHaveLength(1);
    expect(await keysInIndex(bot)).toHaveLength(24);
    expectSame(await asked(bot), before);
  });

  it('answers from a document before its vectors are in the index', async () => {
    const bot = await botOf(6);
    await tidy(bot);
    const { segments } = await live(bot);
    const segmentId = segments[2]?.segmentId ?? '';
    const { name } = (await readIndex(bot)) ?? { name: '' };
    // As one that was published a moment ago: no index has it.
    await SegmentEntity.build(UpdateItemCommand)
      .item({ ...keyOf(bot), segmentId, indexedIn: `not ${name}` })
      .send();
    expectSame(await asked(bot), await asked(bot, { inMemory: true }));
  });

  it('has its index in an older bucket where the newest is full, or says that all are', async () => {
    const client = S3VectorsClient.prototype;
    const send = client.send as (...args: unknown[]) => Promise<unknown>;
    let full: (string | undefined)[] = [vectors.arns[1]];
    client.send = function (this: unknown, ...args: unknown[]) {
      const [command] = args;
      const isFull = command instanceof CreateIndexCommand && full.includes(command.input.vectorBucketArn);
      if (isFull)
        return Promise.reject(new ServiceQuotaExceededException({ message: 'full', $metadata: {} }));
      return send.apply(this, args);
    } as typeof client.send;
    try {
      const bot = await botOf(5);
      await tidy(bot);
      expect(await readIndex(bot)).toMatchObject({ bucket: 0 });
      expect(await keysInIndex(bot)).toHaveLength(15);
      full = vectors.arns.slice();
      const other = await botOf(9);
      await expect(tidy(other)).rejects.toThrow('vectorBuckets');
      // That its segments are merged waits for no operator.
      expect((await live(other)).segments).toHaveLength(1);
      expect(await readIndex(other)).toBeUndefined();
      expectSame(await asked(other), await asked(other, { inMemory: true }));
      // Another bucket was added: its place in the list is the last.
      full = full.slice(0, 1);
      await tidy(other);
      expect(await readIndex(other)).toMatchObject({ bucket: 1 });
      expect(await keysInIndex(other)).toHaveLength(27);
    } finally {
      client.send = send as typeof client.send;
    }
  });
});

describe('a document of a large bot that is deleted', () => {
  it('answers no more at once, and is out of the index soon after', async () => {
    const bot = await botOf(6);
    await tidy(bot);
    const follow = await remove(bot, 1);
    expect(await keysInIndex(bot)).toHaveLength(18);
    expect(ids(await asked(bot)).has(bot.documents[1] as string)).toBe(false);
    expectSame(await asked(bot), await asked(bot, { inMemory: true }));
    await follow();
    await follow();
    expect(await keysInIndex(bot)).toEqual(keysOf(bot, [0, 2, 3, 4, 5]));
  });

  it('is in no index afterwards, at whatever point of an indexing or a merge it was deleted', async () => {
    for (const count of [6, 8]) {
      const first = await botOf(count, 2);
      const { calls } = await gate.during(() => tidy(first));
      for (let at = 2; at < calls; at += 6) {
        const bot = await botOf(count, 2);
        await gate.during(
          () => tidy(bot),
          at,
          'watch',
          async () => (await remove(bot, 3, 2))(),
        );
        const when = `${count}, call ${at} of ${calls}`;
        const answers = await asked(bot, ONE);
        expect(ids(answers).has(bot.documents[3] as string), when).toBe(false);
        expectSame(answers, await asked(bot, { ...ONE, inMemory: true }), when);
        await tidy(bot);
        const left = (await keysInIndex(bot)) ?? [];
        expect(
          left.filter((key) => key.startsWith(`${bot.documents[3]}/`)),
          when,
        ).toEqual([]);
      }
    }
  });
});

describe('a function that dies', () => {
  it('leaves what answered; the next one leaves nothing behind: before a call', async () => {
    const first = await botOf(8, 2);
    const { calls } = await gate.during(() => tidy(first));
    for (let at = 1; at <= calls; at += 5) {
      const bot = await botOf(8, 2);
      const before = await asked(bot, ONE);
      const { wasKilled } = await gate.during(() => tidy(bot), at, 'before');
      const when = `call ${at} of ${calls}`;
      expect(wasKilled, when).toBe(true);
      expectSame(await asked(bot, ONE), before, when);
      await (await remove(bot, 4, 2))();
      await tidy(bot);
      expectSame(await asked(bot, ONE), await asked(bot, { ...ONE, inMemory: true }), when);
      expect(await keysInIndex(bot), when).toEqual(keysOf(bot, [0, 1, 2, 3, 5, 6, 7], 2));
    }
  });

  it('leaves nothing of what was deleted while it was putting it in', async () => {
    const first = await botOf(8, 2);
    const { calls } = await gate.during(() => tidy(first));
    for (let at = 1; at <= calls; at++) {
      const bot = await botOf(8, 2);
      // Deleted, and out of the index, before the call; then the call is made, and the function dies.
      const { calls: made } = await gate.during(
        () => tidy(bot),
        at,
        'after',
        async () => (await remove(bot, 4, 2))(),
      );
      // What is asked of the table at once may be one call or two: here the last one did not come.
      if (made < at) continue;
      const when = `call ${at} of ${calls}`;
      const answers = await asked(bot, ONE);
      expect(ids(answers).has(bot.documents[4] as string), when).toBe(false);
      await tidy(bot);
      expect(await keysInIndex(bot), when).toEqual(keysOf(bot, [0, 1, 2, 3, 5, 6, 7], 2));
    }
  });
});

describe('a bot that shrinks', () => {
  it('is compared in memory again, as before, and its index is deleted', async () => {
    const bot = await botOf(5);
    await tidy(bot);
    const index = await readIndex(bot);
    // Down to 12 and 9 of 15: the border is 9.
    for (const place of [0, 1]) await (await remove(bot, place))();
    await tidy(bot);
    expect(await readIndex(bot)).toEqual(index);
    await (await remove(bot, 2))();
    const before = await asked(bot);
    await tidy(bot);
    expect(await readIndex(bot)).toBeUndefined();
    const { segments } = await manifestReader.readManifest(bot);
    expect(segments.every(({ lexical }) => lexical === undefined)).toBe(true);
    expectSame(await asked(bot), before);
    const names = async () => {
      const client = new S3VectorsClient({});
      const { indexes = [] } = await client.send(
        new ListIndexesCommand({ vectorBucketArn: vectors.arns[index?.bucket ?? 0] }),
      );
      client.destroy();
      return indexes.map(({ indexName }) => indexName);
    };
    expect(await names()).toContain(index?.name);
    const drop = { kind: 'drop', ...keyOf(bot), index: { bucket: 1, name: index?.name ?? '' } } as const;
    await runIndexJob(clock, drop, delivery);
    await runIndexJob(clock, drop, delivery);
    expect(await names()).not.toContain(index?.name);
  });

  it('has another index when it grows again, or when the stage has another model', async () => {
    const bot = await botOf(5);
    await tidy(bot);
    const first = await readIndex(bot);
    process.env.EMBEDDING_MODEL = 'amazon.titan-embed-text-v2:0';
    await tidy(bot);
    const second = await readIndex(bot);
    expect(second).toMatchObject({ model: 'amazon.titan-embed-text-v2:0' });
    expect(second?.name).not.toBe(first?.name);
    // Its segments still have vectors of the old model, which no question of the new one is compared with.
    const titan = { embedder: { ...embedder, model: 'amazon.titan-embed-text-v2:0' } };
    expectSame(await asked(bot, {}, titan), await asked(bot, { inMemory: true }, titan));
  });
});

describe('an index that can not be asked', () => {
  it('leaves it to words, and says so', async () => {
    const bot = await botOf(5);
    await tidy(bot);
    const onComparisonFailed = vi.fn();
    const failing = { nearest: () => Promise.reject(new Error('busy')), read: async () => [] };
    const hits = await asked(bot, { vectorIndexes: failing }, { onComparisonFailed });
    expect(onComparisonFailed).toHaveBeenCalledTimes(4);
    expect(hits.flat().every(({ fields }) => fields.dense === null)).toBe(true);
    expect(hits[0]?.length).toBeGreaterThan(0);
  });

  it('or that knows what no segment has, or has otherwise, is not believed', async () => {
    const bot = await botOf(5);
    await tidy(bot);
    const honest = await asked(bot);
    const { nearestVectors, readVectors } = await import('#platform/vector-indexes');
    const lying = {
      nearest: async (...args: Parameters<typeof nearestVectors>) => [
        { key: 'gone/0', text: 'x', cosine: 1 },
        { key: `${bot.documents[0]}/99`, text: 'x', cosine: 1 },
        { key: `${bot.documents[0]}/1`, text: 'of another reading', cosine: 1 },
        { key: 'nonsense', text: 'x', cosine: 1 },
        ...(await nearestVectors(...args)),
      ],
      read: readVectors,
    };
    expectSame(await asked(bot, { vectorIndexes: lying }), honest);
  });
});
