import { randomUUID } from 'node:crypto';
import { UpdateItemCommand } from 'dynamodb-toolbox';
import { beforeAll, expect, it, vi } from 'vitest';
import { AccountId } from '#contract/base/ids';
import { ensureCustomer } from '#core/accounts/billing/customer';
import { AccountEntity } from '#core/accounts/entity';
import { runAccountJob } from '#core/lifecycle/accounts/run-job';
import { ParleyError } from '#platform/errors';
import { dispatchChange } from '#test/helpers/dispatch-change';
import { withLocalTable } from '#test/helpers/local-table';
import { recordingQueues } from '#test/helpers/recording-queues';
import { storeAccount, storeMember } from '#test/helpers/stored-items';
import { recordingSockets } from '../../conversations/setup';
import { tableChange } from '../../operator/dispatch/follow';

withLocalTable();
const queues = recordingQueues();
beforeAll(() => {
  process.env.ACCOUNT_JOBS_QUEUE_URL = 'accounts';
});

async function transferred() {
  const accountId = AccountId.parse(randomUUID());
  const newOwner = randomUUID();
  await storeAccount(accountId);
  await storeMember(accountId, newOwner);
  const update = vi.fn(async (id: string) => ({ id }));
  const stripe = { customers: { create: async () => ({ id: 'cus_1' }), update } };
  await ensureCustomer(
    { clock: () => new Date(), stripe: stripe as never },
    { accountId, email: 'former@example.com', name: 'Former' },
  );
  await AccountEntity.build(UpdateItemCommand).item({ accountId, ownerId: newOwner }).send();
  update.mockClear();
  const run = (payments: () => Promise<unknown>) =>
    runAccountJob(
      { payments } as never,
      { kind: 'ownership_transferred', accountId },
      {
        remainingTime: () => 60_000,
      },
    );
  return { accountId, newOwner, stripe, update, run };
}

it('has the invoices addressed to the new owner, however often it is followed', async () => {
  const { accountId, newOwner, stripe, update, run } = await transferred();
  const member = { entity: 'Membership', accountId, userId: newOwner, role: 'admin' };
  await dispatchChange(
    recordingSockets().sockets,
    tableChange({ before: member, after: { ...member, role: 'owner' } }),
  );
  expect(queues.bodies()).toContainEqual({ kind: 'ownership_transferred', accountId });
  for (let times = 0; times < 2; times += 1) await run(async () => stripe);
  expect(update.mock.calls).toEqual(
    Array(2).fill(['cus_1', { email: `${newOwner}@example.com`, name: 'Ada Agent' }]),
  );
});

it('does nothing where the stage has no payments, and tries again where Stripe is away', async () => {
  const { run } = await transferred();
  await run(() => Promise.reject(new ParleyError('billing.not_configured')));
  await expect(run(() => Promise.reject(new Error('Stripe is away.')))).rejects.toThrow('away');
});
