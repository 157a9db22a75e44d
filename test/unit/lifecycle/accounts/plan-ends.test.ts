import { randomUUID } from 'node:crypto';
import { PutItemCommand } from 'dynamodb-toolbox';
import { beforeAll, expect, it } from 'vitest';
import { AccountId } from '#contract/base/ids';
import { SubscriptionEntity } from '#core/accounts/billing/entity';
import type { StoredAccount } from '#core/accounts/entity';
import { loadAccount } from '#core/accounts/plan';
import { composeMail } from '#core/base/mail/compose';
import { notificationMail } from '#core/insight/notifications/notification-mail';
import { runAccountJob } from '#core/lifecycle/accounts/run-job';
import { listSubscription } from '#core/operator/admin/directory';
import { dispatchChange } from '#test/helpers/dispatch-change';
import { withLocalTable } from '#test/helpers/local-table';
import { recordingQueues } from '#test/helpers/recording-queues';
import { storeAccount } from '#test/helpers/stored-items';
import { recordingSockets } from '../../conversations/setup';
import { tableChange } from '../../operator/dispatch/follow';

withLocalTable();
const queues = recordingQueues();
beforeAll(() => {
  Object.assign(process.env, {
    ACCOUNT_JOBS_QUEUE_URL: 'accounts',
    INBOX_JOBS_QUEUE_URL: 'inbox',
    BOT_JOBS_QUEUE_URL: 'bots',
  });
});

const END = '2026-06-20T10:00:00.000Z';
const daysFromEnd = (days: number) => new Date(Date.parse(END) + days * 86_400_000);

async function stored(overrides: Partial<StoredAccount>): Promise<AccountId> {
  const accountId = AccountId.parse(randomUUID());
  await storeAccount(accountId, overrides);
  await listSubscription(null, await loadAccount(accountId));
  return accountId;
}

/** What the job that comes every day, at so many days after the end, has sent of an account. */
async function sentOf(accountId: AccountId, days: number) {
  queues.forget();
  await runAccountJob(
    { clock: () => daysFromEnd(days) } as never,
    { kind: 'plan_ends_due' },
    { remainingTime: () => 60_000 },
  );
  return queues
    .bodies()
    .filter((body) => (body.accountId ?? body.notice?.accountId) === accountId)
    .map(({ kind, notice }) => notice ?? { kind });
}

it('tells of a trial three days before its end and at the end, each time as the same notification', async () => {
  const accountId = await stored({ subscriptionStatus: 'trialing', trialEndsAt: END });
  expect(await sentOf(accountId, -3.5)).toEqual([]);
  const [soon] = await sentOf(accountId, -2.5);
  expect(soon).toMatchObject({
    kind: 'trial_ending',
    to: { permission: 'billing.manage' },
    name: 'Starter',
    detail: END,
    path: '/billing',
  });
  expect(await sentOf(accountId, -1.5)).toEqual([soon]);
  const [fit, ended] = await sentOf(accountId, 0.2);
  expect([fit, ended]).toMatchObject([{ kind: 'fit_to_plan' }, { kind: 'plan_ended', name: 'Starter' }]);
  expect((await sentOf(accountId, 1.2))[1]).toEqual(ended);
  expect(await sentOf(accountId, 8)).toEqual([]);

  const mail = (language: 'en' | 'de') =>
    composeMail(
      'notification',
      notificationMail({ email: 'a@example.com', language }, soon, 'https://app.example'),
    );
  const english = mail('en');
  expect(english.subject).toBe('Your trial of the Starter plan ends on 20 June 2026');
  expect(english.text).toContain('https://app.example/billing');
  const german = mail('de');
  expect(german.subject).toBe('Ihre Testphase des Tarifs Starter endet am 20. Juni 2026');
});

it('tells no end of a trial that goes over into paid time, nor of an account that is to be deleted', async () => {
  const paying = await stored({ subscriptionStatus: 'trialing', trialEndsAt: END, isSubscribed: true });
  expect(await sentOf(paying, -1)).toMatchObject([{ kind: 'trial_ending' }]);
  expect(await sentOf(paying, 0.2)).toEqual([]);
  const leaving = await stored({
    subscriptionStatus: 'trialing',
    trialEndsAt: END,
    deletesAt: daysFromEnd(9).toISOString(),
  });
  expect(await sentOf(leaving, -1)).toEqual([]);
});

it('tells of days of grace, and of their end once, although Stripe ends the subscription later', async () => {
  // By then the account has the free plan; the subscription says what it was.
  const accountId = await stored({ subscriptionStatus: 'past_due', graceEndsAt: END, plan: 'free' });
  const subscription = {
    accountId,
    customerId: 'cus_1',
    plan: 'professional',
    status: 'past_due',
    pastDueSince: daysFromEnd(-14).toISOString(),
  } as const;
  const at = daysFromEnd(-14).toISOString();
  await SubscriptionEntity.build(PutItemCommand)
    .item({ ...subscription, createdAt: at, updatedAt: at })
    .send();
  expect(await sentOf(accountId, -2)).toMatchObject([{ kind: 'grace_ending', name: 'Professional' }]);
  const [, ended] = await sentOf(accountId, 0.5);
  expect(ended).toMatchObject({ kind: 'plan_ended', name: 'Professional' });
  queues.forget();
  const before = { entity: 'Subscription', ...subscription };
  await dispatchChange(
    recordingSockets().sockets,
    tableChange({ before, after: { ...before, status: 'canceled' }, at: daysFromEnd(20) }),
  );
  const told = queues.bodies().filter(({ notice }) => notice?.kind === 'plan_ended');
  expect(told.map(({ notice }) => notice)).toEqual([ended]);
});

it('leaves what there is no time for to another message', async () => {
  for (let account = 0; account < 51; account += 1)
    await stored({ subscriptionStatus: 'trialing', trialEndsAt: daysFromEnd(400).toISOString() });
  await runAccountJob(
    { clock: () => daysFromEnd(0) } as never,
    { kind: 'plan_ends_due' },
    { remainingTime: () => 0 },
  );
  expect(queues.bodies()).toContainEqual({
    kind: 'plan_ends_due',
    from: { status: 'trialing', cursor: expect.any(String) },
  });
});
