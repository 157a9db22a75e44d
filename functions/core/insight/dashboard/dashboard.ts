import { addDays } from '#contract/base/calendar';
import type { Bot } from '#contract/bots/bots';
import type { Dashboard } from '#contract/insight/dashboard';
import { alphaTrialOf } from '#core/accounts/alpha';
import { loadAccount } from '#core/accounts/plan';
import { timeZoneOf } from '#core/accounts/time-zone';
import { listBots } from '#core/bots/bots';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { sumOf } from '../analytics/metrics';
import { eachDay, readPeriods } from '../analytics/periods';
import { daysOf } from '../analytics/ranges';
import { analysedBots, type CountedDay } from '../analytics/read-days';
import { type ServiceDay, serviceDays, uptimeOf } from '../health/uptime';
import { healthOf } from './bot-health';

/** Bots whose health is shown: more than any plan but the largest has. */
const MOST_BOTS = 100;
/** Days by which the health of a bot is judged. */
const HEALTH_DAYS = 7;

/** The account's last thirty days and the thirty before, and how its bots are. It reads days, not conversations. */
export async function getDashboard(clock: Clock, actor: Actor): Promise<Dashboard> {
  const now = clock();
  const account = await loadAccount(actor.accountId);
  const span = daysOf({ range: '30d' }, now, timeZoneOf(account));
  const { from, to: today, previousFrom } = span;
  const recentFrom = addDays(today, 1 - HEALTH_DAYS);
  const [{ items: bots }, analysed] = await Promise.all([
    listBots(actor, { limit: MOST_BOTS }),
    analysedBots(actor.accountId, undefined),
  ]);
  const [periods, service] = await Promise.all([
    readPeriods(analysed, span),
    serviceDays(actor.accountId, previousFrom, today),
  ]);
  const [current, former] = [periods.now.days, periods.before.days];
  return {
    bots: { now: account.botCount, before: bots.filter(({ createdAt }) => createdAt < from).length },
    conversations: { now: total(current, 'conversations'), before: total(former, 'conversations') },
    messages: { now: total(current, 'messages'), before: total(former, 'messages') },
    uptime: {
      now: uptimeOf(since(service, from)),
      before: uptimeOf(service.filter(({ day }) => day < from)),
    },
    days: eachDay(from, today).map((day) => {
      const own = current.filter((each) => each.day === day);
      return { day, conversations: total(own, 'conversations'), messages: total(own, 'messages') };
    }),
    health: bots.map((bot) => ({
      botId: bot.id,
      name: bot.name,
      reasons: [
        ...healthOf(bot, {
          recentFrom,
          ...questionsOf(since(current, recentFrom), bot),
          visits: total(
            since(current, recentFrom).filter((each) => each.bot.botId === bot.id),
            'visits',
          ),
          hasFailed: failedRecently(since(service, recentFrom), bot),
        }),
      ],
    })),
    alphaTrial: alphaTrialOf(account, now),
  };
}

function since<DAY extends { readonly day: string }>(days: readonly DAY[], from: string): readonly DAY[] {
  return days.filter(({ day }) => day >= from);
}

function total(days: readonly CountedDay[], name: string): number {
  return sumOf(days.map(({ counts }) => counts))[name] ?? 0;
}

function questionsOf(days: readonly CountedDay[], { id }: Bot) {
  const own = days.filter(({ bot }) => bot.botId === id);
  return { answered: total(own, 'answered'), abstained: total(own, 'abstained') };
}

function failedRecently(days: readonly ServiceDay[], { id }: Bot): boolean {
  return days.some(({ failedAnswers }) => failedAnswers.some(({ botId }) => botId === id));
}
