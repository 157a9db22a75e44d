import { randomUUID } from 'node:crypto';
import { GetItemCommand, PutItemCommand } from 'dynamodb-toolbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AccountId } from '../../../functions/contract/ids';
import { AccountEntity, type StoredAccount } from '../../../functions/core/accounts/entity';
import { countConversation } from '../../../functions/core/limits/conversations';
import { MonthlyUsageEntity, monthOf } from '../../../functions/core/limits/monthly-usage';
import { startLocalTable } from '../../helpers/local-table';

let table: { close(): Promise<void> };
beforeAll(async () => {
  table = await startLocalTable();
});
afterAll(() => table.close());

const NOVEMBER = new Date('2030-11-30T23:59:59.999Z');
const DECEMBER = new Date('2030-12-01T00:00:00.000Z');
const stored = async () => {};

async function newAccount(begun = 0, change: Partial<StoredAccount> = {}): Promise<AccountId> {
  const accountId = AccountId.parse(randomUUID());
  const at = NOVEMBER.toISOString();
  await AccountEntity.build(PutItemCommand)
    .item({
      accountId,
      ownerId: accountId,
      name: 'Example',
      plan: 'free',
      subscriptionStatus: 'active',
      createdAt: at,
      updatedAt: at,
      ...change,
    })
    .send();
  if (begun > 0)
    await MonthlyUsageEntity.build(PutItemCommand)
      .item({ accountId, month: monthOf(NOVEMBER), conversations: begun })
      .send();
  return accountId;
}

async function counted(accountId: AccountId, month = NOVEMBER): Promise<number> {
  const { Item } = await MonthlyUsageEntity.build(GetItemCommand)
    .key({ accountId, month: monthOf(month) })
    .send();
  return Item?.conversations ?? 0;
}

test('of many visitors who take the last places at the same time, as many begin as there are places', async () => {
  const accountId = await newAccount(95);
  const begun: number[] = [];
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, visitor) =>
      countConversation(accountId, NOVEMBER, async () => {
        begun.push(visitor);
      }),
    ),
  );
  expect(begun).toHaveLength(5);
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused).toHaveLength(15);
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'plan.conversations_exceeded' });
  expect(await counted(accountId)).toBe(100);
});

test('a month begins anew, by the calendar in UTC', async () => {
  const accountId = await newAccount(100);
  await expect(countConversation(accountId, NOVEMBER, stored)).rejects.toMatchObject({
    code: 'plan.conversations_exceeded',
  });
  await countConversation(accountId, DECEMBER, stored);
  expect([await counted(accountId), await counted(accountId, DECEMBER)]).toEqual([100, 1]);
});

test('a conversation that could not be stored is not counted', async () => {
  const accountId = await newAccount(3);
  const failure = new Error('The table is busy.');
  await expect(countConversation(accountId, NOVEMBER, () => Promise.reject(failure))).rejects.toBe(failure);
  expect(await counted(accountId)).toBe(3);
});

test('a trial that has ended has the limit of the free plan', async () => {
  const trial = { plan: 'starter', subscriptionStatus: 'trialing' } as const;
  const running = await newAccount(100, { ...trial, trialEndsAt: '2030-12-24T00:00:00.000Z' });
  const ended = await newAccount(100, { ...trial, trialEndsAt: '2030-11-24T00:00:00.000Z' });
  await countConversation(running, NOVEMBER, stored);
  await expect(countConversation(ended, NOVEMBER, stored)).rejects.toMatchObject({
    code: 'plan.conversations_exceeded',
  });
});
