import { beforeAll, expect, it } from 'vitest';
import { composeMail } from '#core/base/mail/compose';
import { createBot } from '#core/bots/create-bot';
import { notificationMail } from '#core/insight/notifications/notification-mail';
import { pauseForPlan } from '#core/lifecycle/plans/pause-for-plan';
import type { Actor } from '#platform/actor';
import { dispatchChange } from '#test/helpers/dispatch-change';
import { withLocalTable } from '#test/helpers/local-table';
import { recordingQueues } from '#test/helpers/recording-queues';
import { bot, memoryPublications, newOwner } from '../../bots/setup';
import { recordingSockets } from '../../conversations/setup';
import { tableChange } from '../../operator/dispatch/follow';

memoryPublications();
const queues = recordingQueues();
withLocalTable();
beforeAll(() => {
  Object.assign(process.env, { INBOX_JOBS_QUEUE_URL: 'inbox', BOT_JOBS_QUEUE_URL: 'bots' });
});

const ofOwner = ({ accountId }: Actor, more: object) => ({
  entity: 'Subscription',
  accountId,
  customerId: 'cus_1',
  plan: 'professional',
  status: 'active',
  ...more,
});

async function noticesOf(owner: Actor, before: object, after: object) {
  queues.forget();
  await dispatchChange(
    recordingSockets().sockets,
    tableChange({ before: ofOwner(owner, before), after: ofOwner(owner, after) }),
  );
  return queues
    .bodies()
    .filter(({ kind, notice }) => kind === 'notify' && notice.kind === 'plan_ended')
    .map(({ notice }) => notice);
}

it('tells the payer that the plan has ended, what pauses, and where it comes back', async () => {
  const owner = await newOwner('professional');
  const made = [];
  for (const [place, name] of ['Stays', 'Night desk', 'Shop'].entries())
    made.push(
      await createBot(() => new Date(Date.now() + place * 1_000), owner, bot(name, { deploy: true })),
    );
  // Pausing has begun by then, or not.
  const [, second] = made;
  if (second) await pauseForPlan(() => new Date(), { accountId: owner.accountId, botId: second.id });
  const [notice] = await noticesOf(owner, { status: 'past_due' }, { status: 'canceled' });
  expect(notice).toMatchObject({
    accountId: owner.accountId,
    to: { permission: 'billing.manage' },
    name: 'Professional',
    path: '/billing',
  });
  expect(notice.detail.split(', ').sort()).toEqual(['Night desk', 'Shop']);
  const mailIn = (language: 'en' | 'de') =>
    composeMail(
      'notification',
      notificationMail({ email: 'a@example.com', language }, notice, 'https://app.example'),
    );
  const mail = mailIn('en');
  expect(mail.subject).toBe('Your Professional plan has ended');
  for (const words of ['Night desk', 'Choose a plan under Billing', 'https://app.example/billing'])
    expect(mail.text).toContain(words);
  expect(mailIn('de').text).toContain('Für Ihr Konto gilt jetzt der kostenlose Tarif.');
});

it('tells it once: also of a plan that ends unpaid and is canceled later', async () => {
  const owner = await newOwner('professional');
  expect(await noticesOf(owner, { status: 'past_due' }, { status: 'unpaid' })).toHaveLength(1);
  expect(await noticesOf(owner, { status: 'unpaid' }, { status: 'canceled' })).toEqual([]);
  expect(await noticesOf(owner, { status: 'active' }, { status: 'past_due' })).toEqual([]);
  expect(await noticesOf(owner, { status: undefined, plan: undefined }, { status: 'canceled' })).toEqual([]);
});
