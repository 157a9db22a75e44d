import { randomUUID } from 'node:crypto';
import { PutItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { beforeAll, describe, expect, it } from 'vitest';
import { BotId } from '#contract/base/ids';
import { AccountEntity, type StoredAccount } from '#core/accounts/entity';
import { countConversation } from '#core/accounts/limits/conversations';
import { MonthlyUsageEntity, monthOf } from '#core/accounts/limits/monthly-usage';
import { PlaceUsageEntity } from '#core/accounts/limits/place-usage';
import { loadAccount } from '#core/accounts/plan';
import { createBot } from '#core/bots/create-bot';
import { alertLimit } from '#core/conversations/inbox/alert-limit';
import { getUsage } from '#core/lifecycle/plans/show-usage';
import type { Actor } from '#platform/actor';
import type { OutgoingMail } from '#platform/mail';
import { readItem } from '#platform/table-reads';
import { dispatchChange } from '#test/helpers/dispatch-change';
import { withLocalTable } from '#test/helpers/local-table';
import { recordingQueues } from '#test/helpers/recording-queues';
import { bot, clock, memoryPublications, newOwner } from '../../bots/setup';
import { recordingSockets } from '../../conversations/setup';
import { tableChange } from '../../operator/dispatch/follow';

memoryPublications();
const queues = recordingQueues();
withLocalTable();
beforeAll(() => {
  process.env.INBOX_JOBS_QUEUE_URL = 'inbox';
  process.env.BOT_JOBS_QUEUE_URL = 'bots';
  process.env.TEXT_RECOGNITION = 'textract';
});

const NOW = new Date('2030-03-15T12:00:00Z');
const at = (now: Date) => () => now;

/** What follows when an account changes from one state to another. */
async function follow(
  owner: Actor,
  before: Partial<StoredAccount>,
  after: Partial<StoredAccount>,
  now = NOW,
) {
  const account = { ...(await loadAccount(owner.accountId)), entity: 'Account' };
  await dispatchChange(
    recordingSockets().sockets,
    tableChange({ before: { ...account, ...before }, after: { ...account, ...after }, at: now }),
  );
}
const placesOf = async (owner: Actor, resource: 'documents' | 'bots', month = '2030-03') => {
  return readItem(PlaceUsageEntity, { accountId: owner.accountId, resource, month });
};

describe('what is kept of the places that an account takes', () => {
  it('follows its counters, with the level that they have come to, once', async () => {
    const owner = await newOwner('professional');
    await follow(owner, { documentCount: 78 }, { documentCount: 79 });
    expect(await placesOf(owner, 'documents')).toMatchObject({ used: 79 });
    await follow(owner, { documentCount: 79 }, { documentCount: 80 });
    expect(await placesOf(owner, 'documents')).toMatchObject({ used: 80, warned: 80 });
    await follow(owner, { documentCount: 80 }, { documentCount: 70 });
    expect(await placesOf(owner, 'documents')).toMatchObject({ used: 70, warned: 80 });
    await follow(owner, { documentCount: 99 }, { documentCount: 100 });
    expect(await placesOf(owner, 'documents')).toMatchObject({ used: 100, warned: 100 });
    expect(await placesOf(owner, 'bots')).toBeUndefined();
  });

  it('warns nobody of a limit to which a smaller plan has come', async () => {
    const owner = await newOwner('professional');
    await follow(
      owner,
      { plan: 'professional', documentCount: 60, liveBotCount: 4 },
      { plan: 'free', subscriptionStatus: 'canceled', documentCount: 60, liveBotCount: 4 },
    );
    for (const resource of ['documents', 'bots'] as const)
      expect((await placesOf(owner, resource))?.warned).toBeUndefined();
  });

  it('warns nobody of a place that the first takes', async () => {
    const owner = await newOwner('starter');
    await follow(owner, { liveBotCount: 0 }, { liveBotCount: 1 });
    expect(await placesOf(owner, 'bots')).toMatchObject({ used: 1 });
    expect((await placesOf(owner, 'bots'))?.warned).toBeUndefined();
  });

  it('is mailed to the account’s managers, once a level', async () => {
    const owner = await newOwner('professional');
    await follow(owner, { documentCount: 99 }, { documentCount: 100 });
    const stored = { ...(await placesOf(owner, 'documents')), entity: 'PlaceUsage' };
    queues.forget();
    await dispatchChange(recordingSockets().sockets, tableChange({ after: stored, at: NOW }));
    const [job] = queues.bodies();
    expect(job).toEqual({
      kind: 'alert_limit',
      accountId: owner.accountId,
      botId: null,
      period: '2030-03',
      place: 'documents',
    });
    const mails: OutgoingMail[] = [];
    const deps = {
      clock: at(NOW),
      appOrigin: 'https://app.example',
      sendMail: async (mail: OutgoingMail) => void mails.push(mail),
    };
    await alertLimit(deps, job);
    await alertLimit(deps, job);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toBe('You have as many documents as your plan allows');
    expect(mails[0]?.text).toContain('Documents: 100 of 100');
    expect(mails[0]?.text).toContain('https://app.example/usage');
  });

  it('asks for the plan to be fitted where another one holds, and tells the dashboard', async () => {
    const owner = await newOwner('professional');
    queues.forget();
    const sockets = recordingSockets();
    const account = { ...(await loadAccount(owner.accountId)), entity: 'Account' };
    await dispatchChange(
      sockets.sockets,
      tableChange({ before: account, after: { ...account, plan: 'starter' }, at: NOW }),
    );
    expect(queues.bodies()).toContainEqual({ kind: 'fit_to_plan', accountId: owner.accountId });
  });
});

describe('the usage of an account', () => {
  it('has this month by resource and by bot, and the months before', async () => {
    const owner = await newOwner('professional');
    const { accountId } = owner;
    const live = await createBot(clock, owner, bot('Live', { deploy: true }));
    await createBot(clock, owner, bot('Draft'));
    for (const botId of [live.id, live.id, BotId.parse(randomUUID())])
      await countConversation({ accountId, botId }, NOW, async () => {});
    for (const [month, conversations] of [
      ['2030-01', 7],
      ['2030-02', 9],
    ] as const)
      await MonthlyUsageEntity.build(PutItemCommand).item({ accountId, month, conversations }).send();
    await PlaceUsageEntity.build(PutItemCommand)
      .item({ accountId, resource: 'documents', month: '2030-01', used: 12 })
      .send();
    const usage = await getUsage(at(NOW), owner);
    expect(usage).toMatchObject({
      plan: 'professional',
      periodStart: '2030-03-01T00:00:00.000Z',
      periodEnd: '2030-04-01T00:00:00.000Z',
      conversations: { used: 3, limit: 10_000 },
      bots: { used: 1, limit: 5 },
      allBots: { used: 2, limit: 100 },
      teamMembers: { used: 1, limit: 5 },
      documents: { used: 0, limit: 100 },
      picturePages: { used: 0, limit: 2_000 },
      paused: { bots: 0, teamMembers: 0 },
    });
    expect(usage.byBot.map(({ botName, conversations }) => [botName, conversations])).toEqual([
      ['Live', 2],
      ['', 1],
    ]);
    // What did not change in February was as at the end of January.
    expect(usage.history).toEqual([
      { month: '2030-02', conversations: 9, bots: null, teamMembers: null, documents: 12 },
      { month: '2030-01', conversations: 7, bots: null, teamMembers: null, documents: 12 },
    ]);
  });

  it('is nobody else’s', async () => {
    const [owner, stranger] = [await newOwner('professional'), await newOwner('professional')];
    const now = at(new Date());
    await countConversation(
      { accountId: owner.accountId, botId: BotId.parse(randomUUID()) },
      now(),
      async () => {},
    );
    expect(await getUsage(now, stranger)).toMatchObject({ conversations: { used: 0 }, byBot: [] });
    expect(monthOf(now())).toMatch(/^\d{4}-\d{2}$/);
    await AccountEntity.build(UpdateItemCommand).item({ accountId: owner.accountId, plan: 'free' }).send();
    expect(await getUsage(now, owner)).toMatchObject({ conversations: { used: 1, limit: 100 } });
  });
});
