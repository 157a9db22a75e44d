import { PutItemCommand } from 'dynamodb-toolbox';
import { beforeEach, expect, test } from 'vitest';
import { PLANS } from '#contract/accounts/plans';
import { dayOf } from '#core/accounts/limits/bot-usage';
import { KnowledgeDayEntity } from '#core/accounts/limits/knowledge-day';
import type { ModelGate } from '#core/accounts/limits/model-gate';
import { deleteDocument } from '#core/knowledge/documents/delete-document';
import { registerDocument } from '#core/knowledge/documents/register-document';
import { meteredEmbedder } from '#core/knowledge/metered-embedder';
import type { Embedder } from '#core/retrieval/ports';
import { readItem } from '#platform/table-reads';
import { withLocalTable } from '#test/helpers/local-table';
import { expectRefusal } from '#test/helpers/refusal';
import { startBot, withBuckets } from './setup';

withLocalTable();
withBuckets();
let owner: Awaited<ReturnType<typeof startBot>>;
const { documentUploads, embeddedTokens, documents } = PLANS.free.limits;

beforeEach(async () => {
  owner = await startBot('free');
});

let now = new Date('2031-03-05T22:30:00.000Z');
const clock = () => now;
const accountId = () => owner.actor.accountId;

const announce = (name: string) =>
  registerDocument(clock, owner.actor, owner.botId, { fileName: `${name}.txt`, size: 9, description: '' });

async function today() {
  return readItem(KnowledgeDayEntity, { accountId: accountId(), day: dayOf(now) });
}

test('an account uploads as often a day as its plan says, also what it deletes again', async () => {
  await KnowledgeDayEntity.build(PutItemCommand)
    .item({ accountId: accountId(), day: dayOf(now), uploads: documentUploads - 1, expiresAt: 2e9 })
    .send();
  const { document } = await announce('last');
  await deleteDocument(clock, owner.actor, { botId: owner.botId, documentId: document.id });
  await expect(announce('one more')).rejects.toMatchObject({
    code: 'document.too_many_today',
    // Until midnight, UTC.
    retryAfterSeconds: 5_400,
  });
  const other = await startBot('free');
  await registerDocument(clock, other.actor, other.botId, { fileName: 'a.txt', size: 9, description: '' });
  now = new Date(now.getTime() + 5_400_000);
  await announce('tomorrow');
});

test('an upload that is refused for another reason does not count', async () => {
  await Promise.all(Array.from({ length: documents }, (_, place) => announce(`file ${place}`)));
  const counted = await today();
  await expectRefusal(announce('too many'), 'plan.limit_exceeded');
  expect(await today()).toEqual(counted);
});

test('an account embeds as many tokens a day as its plan says, and its questions go on', async () => {
  const calls: string[] = [];
  const embedder: Embedder = {
    model: 'amazon.titan-embed-text-v2:0',
    dimensions: 2,
    embed: async (texts, purpose) => {
      calls.push(purpose);
      return texts.map(() => Float32Array.of(1, 0));
    },
  };
  const gate: ModelGate = {
    pass: async () => ({ account: {} as never, shareUsd: 1 }),
    spend: () => {},
    flush: async () => {},
  };
  const metered = meteredEmbedder(clock, embedder, gate);
  const of = { accountId: accountId() };
  const half = 'x'.repeat((embeddedTokens / 2) * 3);
  await metered.embed([half], 'passage', of);
  // One that begins below the limit is embedded as a whole: it would never fit otherwise.
  await metered.embed([half, 'and more'], 'passage', of);
  await expect(metered.embed(['little'], 'passage', of)).rejects.toMatchObject({
    name: 'ModelsStopped',
    of: 'account',
  });
  await metered.embed(['When?'], 'question', of);
  await metered.embed(['little'], 'passage', { accountId: (await startBot('free')).actor.accountId });
  expect(calls).toEqual(['passage', 'passage', 'question', 'passage']);
  now = new Date(now.getTime() + 86_400_000);
  await metered.embed(['little'], 'passage', of);
});

test("one visitor's questions take a tenth of what their account may spend, in dollars, and then go on by words", async () => {
  const owner2 = await startBot('free');
  const spent: number[] = [];
  const gate: ModelGate = {
    pass: async () => ({ account: {} as never, shareUsd: 0.001 }),
    spend: (usd) => spent.push(usd),
    flush: async () => {},
  };
  const embedder: Embedder = { model: 'amazon.titan-embed-text-v2:0', dimensions: 1, embed: async () => [] };
  const metered = meteredEmbedder(clock, embedder, gate);
  const ask = (id: string, isOverShare = false) =>
    metered.embed(['x'.repeat(3_000)], 'question', {
      accountId: owner2.actor.accountId,
      asker: { id, isOverShare },
    });
  const each = (1_000 * 0.02) / 1e6;
  const share = Math.floor(0.0001 / each);
  for (let count = 0; count < share; count += 1) await ask('greedy');
  await expect(ask('greedy')).rejects.toMatchObject({ of: 'asker' });
  await expect(ask('another', true)).rejects.toMatchObject({ of: 'asker' });
  await ask('another');
  expect(spent).toHaveLength(share + 1);
});
