import { QueryCommand } from 'dynamodb-toolbox';
import { SOLD_PLACES, type SoldPlace } from '#contract/accounts/limits';
import type { Limits } from '#contract/accounts/plans';
import type { Usage, UsageMonth } from '#contract/accounts/usage';
import { type AccountId, BotId } from '#contract/base/ids';
import { accountPartition, type StoredAccount } from '#core/accounts/entity';
import { BotMonthEntity, botMonthPrefix } from '#core/accounts/limits/bot-month';
import { MonthlyUsageEntity, monthOf } from '#core/accounts/limits/monthly-usage';
import { picturePagesOf } from '#core/accounts/limits/picture-usage';
import { PlaceUsageEntity, placeUsagePrefix } from '#core/accounts/limits/place-usage';
import { limitOf, type PlaceResource, placesTaken } from '#core/accounts/limits/quotas';
import { membershipsOf } from '#core/accounts/memberships';
import { effectivePlan, loadAccount } from '#core/accounts/plan';
import { botsOf } from '#core/bots/bots';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { environment } from '#platform/environment';
import { table } from '#platform/table';
import { nameDeletedBots } from './deleted-names';

/** Months of the history, this one included. */
const MONTHS = 13;

/** What the caller's account uses of its plan this month, and what it used in those before. */
export async function getUsage(clock: Clock, { accountId }: Pick<Actor, 'accountId'>): Promise<Usage> {
  const now = clock();
  const month = monthOf(now);
  const [account, bots, members, history, byBot, picturePages] = await Promise.all([
    loadAccount(accountId),
    botsOf(accountId),
    membershipsOf(accountId),
    readHistory(accountId),
    readByBot(accountId, month),
    picturePagesOf(accountId, now),
  ]);
  const names = new Map<string, string>(bots.map(({ botId, name }) => [botId, name]));
  const deleted = await nameDeletedBots(
    accountId,
    byBot.map(({ botId }) => botId).filter((botId) => !names.has(botId)),
  );
  const used = (resource: PlaceResource) => usedOf(account, resource, placesTaken(account, resource), now);
  return {
    plan: effectivePlan(account, now),
    ...periodOf(now),
    conversations: usedOf(
      account,
      'conversations',
      history.find((each) => each.month === month)?.conversations ?? 0,
      now,
    ),
    bots: used('bots'),
    allBots: used('allBots'),
    teamMembers: used('teamMembers'),
    documents: used('documents'),
    picturePages:
      environment('TEXT_RECOGNITION') === 'none' ? null : usedOf(account, 'picturePages', picturePages, now),
    byBot: byBot
      .map(({ botId, conversations }) => ({
        botId: BotId.parse(botId),
        botName: names.get(botId) ?? deleted.get(botId) ?? '',
        conversations,
      }))
      .sort((one, other) => other.conversations - one.conversations),
    history: history.filter((each) => each.month !== month),
    paused: {
      bots: bots.filter(({ heldByPlan }) => heldByPlan !== null).length,
      teamMembers: members.filter(({ suspendedByPlan }) => suspendedByPlan === true).length,
    },
  };
}

/** A count next to its limit. A counter that fell below what there can be counts as nothing. */
export function usedOf(account: StoredAccount, resource: keyof Limits, count: number, now: Date) {
  return { used: Math.max(0, count), limit: limitOf(account, resource, now).limit };
}

/** The calendar month (UTC) that a time is in. */
function periodOf(now: Date): Pick<Usage, 'periodStart' | 'periodEnd'> {
  const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  return { periodStart: start.toISOString(), periodEnd: end.toISOString() };
}

/** The newest month first. What did not change in a month was at its end as at the end of the one before. */
async function readHistory(accountId: AccountId): Promise<UsageMonth[]> {
  const [conversations, ...places] = await Promise.all([
    readConversations(accountId),
    ...SOLD_PLACES.map((resource) => readPlaces(accountId, resource)),
  ]);
  const months = [...new Set([conversations, ...places].flatMap((counted) => [...counted.keys()]))].sort();
  const ended = new Map<SoldPlace, number | null>(SOLD_PLACES.map((resource) => [resource, null]));
  return months
    .map((month) => {
      for (const [index, resource] of SOLD_PLACES.entries())
        ended.set(resource, places[index]?.get(month) ?? ended.get(resource) ?? null);
      return {
        month,
        conversations: conversations.get(month) ?? 0,
        bots: ended.get('bots') ?? null,
        teamMembers: ended.get('teamMembers') ?? null,
        documents: ended.get('documents') ?? null,
      };
    })
    .reverse();
}

async function readConversations(accountId: AccountId): Promise<ReadonlyMap<string, number>> {
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({ partition: accountPartition(accountId), range: { beginsWith: 'USAGE#' } })
    .entities(MonthlyUsageEntity)
    .options({ consistent: true, reverse: true, limit: MONTHS })
    .send();
  return new Map(Items.map(({ month, conversations }) => [month, conversations]));
}

async function readPlaces(accountId: AccountId, resource: SoldPlace): Promise<ReadonlyMap<string, number>> {
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({ partition: accountPartition(accountId), range: { beginsWith: placeUsagePrefix(resource) } })
    .entities(PlaceUsageEntity)
    .options({ consistent: true, reverse: true, limit: MONTHS })
    .send();
  return new Map(Items.map(({ month, used }) => [month, used]));
}

async function readByBot(accountId: AccountId, month: string) {
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({ partition: accountPartition(accountId), range: { beginsWith: botMonthPrefix(month) } })
    .entities(BotMonthEntity)
    .options({ consistent: true, limit: 500 })
    .send();
  return Items;
}
