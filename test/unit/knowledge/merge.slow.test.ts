import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { UpdateItemCommand } from 'dynamodb-toolbox';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DocumentId } from '#contract/base/ids';
import { knowledgePartition, ManifestEntity } from '#core/bots/manifest/entity';
import { removeDocument } from '#core/knowledge/documents/delete-document';
import { DocumentEntity, MergeEntity, SegmentEntity } from '#core/knowledge/documents/entity';
import { IngestJob } from '#core/knowledge/documents/ingest-job';
import { readLiveSegments } from '#core/knowledge/documents/manifest';
import {
  eraseSegment,
  findHoldingSegment,
  readDocumentIds,
  segmentAddress,
} from '#core/knowledge/documents/segments';
import { ingestDocument } from '#core/knowledge/ingest/ingest-document';
import { scheduleMerge } from '#core/knowledge/maintenance/jobs';
import { mergeBot } from '#core/knowledge/maintenance/merge-bot';
import { hasIndex, readProgress, rebuildIndex } from '#core/knowledge/maintenance/rebuild';
import { askForRenewal } from '#core/knowledge/maintenance/renew';
import { runIndexJob } from '#core/knowledge/maintenance/run-job';
import { retrievalDeps, retrieveWith } from '#core/knowledge/retrieval-deps';
import { planMerge } from '#core/retrieval/plan-merge';
import { getObject, putObject } from '#platform/buckets';
import { documentClient } from '#platform/table';
import { readItem } from '#platform/table-reads';
import { withLocalTable } from '#test/helpers/local-table';
import { botWith, found, standBetween } from './merge-setup';
import { clock, delivery, ingestDeps, withBuckets } from './setup';

const COUNT = 8;

const buckets = withBuckets();
let gate: ReturnType<typeof standBetween>;
let unwatch: () => void;

withLocalTable();
beforeAll(async () => {
  gate = standBetween();
});
afterAll(async () => {
  gate.remove();
});
beforeEach(() => {
  Object.assign(process.env, {
    INDEX_JOBS_QUEUE_URL: 'https://sqs.eu-central-1.amazonaws.com/000000000000/index-jobs',
    EMBEDDING_MODEL: 'none',
    VECTOR_INDEX_FROM: '20000',
  });
  unwatch = gate.watchBuckets();
});
afterEach(() => {
  unwatch();
});

type Bot = Awaited<ReturnType<typeof botWith>>;
const mergeDelivery = { messageId: 'm', leaseSeconds: 60, hasTime: () => true };
const keyOf = ({ accountId, botId }: Bot) => ({ accountId, botId });
const merge = (bot: Bot, overrides: { messageId?: string; leaseSeconds?: number } = {}) =>
  mergeBot(clock, { kind: 'merge', ...keyOf(bot) }, { ...mergeDelivery, ...overrides });
const live = async (bot: Bot) => (await readLiveSegments(keyOf(bot))).segments;
const documentOf = async (bot: Bot, documentId: DocumentId) => {
  const document = await readItem(DocumentEntity, { ...keyOf(bot), documentId });
  if (!document) throw new Error(`no document ${documentId}`);
  return document;
};
const storedKeys = (bot: Bot) =>
  [...buckets.versions.keys()].filter((name) => name.startsWith(`index/index/${bot.accountId}/`)).sort();

describe('which segments are merged', () => {
  const segment = (segmentId: string, passages: number, more = {}) => ({
    segmentId,
    passages,
    bytes: passages * 3_000,
    ...more,
  });

  it('leaves a few alone, and makes one of many of a size', () => {
    const few = Array.from({ length: 7 }, (_, i) => segment(`s${i}`, 10));
    expect(planMerge(few)).toBeNull();
    expect(planMerge([...few, segment('more', 12)])).toHaveLength(8);
    // A large one is not written again for the sake of small ones.
    expect(planMerge([...few, segment('large', 5_000)])).toBeNull();
  });

  it('writes each passage again only as often as the whole has grown eightfold', () => {
    let segments: ReturnType<typeof segment>[] = [];
    let written = 0;
    for (let i = 0; i < 2_000; i++) {
      segments.push(segment(`s${i}`, 5));
      for (let plan = planMerge(segments); plan; plan = planMerge(segments)) {
        const sources = plan;
        const passages = sources.reduce((sum, source) => sum + source.passages, 0);
        written += passages;
        segments = segments.filter((one) => !sources.includes(one));
        segments.push(segment(`m${written}`, passages, { isMerged: true }));
      }
    }
    expect(segments.length).toBeLessThan(40);
    expect(written).toBeLessThan(2_000 * 5 * 6);
  });

  it('takes no more than a function holds and a transaction writes', () => {
    const many = Array.from({ length: 200 }, (_, i) => segment(`s${i}`, 10));
    expect(planMerge(many)).toHaveLength(40);
    const heavy = Array.from({ length: 20 }, (_, i) => segment(`s${i}`, 4_000));
    expect(planMerge(heavy)?.length).toBeLessThan(6);
    const huge = Array.from({ length: 20 }, (_, i) => segment(`s${i}`, 20_000));
    expect(planMerge(huge)).toBeNull();
  });

  it('writes a merged segment anew when more than a quarter of it was removed', () => {
    expect(planMerge([segment('a', 80, { isMerged: true, removedPassages: 20 })])).toBeNull();
    expect(planMerge([segment('a', 70, { isMerged: true, removedPassages: 30 })])).toHaveLength(1);
  });
});

describe('a merge', () => {
  it('makes one segment of many, which answers as they did', async () => {
    const bot = await botWith(COUNT);
    const before = await found(bot);
    expect(before).toHaveLength(COUNT);
    await merge(bot);
    const [merged, ...others] = await live(bot);
    expect(others).toEqual([]);
    expect(merged).toMatchObject({ isMerged: true, passages: COUNT });
    expect(merged && (await readDocumentIds(merged)).sort()).toEqual([...bot.documents].sort());
    expect(await found(bot)).toEqual(before);
    expect((await readLiveSegments(keyOf(bot))).addsUp).toBe(true);
  });

  it('is asked for when there is something to merge, in the group of its account, and not before', async () => {
    const few = await botWith(COUNT - 1);
    await scheduleMerge(few);
    expect(buckets.queued).toEqual([]);
    const bot = await botWith(COUNT);
    await scheduleMerge(bot);
    expect(buckets.queued).toEqual([{ body: { kind: 'merge', ...keyOf(bot) }, group: bot.accountId }]);
  });

  it('is one function at a time; what another holds is left to it', async () => {
    const bot = await botWith(COUNT);
    const { calls } = await gate.during(() => merge(bot, { messageId: 'first' }), 3, 'before');
    expect(calls).toBeGreaterThan(2);
    await merge(bot, { messageId: 'second' });
    expect(await live(bot)).toHaveLength(COUNT);
    // Its own message, delivered again because its function died, goes on at once.
    await merge(bot, { messageId: 'first' });
    expect(await live(bot)).toHaveLength(1);
  });

  it('that has lost its lease changes nothing', async () => {
    const bot = await botWith(COUNT);
    // In the middle of it, when its time is over, another takes the lease and merges.
    await gate.during(
      () => merge(bot, { messageId: 'late', leaseSeconds: -10 }),
      6,
      'watch',
      () => merge(bot, { messageId: 'next' }),
    );
    const segments = await live(bot);
    expect(segments).toHaveLength(1);
    expect(await found(bot)).toHaveLength(COUNT);
    for (const { segmentId } of segments) expect(segmentId).toContain('merged');
  });
});

/** The next call at which something happens. One by one, but that all sources are read alike. */
const next = (at: number) => (at === 4 ? COUNT + 2 : at + 1);

describe('a merge whose function is killed', () => {
  it.each(['before', 'after'] as const)(
    'leaves what answered, and the next one leaves nothing behind: killed %s each call',
    async (how) => {
      let at = 1;
      for (; ; at = next(at)) {
        const bot = await botWith(COUNT);
        const before = await found(bot);
        const own = storedKeys(bot);
        const { wasKilled } = await gate.during(() => merge(bot), at, how);
        expect(await found(bot), `killed ${how} call ${at}`).toEqual(before);
        expect((await readLiveSegments(keyOf(bot))).addsUp).toBe(true);
        if (!wasKilled) break;
        await merge(bot);
        expect(await found(bot)).toEqual(before);
        const segments = await live(bot);
        expect(segments).toHaveLength(1);
        const expected = [...own, ...segments.map(({ objectKey }) => `index/${objectKey}`)].sort();
        expect(storedKeys(bot), `killed ${how} call ${at}`).toEqual(expected);
        expect(await readItem(MergeEntity, keyOf(bot))).toBeUndefined();
      }
      expect(at).toBeGreaterThan(COUNT);
    },
    300_000,
  );
});

describe('a document that is read anew', () => {
  it('answers from its new segment alone, out of one of its own or of a merged one', async () => {
    const bot = await botWith(COUNT);
    const [first, second] = bot.documents as [DocumentId, DocumentId];
    const rebuild = async (documentId: DocumentId, run: string) => {
      const job = { ...keyOf(bot), documentId, versionId: null, rebuild: run };
      const { versionId } = buckets.upload(job, `Orders of ${documentId} are read anew.\n\nAnd more of it.`);
      await DocumentEntity.build(UpdateItemCommand)
        .item({ ...keyOf(bot), documentId, uploadVersion: versionId ?? '' })
        .send();
      // Twice, as the queue may deliver it.
      for (let i = 0; i < 2; i++) await ingestDocument(ingestDeps(), job, delivery());
    };
    await rebuild(first, 'r1');
    expect(await found(bot)).toEqual([...bot.documents].sort());
    expect((await documentOf(bot, first)).segmentId).toMatch(/-r1$/);
    await merge(bot);
    await rebuild(second, 'r2');
    await rebuild(first, 'r2');
    const segments = await live(bot);
    expect(segments).toHaveLength(3);
    expect(segments.find(({ isMerged }) => isMerged)?.removedDocuments).toEqual(new Set([first, second]));
    expect((await readLiveSegments(keyOf(bot))).addsUp).toBe(true);
    expect(await found(bot)).toEqual([...bot.documents].sort());
    // Deleted, the new one goes too.
    await removeDocument(keyOf(bot), second);
    expect(await found(bot)).not.toContain(second);
  });

  it('answers by what it can read where another version wrote a segment, and by all once that is made anew', async () => {
    const bot = await botWith(COUNT + 1);
    const [first] = bot.documents as [DocumentId];
    const address = segmentAddress({ ...keyOf(bot), segmentId: `${first}-own` });
    const bytes = await getObject(address);
    if (!bytes) throw new Error('There is no segment.');
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(4, 99, true);
    await putObject(address, bytes, { contentType: 'x' });
    await SegmentEntity.build(UpdateItemCommand)
      .item({ ...keyOf(bot), segmentId: `${first}-own`, format: 99 })
      .send();
    const ask = () => retrieveWith(retrievalDeps())(keyOf(bot), 'orders', { limit: 100 });
    const readable = (await ask()).hits.map(({ documentId }) => documentId);
    expect(readable.sort()).toEqual(bot.documents.filter((id) => id !== first).sort());
    // The others are merged, and it stays as it is.
    await merge(bot);
    expect((await live(bot)).map(({ format, passages }) => [format, passages])).toEqual(
      expect.arrayContaining([
        [99, 1],
        [1, COUNT],
      ]),
    );
    expect((await ask()).hits).toHaveLength(COUNT);
    const { versionId } = buckets.upload({ ...keyOf(bot), documentId: first }, `Orders of ${first} ship.`);
    await DocumentEntity.build(UpdateItemCommand)
      .item({ ...keyOf(bot), documentId: first, uploadVersion: versionId ?? '' })
      .send();
    await rebuildIndex({
      run: 'r1',
      queueUrl: process.env.INGEST_QUEUE_URL ?? '',
      all: false,
      botId: bot.botId,
    });
    for (const { body } of buckets.queued.splice(0))
      if (typeof body === 'object' && body !== null && 'rebuild' in body)
        await ingestDocument(ingestDeps(), body as IngestJob, delivery());
    expect((await ask()).hits).toHaveLength(COUNT + 1);
  });

  it('is so by itself where a question met a segment of another version, asked for once', async () => {
    const bot = await botWith(3);
    const [first] = bot.documents as [DocumentId];
    const address = segmentAddress({ ...keyOf(bot), segmentId: `${first}-own` });
    const bytes = await getObject(address);
    if (!bytes) throw new Error('There is no segment.');
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(4, 99, true);
    await putObject(address, bytes, { contentType: 'x' });
    await SegmentEntity.build(UpdateItemCommand)
      .item({ ...keyOf(bot), segmentId: `${first}-own`, format: 99 })
      .send();
    const ask = () => retrieveWith(retrievalDeps())(keyOf(bot), 'orders', { limit: 100 });
    const renewal = async () => (await readItem(ManifestEntity, keyOf(bot)))?.renewal;
    expect(await renewal()).toBeUndefined();
    expect((await ask()).hits).toHaveLength(2);
    const run = (await renewal()) ?? '';
    await ask();
    expect(await renewal()).toBe(run);
    // What was asked for in vain is asked for again, and nothing is of a bot that is erased.
    await askForRenewal(() => new Date(clock().getTime() + 25 * 60 * 60 * 1000), keyOf(bot));
    expect(await renewal()).not.toBe(run);
    await askForRenewal(clock, { ...keyOf(bot), botId: 'erased' });
    expect((await readLiveSegments({ ...keyOf(bot), botId: 'erased' })).version).toBe(0);

    const { versionId } = buckets.upload({ ...keyOf(bot), documentId: first }, `Orders of ${first} ship.`);
    await DocumentEntity.build(UpdateItemCommand)
      .item({ ...keyOf(bot), documentId: first, uploadVersion: versionId ?? '' })
      .send();
    buckets.queued.splice(0);
    await runIndexJob(clock, { kind: 'renew', ...keyOf(bot), run }, mergeDelivery);
    const job = { ...keyOf(bot), documentId: first, versionId: null, rebuild: run };
    expect(buckets.queued).toEqual([{ body: job, group: bot.accountId }]);
    await ingestDocument(ingestDeps(), IngestJob.parse(job), delivery());
    expect((await ask()).hits).toHaveLength(3);
    buckets.queued.splice(0);
    await runIndexJob(clock, { kind: 'renew', ...keyOf(bot), run }, mergeDelivery);
    expect(buckets.queued).toEqual([]);
  });

  it('is what a bot waits for of whose knowledge nothing can be read: it denies nothing that it knows', async () => {
    const bot = await botWith(1);
    await SegmentEntity.build(UpdateItemCommand)
      .item({ ...keyOf(bot), segmentId: `${bot.documents[0]}-own`, format: 99 })
      .send();
    const asked = retrieveWith(retrievalDeps())(keyOf(bot), 'orders', { limit: 100 });
    await expect(asked).rejects.toMatchObject({ code: 'knowledge.outdated', status: 503 });
  });

  it('is found by the format of its segment, and by the bot', async () => {
    const bot = await botWith(COUNT);
    await merge(bot);
    const other = await botWith(1);
    const url = process.env.INGEST_QUEUE_URL ?? '';
    const run = { run: 'r1', queueUrl: url, all: false };
    // Those of `botWith` are from before segments said which format they have; what was merged is as old as they are.
    expect((await rebuildIndex({ ...run, botId: bot.botId })).jobs).toHaveLength(COUNT);
    buckets.queued.length = 0;
    expect((await rebuildIndex({ ...run, botId: other.botId })).jobs).toHaveLength(1);
    expect(buckets.queued).toEqual([
      {
        body: { ...keyOf(other), documentId: 'document-0', versionId: null, rebuild: 'r1' },
        group: other.accountId,
      },
    ]);
    expect((await rebuildIndex({ ...run, all: true, botId: bot.botId })).jobs).toHaveLength(COUNT);
    expect(await hasIndex(bot.botId)).toBe(true);
    expect(await hasIndex('no-bot')).toBe(false);
  });

  it('is named where it is stored with an error, and keeps no other from being read', async () => {
    const bot = await botWith(3);
    const [first, ...others] = bot.documents as [DocumentId, ...DocumentId[]];
    // As no write of ours does: the size is no number.
    await documentClient.send(
      new UpdateCommand({
        TableName: process.env.TABLE_NAME,
        Key: { pk: knowledgePartition(keyOf(bot)), sk: `DOCUMENT#${first}` },
        UpdateExpression: 'SET #size = :size',
        ExpressionAttributeNames: { '#size': 'size' },
        ExpressionAttributeValues: { ':size': 'large' },
      }),
    );
    const queueUrl = process.env.INGEST_QUEUE_URL ?? '';
    const { jobs, invalid } = await rebuildIndex({ run: 'r1', queueUrl, all: true, botId: bot.botId });
    expect(invalid).toEqual([
      { ...keyOf(bot), documentId: first, problem: expect.stringContaining('size') as string },
    ]);
    expect(jobs.map(({ documentId }) => documentId).sort()).toEqual([...others].sort());
    expect(buckets.queued).toHaveLength(others.length);
  });

  it('is waited for until it is read, can no longer be read, or is deleted', async () => {
    const bot = await botWith(COUNT);
    const [first, second, third] = bot.documents as [DocumentId, DocumentId, DocumentId];
    const queueUrl = process.env.INGEST_QUEUE_URL ?? '';
    const { jobs } = await rebuildIndex({ run: 'r1', queueUrl, all: true, botId: bot.botId });
    const left = async (run: string) => {
      const progress = await readProgress(run, jobs);
      const idsOf = (some: typeof jobs) => some.map(({ documentId }) => documentId).sort();
      return { left: idsOf(progress.left), unreadable: idsOf(progress.unreadable) };
    };
    expect(await left('r1')).toEqual({ left: [...bot.documents].sort(), unreadable: [] });
    const { versionId } = buckets.upload({ ...keyOf(bot), documentId: first }, 'Orders are read anew.');
    await DocumentEntity.build(UpdateItemCommand)
      .item({ ...keyOf(bot), documentId: first, uploadVersion: versionId ?? '' })
      .send();
    // The others' files are gone.
    for (const job of jobs.filter(({ documentId }) => [first, second].includes(documentId)))
      await ingestDocument(ingestDeps(), job, delivery());
    await removeDocument(keyOf(bot), third);
    expect(await left('r1')).toEqual({ left: [...bot.documents.slice(3)].sort(), unreadable: [second] });
    expect(await found(bot)).toContain(second);
    // In another run it is looked at again.
    expect((await left('r2')).left).toContain(second);
  });
});

describe('a document that is deleted', () => {
  it('answers no more from the moment that the call returns, at whatever point of a merge', async () => {
    for (let at = 1; ; at = next(at)) {
      const bot = await botWith(COUNT);
      const [first] = bot.documents as [DocumentId];
      let isDeleted = false;
      await gate.during(
        () => merge(bot),
        at,
        'watch',
        async () => {
          await removeDocument(keyOf(bot), first);
          isDeleted = true;
          expect(await found(bot), `right after, at call ${at}`).not.toContain(first);
        },
      );
      if (!isDeleted) break;
      const after = await found(bot);
      expect(after, `after the merge, at call ${at}`).not.toContain(first);
      expect(after).toHaveLength(COUNT - 1);
      expect((await readLiveSegments(keyOf(bot))).addsUp).toBe(true);
    }
  }, 300_000);

  it('is taken out of the segment that it was merged into, and left out by the next merge', async () => {
    const bot = await botWith(COUNT);
    await merge(bot);
    const [before] = await live(bot);
    for (const documentId of bot.documents.slice(0, 3)) await removeDocument(keyOf(bot), documentId);
    expect(await found(bot)).toEqual([...bot.documents.slice(3)].sort());
    expect(planMerge(await live(bot))).toHaveLength(1);
    await merge(bot);
    const [after, ...others] = await live(bot);
    expect(others).toEqual([]);
    expect(after?.segmentId).not.toBe(before?.segmentId);
    expect(after?.removedDocuments).toBeUndefined();
    expect(await found(bot)).toEqual([...bot.documents.slice(3)].sort());
    // When all have gone nothing is left.
    for (const documentId of bot.documents.slice(3)) await removeDocument(keyOf(bot), documentId);
    await merge(bot);
    expect(await live(bot)).toEqual([]);
    if (before) await eraseSegment(before);
    if (after) await eraseSegment(after);
    expect(storedKeys(bot).filter((key) => key.includes('merged'))).toEqual([]);
  });

  it('answers no more where its segment is merged and erased, at whatever point of the deletion', async () => {
    for (let at = 1; ; at++) {
      const bot = await botWith(COUNT);
      const [first, second, third, last] = bot.documents as [DocumentId, DocumentId, DocumentId, DocumentId];
      await merge(bot);
      const [worn] = await live(bot);
      for (const documentId of [first, second, third]) await removeDocument(keyOf(bot), documentId);
      let isMerged = false;
      await gate.during(
        () => removeDocument(keyOf(bot), last),
        at,
        'watch',
        async () => {
          await merge(bot);
          // As what follows the table does.
          if (worn) await eraseSegment(worn);
          isMerged = true;
        },
      );
      if (!isMerged) break;
      expect(await found(bot), `call ${at}`).toEqual(bot.documents.slice(4).sort());
      expect((await readLiveSegments(keyOf(bot))).addsUp).toBe(true);
    }
  }, 300_000);

  it('is found in the one that holds it', async () => {
    const bot = await botWith(COUNT);
    const [first] = bot.documents as [DocumentId];
    const document = await documentOf(bot, first);
    expect(await findHoldingSegment(document)).toMatchObject({ segmentId: `${first}-own`, holds: first });
    await merge(bot);
    expect(await findHoldingSegment(document)).toMatchObject({ isMerged: true, holds: first });
  });
});
