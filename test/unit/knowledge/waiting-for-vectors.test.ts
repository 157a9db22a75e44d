import { PutItemCommand } from 'dynamodb-toolbox';
import { expect, test } from 'vitest';
import { PLANS } from '#contract/accounts/plans';
import { dayOf } from '#core/accounts/limits/bot-usage';
import { KnowledgeDayEntity } from '#core/accounts/limits/knowledge-day';
import { type ModelGate, ModelsStopped } from '#core/accounts/limits/model-gate';
import { getDocument } from '#core/knowledge/documents/documents';
import { DocumentEntity } from '#core/knowledge/documents/entity';
import { manifestReader } from '#core/knowledge/documents/manifest';
import { registerDocument } from '#core/knowledge/documents/register-document';
import { ingestDocument } from '#core/knowledge/ingest/ingest-document';
import { embedWaiting } from '#core/knowledge/maintenance/embed';
import { SegmentCache } from '#core/retrieval/cache';
import type { Embedder } from '#core/retrieval/ports';
import { liveSources, retrieve } from '#core/retrieval/retrieve';
import { readItem } from '#platform/table-reads';
import { withLocalTable } from '#test/helpers/local-table';
import { delivery, ingestDeps, startBot, withBuckets } from './setup';

withLocalTable();
const buckets = withBuckets();

const NOON = new Date('2031-03-05T12:00:00.000Z');
const at = (minutes: number) => () => new Date(NOON.getTime() + minutes * 60_000);

const working: Embedder = {
  model: 'amazon.titan-embed-text-v2:0',
  dimensions: 2,
  embed: async (texts) => texts.map(() => Float32Array.of(1, 0)),
};
const failing = (error: Error): Embedder => ({ ...working, embed: () => Promise.reject(error) });
const OFF = new ModelsStopped('stage', 'off');

const gateOf = (stopped: Readonly<Record<string, 'stage' | 'account'>> = {}, all?: 'stage'): ModelGate => ({
  async pass({ accountId }) {
    const by = all ?? stopped[accountId];
    if (by) throw new ModelsStopped(by, 'stopped');
    return { account: {} as never, shareUsd: 1 };
  },
  spend: () => {},
  flush: async () => {},
});

type Owner = Awaited<ReturnType<typeof startBot>>;
const botOf = ({ actor, botId }: Owner) => ({ accountId: actor.accountId, botId });

async function takenIn(owner: Owner, embedder: Embedder) {
  const text = 'We pay refunds within a week.';
  const { document } = await registerDocument(at(0), owner.actor, owner.botId, {
    fileName: 'refunds.txt',
    size: text.length,
    description: '',
  });
  const job = buckets.upload({ ...botOf(owner), documentId: document.id }, text);
  await ingestDocument(ingestDeps({ clock: at(0), embedder }), job, delivery());
  return document.id;
}

const read = (owner: Owner, documentId: Awaited<ReturnType<typeof takenIn>>) =>
  getDocument(owner.actor, { botId: owner.botId, documentId });

/** What words find, and whether it has vectors. */
async function found(owner: Owner) {
  const segments = new SegmentCache(
    { readSegment: async (key) => buckets.versions.get(`index/${key}`)?.at(-1)?.body ?? null },
    { maxBytes: 1e8 },
  );
  const deps = { manifests: manifestReader, segments };
  const { hits } = await retrieve(deps, botOf(owner), 'When are refunds paid?', { limit: 3 });
  const { sources } = await liveSources(deps, botOf(owner));
  return [hits.length, ...sources.map(({ segment }) => segment.meta.vectors?.model ?? null)];
}

/** Those of the jobs that were sent which are of the bot. */
const sentFor = ({ botId }: Owner) => buckets.queued.filter(({ body }) => body.botId === botId);

test.each([
  ['while models are off', OFF],
  ['while the model fails', new Error('ServiceUnavailable')],
])('what is taken in %s answers by its words, says so, and gets its vectors later', async (_, error) => {
  const owner = await startBot();
  const documentId = await takenIn(owner, failing(error));
  expect(await read(owner, documentId)).toMatchObject({ status: 'success', wordsOnly: true });
  expect(await found(owner)).toEqual([1, null]);

  await embedWaiting(at(15), gateOf({}, 'stage'));
  expect(sentFor(owner)).toEqual([]);
  await Promise.all([embedWaiting(at(30), gateOf()), embedWaiting(at(30), gateOf())]);
  expect(sentFor(owner)).toHaveLength(1);
  const [sent] = sentFor(owner);
  if (!sent) throw new Error('nothing was sent');

  // The model fails again: what answers stays.
  await ingestDocument(ingestDeps({ clock: at(30), embedder: failing(error) }), sent.body, delivery());
  expect(await read(owner, documentId)).toMatchObject({ wordsOnly: true });
  await embedWaiting(at(45), gateOf());
  expect(sentFor(owner)).toHaveLength(1);
  await embedWaiting(at(120), gateOf());
  expect(sentFor(owner)).toHaveLength(2);

  const deps = ingestDeps({ clock: at(121), embedder: working });
  for (const { body } of sentFor(owner)) await ingestDocument(deps, body, delivery());
  expect(await read(owner, documentId)).toMatchObject({ status: 'success', wordsOnly: false });
  expect(await found(owner)).toEqual([1, working.model]);
  await embedWaiting(at(300), gateOf());
  expect(sentFor(owner)).toHaveLength(2);
});

test('an account that has had its share waits for the next day and keeps nobody waiting', async () => {
  const [spent, full, other] = [await startBot('free'), await startBot('free'), await startBot('free')];
  const owners = [spent, full, other];
  const ids = [];
  for (const owner of owners) ids.push(await takenIn(owner, failing(OFF)));
  await KnowledgeDayEntity.build(PutItemCommand)
    .item({
      accountId: full.actor.accountId,
      day: dayOf(NOON),
      tokens: PLANS.free.limits.embeddedTokens,
      expiresAt: 2e9,
    })
    .send();
  const gate = gateOf({ [spent.actor.accountId]: 'account' });
  await embedWaiting(at(15), gate);
  expect(owners.map((owner) => sentFor(owner).length)).toEqual([0, 0, 1]);
  // They are not looked at again today.
  for (const [place, owner] of [spent, full].entries()) {
    const found = await readItem(DocumentEntity, { ...botOf(owner), documentId: ids[place] as string });
    expect(found?.gsi1sk).toMatch(/^2031-03-06T00:01/);
  }
  await embedWaiting(at(12 * 60 + 5), gateOf());
  expect(owners.map((owner) => sentFor(owner).length)).toEqual([1, 1, 2]);
});

test('a stage without an embedding model waits for nothing', async () => {
  const owner = await startBot();
  const text = 'We pay refunds within a week.';
  const { document } = await registerDocument(at(0), owner.actor, owner.botId, {
    fileName: 'refunds.txt',
    size: text.length,
    description: '',
  });
  const job = buckets.upload({ ...botOf(owner), documentId: document.id }, text);
  await ingestDocument(ingestDeps({ clock: at(0), embedder: null }), job, delivery());
  expect(await read(owner, document.id)).toMatchObject({ status: 'success', wordsOnly: false });
});
