import { randomUUID } from 'node:crypto';
import { PutItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import type Stripe from 'stripe';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BotId } from '#contract/base/ids';
import { SubscriptionEntity } from '#core/accounts/billing/entity';
import { AccountEntity } from '#core/accounts/entity';
import { createBot } from '#core/bots/create-bot';
import { registerDocument } from '#core/knowledge/documents/register-document';
import { ingestDocument } from '#core/knowledge/ingest/ingest-document';
import { requestDeletion } from '#core/lifecycle/accounts/delete-account';
import { deleteBot } from '#core/lifecycle/bots/delete-bot';
import { listSubscription } from '#core/operator/admin/directory';
import { findRun, newestReconciliation } from '#core/operator/admin/reconcile-run';
import { reconcile } from '#core/operator/reconcile/reconcile';
import type { Actor } from '#platform/actor';
import { ParleyError } from '#platform/errors';
import { readItem } from '#platform/table-reads';
import { startLocalTable } from '#test/helpers/local-table';
import { bot, clock, newOwner } from '../../bots/setup';
import { delivery, ingestDeps, memoryBuckets } from '../../knowledge/setup';

const DAY = 86_400_000;
const at = (days: number) => () => new Date(Date.now() + days * DAY);
const QUEUES = 'https://sqs.eu-central-1.amazonaws.com/000000000000';

let table: { close(): Promise<void> };
let buckets: ReturnType<typeof memoryBuckets>;

beforeAll(() => {
  Object.assign(process.env, {
    STAGE: 'test',
    WIDGET_BUCKET: 'widget',
    APP_ORIGIN: 'https://app.example',
    BOT_JOBS_QUEUE_URL: `${QUEUES}/bot-jobs`,
    ACCOUNT_JOBS_QUEUE_URL: `${QUEUES}/account-jobs`,
  });
});
beforeEach(async () => {
  table = await startLocalTable();
  buckets = memoryBuckets();
  return async () => {
    buckets.restore();
    await table.close();
  };
});

const noPayments = async (): Promise<Stripe> => {
  throw new ParleyError('billing.not_configured');
};
const nobody = async () => ({ userIds: [], next: null });
const deps = { clock: at(3), payments: noPayments, listUserIds: nobody };
const always = () => true;
const accountOf = ({ accountId }: Actor) => readItem(AccountEntity, { accountId });

/** An account that the administration lists, as the stream has it listed. */
async function listed(): Promise<Actor> {
  const owner = await newOwner('professional');
  const account = await accountOf(owner);
  if (account) await listSubscription(null, account);
  return owner;
}

async function upload(owner: Actor, botId: BotId, content: string) {
  const { document } = await registerDocument(clock, owner, botId, {
    fileName: 'terms.md',
    size: content.length,
    description: '',
  });
  const job = buckets.upload({ accountId: owner.accountId, botId, documentId: document.id }, content);
  await ingestDocument(ingestDeps(), job, delivery());
  return { document, key: `uploads/uploads/${owner.accountId}/${botId}/${document.id}` };
}

const run = async (name = '2026-05-01') => {
  expect(await reconcile(deps, { kind: 'reconcile', run: name }, always)).toBeNull();
  const state = await findRun(name);
  expect(state?.endedAt).toBeDefined();
  return state;
};

describe('the comparison of all accounts', () => {
  it('finds nothing where everything is as it should be', async () => {
    const owner = await listed();
    const created = await createBot(clock, owner, bot('Helper', { deploy: true }));
    await upload(owner, created.id, '# Terms\n\nParcels come back within thirty days.');
    buckets.queued.length = 0;
    expect(await run()).toMatchObject({ accounts: 1, failed: 0, found: {} });
    expect(buckets.queued).toEqual([]);
    expect(await newestReconciliation()).toMatchObject({ accounts: 1, failed: 0, found: {} });
  });

  it('has accounts and bots erased whose days are over, not those whose days run', async () => {
    const [gone, kept, owner] = [await listed(), await listed(), await listed()];
    const remove = async (actor: Actor, from: () => Date) =>
      requestDeletion(from, actor, { name: (await accountOf(actor))?.name ?? '' });
    await remove(gone, at(-40));
    await remove(kept, clock);
    for (const [name, from] of [
      ['Over', at(-6)],
      ['Running', clock],
    ] as const) {
      const { id } = await createBot(clock, owner, bot(name));
      await deleteBot(from, owner, id, { name });
    }
    buckets.queued.length = 0;
    expect((await run())?.found).toEqual({ accountsErased: 1, botsErased: 1 });
    expect(buckets.queued.map(({ body }) => body)).toEqual(
      expect.arrayContaining([
        { kind: 'purge', accountId: gone.accountId },
        expect.objectContaining({ kind: 'purge', accountId: owner.accountId, botId: expect.any(String) }),
      ]),
    );
    expect(buckets.queued).toHaveLength(2);
  });

  it('counts what takes places in a plan', async () => {
    const owner = await listed();
    await createBot(clock, owner, bot('Live', { deploy: true }));
    await AccountEntity.build(UpdateItemCommand)
      .item({ accountId: owner.accountId, botCount: 7, liveBotCount: 0, apiKeyCount: 3 })
      .send();
    expect((await run())?.found).toEqual({ countersCorrected: 1 });
    expect(await accountOf(owner)).toMatchObject({ botCount: 1, liveBotCount: 1, apiKeyCount: 0 });
    expect((await run('2026-05-02'))?.found).toEqual({});
  });

  it('hides an original that no item names, and takes its index away', async () => {
    const owner = await listed();
    const { id } = await createBot(clock, owner, bot('Helper'));
    const stray = (folder: string) => `${folder}/${owner.accountId}/${id}`;
    buckets.versions.set(`uploads/uploads/${stray('').slice(1)}/${randomUUID()}`, [
      { versionId: 'v', body: Buffer.from('left') },
    ]);
    buckets.versions.set(`index/${stray('index')}/left`, [{ versionId: 'v', body: Buffer.from('left') }]);
    buckets.versions.set(`uploads/${stray('attachments')}/${randomUUID()}/${randomUUID()}`, [
      { versionId: 'v', body: Buffer.from('left') },
    ]);
    expect((await run())?.found).toEqual({ filesErased: 3 });
    const left = [...buckets.versions.entries()];
    expect(left).toHaveLength(1);
    expect(left[0]?.[1].at(-1)?.body).toBeNull();
    expect((await run('2026-05-02'))?.found).toEqual({});
  });

  it('erases none of many, since then it is their items that are lost', async () => {
    const { accountId } = await listed();
    const left = Array.from({ length: 101 }, () => `index/index/${accountId}/bot/${randomUUID()}`);
    for (const name of left) buckets.versions.set(name, [{ versionId: 'v', body: Buffer.from('left') }]);
    expect(await run()).toMatchObject({ failed: 1, found: { filesUnknown: 101 } });
    expect([...buckets.versions.keys()].sort()).toEqual(left.sort());
  });

  it('brings an original back that was hidden, tells of one that is gone, and has a lost segment made anew', async () => {
    const owner = await listed();
    const { id } = await createBot(clock, owner, bot('Helper'));
    const hidden = await upload(owner, id, '# Terms\n\nParcels come back within thirty days.');
    const gone = await upload(owner, id, '# Hours\n\nThe shop opens at nine.');
    buckets.versions.get(hidden.key)?.push({ versionId: 'marker', body: null });
    buckets.versions.delete(gone.key);
    const [segment] = [...buckets.versions.keys()].filter((name) => name.startsWith('index/index/'));
    buckets.versions.delete(segment ?? '');
    buckets.queued.length = 0;
    expect((await run())?.found).toEqual({ filesBroughtBack: 1, filesMissing: 1, segmentsRenewed: 1 });
    expect(buckets.versions.get(hidden.key)?.at(-1)?.body).not.toBeNull();
    expect(buckets.queued).toEqual([
      { group: owner.accountId, body: expect.objectContaining({ botId: id, rebuild: 'r20260501' }) },
    ]);
  });

  it('wakes the deadline of a document that nobody has taken up since yesterday', async () => {
    const owner = await listed();
    const { id } = await createBot(clock, owner, bot('Helper'));
    const { document } = await registerDocument(clock, owner, id, {
      fileName: 'terms.md',
      size: 5,
      description: '',
    });
    buckets.deadlines.length = 0;
    expect((await run())?.found).toEqual({ documentsEnded: 1 });
    expect(buckets.deadlines.map(({ body }) => body.documentId)).toEqual([document.id]);
  });

  it('reads a subscription anew from Stripe', async () => {
    const owner = await listed();
    const { accountId } = owner;
    const now = clock().toISOString();
    await SubscriptionEntity.build(PutItemCommand)
      .item({
        accountId,
        customerId: 'cus_1',
        subscriptionId: 'sub_1',
        readings: 0,
        createdAt: now,
        updatedAt: now,
      })
      .send();
    // It has ended at Stripe, and nobody told.
    const payments = async () =>
      ({ subscriptions: { list: async () => ({ data: [], has_more: false }) } }) as unknown as Stripe;
    const own = { ...deps, payments };
    expect(await reconcile(own, { kind: 'reconcile', run: '2026-05-01' }, always)).toBeNull();
    expect((await findRun('2026-05-01'))?.found).toEqual({ subscriptionsCorrected: 1 });
    expect(await accountOf(owner)).toMatchObject({ plan: 'free', subscriptionStatus: 'canceled' });
  });

  it('lists people who are in no list, page by page of the user pool, and compares their accounts then', async () => {
    const [unlisted, other] = [await newOwner('starter'), await listed()];
    await AccountEntity.build(UpdateItemCommand).item({ accountId: unlisted.accountId, botCount: 4 }).send();
    const pages: Record<string, readonly [string, string | null]> = {
      first: [other.userId, 'second'],
      second: [unlisted.userId, null],
    };
    const listUserIds = async (from: string | null) => {
      const [userId = '', next = null] = pages[from ?? 'first'] ?? [];
      return { userIds: [userId], next };
    };
    const own = { ...deps, listUserIds };
    expect(await reconcile(own, { kind: 'reconcile', run: '2026-05-01' }, always)).toBeNull();
    // Of the other only the account was listed; of them neither account nor person.
    expect(await findRun('2026-05-01')).toMatchObject({
      accounts: 2,
      found: { listingsRestored: 3, countersCorrected: 1 },
    });
    expect(await reconcile(own, { kind: 'reconcile', run: '2026-05-02' }, always)).toBeNull();
    expect((await findRun('2026-05-02'))?.found).toEqual({});
  });

  it('compares the listed people where the user pool does not answer', async () => {
    await listed();
    const listUserIds = async () => {
      throw new Error('Cognito is away');
    };
    const own = { ...deps, listUserIds };
    expect(await reconcile(own, { kind: 'reconcile', run: '2026-05-01' }, always)).toBeNull();
    expect(await findRun('2026-05-01')).toMatchObject({ accounts: 1, failed: 1 });
  });

  it('goes on where it was stopped, and counts an account once', async () => {
    for (let count = 0; count < 3; count += 1) await listed();
    let left = 3;
    const some = () => left-- > 0;
    const job = { kind: 'reconcile', run: '2026-05-01' } as const;
    expect(await reconcile(deps, job, some)).toBe('2026-05-01');
    expect(await findRun('2026-05-01')).toMatchObject({ accounts: 2 });
    await Promise.all([reconcile(deps, job, always), reconcile(deps, job, always)]);
    expect(await findRun('2026-05-01')).toMatchObject({ accounts: 3, endedAt: expect.any(String) });
  });

  it('says of which accounts something could not be looked at, and goes on with the others', async () => {
    const [broken, fine] = [await listed(), await listed()];
    const now = clock().toISOString();
    await SubscriptionEntity.build(PutItemCommand)
      .item({ accountId: broken.accountId, customerId: 'cus_1', readings: 0, createdAt: now, updatedAt: now })
      .send();
    await AccountEntity.build(UpdateItemCommand).item({ accountId: fine.accountId, botCount: 5 }).send();
    const payments = async (): Promise<Stripe> => {
      throw new Error('Stripe is away');
    };
    expect(
      await reconcile({ ...deps, payments }, { kind: 'reconcile', run: '2026-05-01' }, always),
    ).toBeNull();
    expect(await findRun('2026-05-01')).toMatchObject({
      accounts: 2,
      failed: 1,
      found: { countersCorrected: 1 },
    });
  });
});
