import { GetItemCommand } from 'dynamodb-toolbox';
import { addDays, dayAndHour, daysBetween } from '#contract/base/calendar';
import type { Forecast } from '#contract/insight/analytics';
import { MonthlyUsageEntity, monthOf } from '#core/accounts/limits/monthly-usage';
import { limitOf } from '#core/accounts/limits/quotas';
import { loadAccount } from '#core/accounts/plan';
import { timeZoneOf } from '#core/accounts/time-zone';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { analysedBots, readDays } from './read-days';
import type { Counts } from './tally';

/** Days whose mean is taken for those that come, beside today as far as it is over. */
const LOOKED_BACK = 7;
const DAY_MS = 86_400_000;

/** Where the month's conversations go. The plan counts calendar months by UTC. */
export async function forecast(clock: Clock, { accountId }: Pick<Actor, 'accountId'>): Promise<Forecast> {
  const now = clock();
  const account = await loadAccount(accountId);
  const timeZone = timeZoneOf(account);
  const today = dayAndHour(now, timeZone).day;
  const [usage, bots] = await Promise.all([
    MonthlyUsageEntity.build(GetItemCommand)
      .key({ accountId, month: monthOf(now) })
      .send(),
    analysedBots(accountId, undefined),
  ]);
  const days = await readDays(bots, 'DAY', addDays(today, -LOOKED_BACK), today);
  const { limit } = limitOf(account, 'conversations', now);
  return expected({
    now,
    used: usage.Item?.conversations ?? 0,
    limit,
    perDay: paceOf({ now, timeZone, createdAt: new Date(account.createdAt) }, days),
  });
}

interface Age {
  readonly now: Date;
  readonly timeZone: string;
  /** When the account was made. */
  readonly createdAt: Date;
}

/**
 * Conversations a day, of the days that there have been: a younger account has fewer. Null where there has not been a
 * whole one yet, which would make much of little.
 */
export function paceOf(
  { now, timeZone, createdAt }: Age,
  days: readonly { readonly day: string; readonly counts: Counts }[],
): number | null {
  const { day: today, hour } = dayAndHour(now, timeZone);
  const created = dayAndHour(createdAt, timeZone);
  // What was taken over from elsewhere may have been counted on days before the account was made.
  const first = [addDays(today, -LOOKED_BACK), [created.day, ...days.map(({ day }) => day)].sort()[0] ?? '']
    .sort()
    .at(-1);
  const isYoung = first === created.day && days.every(({ day }) => day >= created.day);
  const passed = isYoung
    ? (now.getTime() - createdAt.getTime()) / DAY_MS
    : daysBetween(first ?? today, today) - 1 + hour / 24;
  if (passed < 1) return null;
  return days.reduce((sum, { counts }) => sum + (counts.conversations ?? 0), 0) / passed;
}

interface Pace {
  readonly now: Date;
  readonly used: number;
  readonly limit: number;
  readonly perDay: number | null;
}

/** What a month comes to at a pace, today's rest included. */
export function expected({ now, used, limit, perDay }: Pace): Forecast {
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  const told = { month: monthOf(now), used, limit: limit > 0 ? limit : -1 };
  const dayAt = (instant: number) => new Date(Math.min(instant, end - 1)).toISOString().slice(0, 10);
  const isOver = limit > 0 && used >= limit;
  const reachedNow = isOver ? dayAt(now.getTime()) : null;
  if (perDay === null) return { ...told, expected: null, reachedOn: reachedNow };
  const total = Math.round(used + (perDay * (end - now.getTime())) / DAY_MS);
  const isReached = limit > 0 && total >= limit;
  return {
    ...told,
    expected: total,
    reachedOn: reachedNow ?? (isReached ? dayAt(now.getTime() + ((limit - used) / perDay) * DAY_MS) : null),
  };
}
