import { $remove, BatchGetRequest, QueryCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import type { Limits } from '#contract/accounts/plans';
import type { Account, Me, Profile, UpdateProfile } from '#contract/accounts/profile';
import { AccountId, BotId, UserId } from '#contract/base/ids';
import type { AuthenticatedUser } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import type { NameWriter } from '#platform/identity';
import { logger } from '#platform/logger';
import { table } from '#platform/table';
import { readItems } from '#platform/table-reads';
import { conditionally } from '#platform/table-writes';
import { activeProfile } from '../active-profile';
import { type StoredSubscription, SubscriptionEntity } from '../billing/entity';
import { standingOf } from '../billing/plan-standing';
import {
  AccountEntity,
  accountPartition,
  MembershipEntity,
  ProfileEntity,
  type StoredAccount,
  type StoredMembership,
  type StoredProfile,
} from '../entity';
import { BotUsageEntity, botUsagePrefix, dayOf, type StoredBotUsage } from '../limits/bot-usage';
import { MonthlyUsageEntity, monthOf } from '../limits/monthly-usage';
import { limitOf, limitsOf, placesTaken } from '../limits/quotas';
import { mailProblemsOf } from '../mail/undeliverable';
import { homeOf, makeOwnAccount } from '../own-account';
import { effectivePlan } from '../plan';
import { currentSettings } from '../platform-settings/settings';
import { toProfile } from '../stored-profile';
import { timeZoneOf } from '../time-zone';

/** The caller's profile, the accounts that it may act for, its own first, and those in which it is suspended. */
export async function getMe(clock: Clock, user: AuthenticatedUser): Promise<Me> {
  const [profile, accountIds] = await Promise.all([activeProfile(user), accountsOf(user.userId)]);
  await noteSeen(clock, profile);
  const me = await readMe(clock(), profile, accountIds);
  if (me.accounts.length > 0) return me;
  // Theirs may be the one that they are suspended in: two of one name could not be told apart.
  await makeOwnAccount(
    clock,
    profile,
    me.suspended?.map(({ name }) => name),
  );
  const settled = await activeProfile(user);
  return readMe(clock(), settled, [homeOf(profile), ...accountIds]);
}

/** Keeps the day of a person's last visit. A failure is not shown to the person. */
async function noteSeen(clock: Clock, { userId, lastSeen }: StoredProfile): Promise<void> {
  const day = dayOf(clock());
  if (lastSeen === day) return;
  try {
    await ProfileEntity.build(UpdateItemCommand)
      .item({ userId, lastSeen: day })
      .options({ condition: { attr: 'userId', exists: true } })
      .send();
  } catch (error) {
    logger.warn('It was not noted when a person was here.', {
      error: error instanceof Error ? error : String(error),
    });
  }
}

async function readMe(now: Date, profile: StoredProfile, listed: readonly string[]): Promise<Me> {
  const home = homeOf(profile);
  const accountIds = [...new Set([home, ...listed])];
  const [memberships, uses, [mailProblem]] = await Promise.all([
    loadMemberships(UserId.parse(profile.userId), accountIds, monthOf(now)),
    Promise.all(accountIds.map((accountId) => botsNearLimit(accountId, now))),
    mailProblemsOf([profile.email], now),
    // What plans allow is asked of it below.
    currentSettings(),
  ]);
  const usesOf = new Map(accountIds.map((accountId, index) => [accountId, uses[index] ?? []]));
  return {
    profile: { ...toProfile(profile), ...(mailProblem && { mail_problem: mailProblem }) },
    accounts: memberships
      .filter(({ status }) => status !== 'suspended')
      .map((membership) => toAccount(membership, usesOf.get(membership.account.accountId) ?? [], now)),
    suspended: memberships
      .filter(({ status }) => status === 'suspended')
      .map(({ account: { accountId, name }, suspendedByPlan }) => ({
        id: AccountId.parse(accountId),
        name,
        by: suspendedByPlan ? 'plan' : 'team',
      })),
  };
}

/** Cognito's tokens and mails follow. What counts is the profile: they may lag behind. */
export async function updateMe(
  { clock, writeNames }: { readonly clock: Clock; readonly writeNames: NameWriter },
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
  try {
    await writeNames(user.accessToken, input);
  } catch (error) {
    logger.warn('Cognito was not told of a new name.', {
      error: error instanceof Error ? error : String(error),
    });
  }
  return toProfile(Attributes as StoredProfile);
}

/** As the index has them, which may lag behind. */
async function accountsOf(userId: UserId): Promise<readonly string[]> {
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({ index: 'gsi1', partition: `USER#${userId}`, range: { beginsWith: 'MEMBER#' } })
    .options({ limit: 100 })
    .send();
  return Items.map(({ gsi1sk }) => String(gsi1sk).slice('MEMBER#'.length));
}

interface Membership extends Pick<StoredMembership, 'role' | 'status' | 'suspendedByPlan'> {
  readonly account: StoredAccount;
  readonly subscription: StoredSubscription | undefined;
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
    SubscriptionEntity.build(BatchGetRequest).key({ accountId }),
  ]);
  const items: readonly unknown[] = await readItems(requests, { consistent: true });
  return accountIds.flatMap((_, index) => {
    const [account, membership, usage, subscription] = items.slice(4 * index, 4 * index + 4) as [
      StoredAccount | undefined,
      StoredMembership | undefined,
      { readonly conversations: number } | undefined,
      StoredSubscription | undefined,
    ];
    return account && membership
      ? [{ ...membership, account, subscription, conversations: usage?.conversations ?? 0 }]
      : [];
  });
}

/** Today's usage of bots that have reached a warning level. */
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
  { account: stored, subscription, role, conversations }: Membership,
  uses: readonly StoredBotUsage[],
  now: Date,
): Account {
  return {
    id: AccountId.parse(stored.accountId),
    name: stored.name,
    logoUrl: stored.logoUrl ?? null,
    role,
    plan: effectivePlan(stored, now),
    standing: standingOf(stored, subscription, now),
    timeZone: timeZoneOf(stored),
    limits: shownLimits(limitsOf(effectivePlan(stored, now))),
    modelUse: uses.map((use) => toModelUse(stored, use, now)),
    usage: {
      bots: stored.liveBotCount,
      allBots: stored.botCount,
      documents: stored.documentCount,
      teamMembers: placesTaken(stored, 'teamMembers'),
      conversations,
    },
  };
}

function shownLimits(limits: Limits): NonNullable<Account['limits']> {
  const { bots, allBots, conversations, teamMembers, documents } = limits;
  return { bots, allBots, conversations, teamMembers, documents };
}
