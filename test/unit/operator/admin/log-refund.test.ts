import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { AccountId } from '#contract/base/ids';
import { ensureCustomer } from '#core/accounts/billing/customer';
import { listAdminLog } from '#core/operator/admin/log';
import { followRefund, logRefund } from '#core/operator/admin/log-refund';
import type { Stripe } from '#platform/payments';
import { withLocalTable } from '#test/helpers/local-table';
import { storeAccount } from '#test/helpers/stored-items';

withLocalTable();

const CREATED = Date.parse('2030-03-10T12:00:00Z') / 1_000;

async function scene() {
  const accountId = AccountId.parse(randomUUID());
  await storeAccount(accountId);
  const customer = `cus_${accountId}`;
  const stripe = {
    customers: {
      create: async () => ({ id: customer }),
      update: async (id: string) => ({ id }),
      retrieve: async () => ({ metadata: { accountId } }),
    },
  } as unknown as Stripe;
  await ensureCustomer(
    { clock: () => new Date(CREATED * 1_000), stripe },
    { accountId, email: 'a@example.com', name: 'Example' },
  );
  const note = (more: object = {}) =>
    ({
      id: `cn_${randomUUID()}`,
      created: CREATED,
      customer,
      amount: 500,
      currency: 'eur',
      number: 'CN-1',
      reason: 'order_change',
      refunds: [{ amount_refunded: 500 }],
      metadata: { actorId: 'ada', actorName: 'Ada (ada@example.com)', reason: 'Outage' },
      ...more,
    }) as unknown as Stripe.CreditNote;
  const event = (object: Stripe.CreditNote) =>
    followRefund({ stripe }, { type: 'credit_note.created', data: { object } } as Stripe.Event);
  const logged = async () =>
    (await listAdminLog({ action: 'payment_refunded', limit: 50 })).items.filter(
      ({ subject }) => subject?.id === accountId,
    );
  return { accountId, note, event, logged };
}

it('is written once by the call and the events, in the name of the administrator who made the refund', async () => {
  const { accountId, note, event, logged } = await scene();
  const refund = note();
  await event(refund);
  await Promise.all([event(refund), logRefund(refund, { id: accountId, name: 'Example' })]);
  expect(await logged()).toMatchObject([
    { actor: { id: 'ada', name: 'Ada (ada@example.com)' }, note: '5.00 EUR, CN-1: Outage' },
  ]);
});

it('names Stripe where the refund was made there', async () => {
  const { note, event, logged } = await scene();
  await event(note({ metadata: {} }));
  expect(await logged()).toMatchObject([{ actor: { name: 'Stripe' }, note: '5.00 EUR, CN-1: order_change' }]);
});

it('is not written of a credit that pays nothing back', async () => {
  const { note, event, logged } = await scene();
  await event(note({ refunds: [] }));
  expect(await logged()).toEqual([]);
});
