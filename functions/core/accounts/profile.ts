import { $remove, BatchGetRequest, QueryCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { AccountId, BotId, type UserId } from '../../contract/ids';
import type { Account, Me, Profile, UpdateProfile } from '../../contract/profile';
import type { AuthenticatedUser } from '../../platform/actor';
import type { Clock } from '../../platform/clock';
import { ParleyError } from '../../platform/errors';
import { table } from '../../platform/table';
import { readItems } from '../../platform/table-reads';
import { conditionally } from '../../platform/table-writes';
import { BotUsageEntity, botUsagePrefix, dayOf, type StoredBotUsage } from '../limits/bot-usage';
import { MonthlyUsageEntity, monthOf } from '../limits/monthly-usage';
import { limitOf } from '../limits/places';
import { activeProfile } from './active-profile';
import {
  AccountEntity,
  accountPartition,
  MembershipEntity,
  ProfileEntity,
  type StoredAccount,
  type StoredProfile,
} from './entity';
import { effectivePlan } from './plan';
import { toProfile } from './stored-profile';

/** The caller's profile and the accounts she may act for, her own first. */
export async function getMe(clock: Clock, user: AuthenticatedUser): Promise<Me> {
  const [profile, accountIds] = await Promise.all([activeProfile(user), accountsOf(user.userId)]);
  const now = clock();
  const [accounts, uses] = await Promise.all([
    loadMemberships(user.userId, accountIds, monthOf(now)),
    Promise.all(accountIds.map((accountId) => botsNearLimit(accountId, now))),
  ]);
  const usesOf = new Map(accountIds.map((accountId, index) => [accountId, uses[index] ?? []]));
  return {
    profile: toProfile(profile),
    accounts: accounts.map((membership) =>
      toAccount(membership, usesOf.get(membership.account.accountId) ?? [], now),
    ),
  };
}

export async function updateMe(
  clock: Clock,
  user: AuthenticatedUser,
  input: UpdateProfile,
): Promise<Profile> {
  await activeProfile(user);
  const { Attributes } = await conditionally(
    ProfileEntity.build(UpdateItemCommand)
      .item({
        userId: user.userId,
        ...(input.fullName !== undefined && { fullName: input.fullName }),
        ...(input.companyName !== undefined && { companyName: input.companyName || $remove() }),
        updatedAt: clock().toISOString(),
      })
      .options({ condition: { attr: 'userId', exists: true }, returnValues: 'ALL_NEW' })
      .send(),
    () => new ParleyError('profile.not_found'),
  );
  return toProfile(Attributes as StoredProfile);
}

/** Her own account is read by key, so that it is there at once; the index may lag behind for the others. */
async function accountsOf(userId: UserId): Promise<readonly string[]> {
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({ index: 'gsi1', partition: `USER#${userId}`, range: { beginsWith: 'MEMBER#' } })
    .options({ limit: 100 })
    .send();
  const others = Items.map(({ gsi1sk }) => String(gsi1sk).slice('MEMBER#'.length)).filter(
    (accountId) => accountId !== userId,
  );
  return [userId, ...others];
}

interface Membership {
  readonly account: StoredAccount;
  readonly role: Account['role'];
  /** Conversations of this month. */
  readonly conversations: number;
}

async function loadMemberships(
  userId: UserId,
  accountIds: readonly string[],
  month: string,
): Promise<Membership[]> {
  const requests = accountIds.flatMap((accountId) => [
    AccountEntity.build(BatchGetRequest).key({ accountId }),
    MembershipEntity.build(BatchGetRequest).key({ accountId, userId }),
    MonthlyUsageEntity.build(BatchGetRequest).key({ accountId, month }),
  ]);
  const items: readonly unknown[] = await readItems(requests, { consistent: true });
  return accountIds.flatMap((_, index) => {
    const account = items[3 * index] as StoredAccount | undefined;
    const membership = items[3 * index + 1] as { role: Account['role'] } | undefined;
    const usage = items[3 * index + 2] as { conversations: number } | undefined;
    return account && membership
      ? [{ account, role: membership.role, conversations: usage?.conversations ?? 0 }]
      : [];
  });
}

/** Today's use of bots of which somebody was warned. */
async function botsNearLimit(accountId: string, now: Date): Promise<readonly StoredBotUsage[]> {
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({ partition: accountPartition(accountId), range: { beginsWith: botUsagePrefix(dayOf(now)) } })
    .entities(BotUsageEntity)
    .options({ limit: 100 })
    .send();
  return Items.filter(({ warned }) => warned !== undefined);
}

function toModelUse(
  account: StoredAccount,
  { botId, botName, answers = 0, tokens = 0, warned = 0 }: StoredBotUsage,
  now: Date,
): Account['modelUse'][number] {
  return {
    botId: BotId.parse(botId),
    botName,
    answers: { used: answers, limit: limitOf(account, 'modelAnswers', now).limit },
    tokens: { used: tokens, limit: limitOf(account, 'modelTokens', now).limit },
    reached: warned >= 100,
  };
}

function toAccount(
  { account: stored, role, conversations }: Membership,
  uses: readonly StoredBotUsage[],
  now: Date,
): Account {
  return {
    id: AccountId.parse(stored.accountId),
    name: stored.name,
    role,
    plan: effectivePlan(stored, now),
    subscriptionStatus: stored.subscriptionStatus,
    trialEndsAt: stored.trialEndsAt ?? null,
    modelUse: uses.map((use) => toModelUse(stored, use, now)),
    usage: { bots: stored.botCount, documents: stored.documentCount, conversations },
  };
}
