import { randomUUID } from 'node:crypto';
import { PutItemCommand } from 'dynamodb-toolbox';
import { expect, test } from 'vitest';
import { AccountId, BotId } from '#contract/base/ids';
import type { StoredAccount } from '#core/accounts/entity';
import { countConversation } from '#core/accounts/limits/conversations';
import { MonthlyUsageEntity, monthOf } from '#core/accounts/limits/monthly-usage';
import { readItem } from '#platform/table-reads';
import { withLocalTable } from '#test/helpers/local-table';
import { expectRefusal } from '#test/helpers/refusal';
import { storeAccount } from '#test/helpers/stored-items';

withLocalTable();

const NOVEMBER = new Date('2030-11-30T23:59:59.999Z');
const DECEMBER = new Date('2030-12-01T00:00:00.000Z');
const stored = async () => {};
const BOT = BotId.parse('00000000000000000000000001');
const counting = (accountId: AccountId, now: Date, store: () => Promise<void>) =>
  countConversation({ accountId, botId: BOT }, now, store);

async function newAccount(begun = 0, change: Partial<StoredAccount> = {}): Promise<AccountId> {
  const accountId = AccountId.parse(randomUUID());
  await storeAccount(accountId, { plan: 'free', ...change });
  if (begun > 0)
    await MonthlyUsageEntity.build(PutItemCommand)
      .item({ accountId, month: monthOf(NOVEMBER), conversations: begun })
      .send();
  return accountId;
}

async function counted(accountId: AccountId, month = NOVEMBER): Promise<number> {
  const found = await readItem(MonthlyUsageEntity, { accountId, month: monthOf(month) });
  return found?.conversations ?? 0;
}

test('of many visitors who take the last places at the same time, as many begin as there are places', async () => {
  const accountId = await newAccount(95);
  const begun: number[] = [];
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, visitor) =>
      counting(accountId, NOVEMBER, async () => {
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
  await expectRefusal(counting(accountId, NOVEMBER, stored), 'plan.conversations_exceeded');
  await counting(accountId, DECEMBER, stored);
  expect([await counted(accountId), await counted(accountId, DECEMBER)]).toEqual([100, 1]);
});

test('a conversation that could not be stored is not counted', async () => {
  const accountId = await newAccount(3);
  const failure = new Error('The table is busy.');
  await expect(counting(accountId, NOVEMBER, () => Promise.reject(failure))).rejects.toBe(failure);
  expect(await counted(accountId)).toBe(3);
});

test('a trial that has ended has the limit of the free plan', async () => {
  const trial = { plan: 'starter', subscriptionStatus: 'trialing' } as const;
  const running = await newAccount(100, { ...trial, trialEndsAt: '2030-12-24T00:00:00.000Z' });
  const ended = await newAccount(100, { ...trial, trialEndsAt: '2030-11-24T00:00:00.000Z' });
  await counting(running, NOVEMBER, stored);
  await expectRefusal(counting(ended, NOVEMBER, stored), 'plan.conversations_exceeded');
});
