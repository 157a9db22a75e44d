import {
  type AnalyticsQuery,
  type AnalyticsReport,
  FUNNEL_STAGES,
  type FunnelStage,
} from '#contract/insight/analytics';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { behindSince } from './counting-lag';
import { addDays, dayAndHour, daysBetween } from './days';
import { dailyMetricsOf, metricsOf, sumOf } from './metrics';
import { daysOf } from './ranges';
import { analysedBots, type CountedDay, readDays, timeZoneOf } from './read-days';
import { type Counts, LENGTH_BOUNDS, OTHER, RESPONSE_BOUNDS } from './tally';
import { distinctVisitors, VISITORS_ERROR } from './visitors';

/** Pages and reasons that are told by name. */
const MOST_NAMED = 20;

/** All figures of a time range. It reads days, twice as many as the range has, whatever was said on them. */
export async function analyticsReport(
  clock: Clock,
  { accountId }: Pick<Actor, 'accountId'>,
  query: AnalyticsQuery,
): Promise<AnalyticsReport> {
  const [timeZone, bots] = await Promise.all([timeZoneOf(accountId), analysedBots(accountId, query.bots)]);
  const { from, to, previousFrom, previousTo } = daysOf(query, clock(), timeZone);
  const today = dayAndHour(clock(), timeZone).day;
  const [days, visits, pages, late] = await Promise.all([
    readDays(bots, 'DAY', previousFrom, to),
    readDays(bots, 'VISITORS', previousFrom, to),
    readDays(bots, 'PAGES', from, to),
    to < today ? null : behindSince(clock(), accountId),
  ]);
  const all = [...days, ...visits];
  const [now, before] = [all.filter(({ day }) => day >= from), all.filter(({ day }) => day < from)];
  const counts = totalsOf(now);
  const byDay = new Map<string, Counts[]>();
  for (const { day, counts } of now) byDay.set(day, [...(byDay.get(day) ?? []), counts]);
  const totals = metricsOf(counts, distinctVisitors(now));
  return {
    timeZone,
    from,
    to,
    previousFrom,
    previousTo,
    totals,
    previous: metricsOf(totalsOf(before), distinctVisitors(before)),
    days: Array.from({ length: daysBetween(from, to) }, (_, place) => {
      const day = addDays(from, place);
      return { day, ...dailyMetricsOf(sumOf(byDay.get(day) ?? [])) };
    }),
    bots: bots.map(({ botId, name }) => {
      const own = now.filter(({ bot }) => bot.botId === botId);
      return { botId, name, totals: metricsOf(totalsOf(own), distinctVisitors(own)) };
    }),
    responseTimes: buckets(RESPONSE_BOUNDS, 'response', counts),
    lengths: buckets(LENGTH_BOUNDS, 'length', counts),
    stars: [1, 2, 3, 4, 5].map((stars) => ({ stars, count: counts[`stars${stars}`] ?? 0 })),
    hours: Array.from({ length: 24 }, (_, hour) => counts[`hour${hour}`] ?? 0),
    languages: (['en', 'de'] as const).map((language) => ({
      language,
      count: counts[`language_${language}`] ?? 0,
    })),
    pages: named(totalsOf(pages)),
    escalations: named(
      Object.fromEntries(
        Object.entries(counts)
          .filter(([name]) => name.startsWith('escalation_'))
          .map(([name, count]) => [name.slice('escalation_'.length), count]),
      ),
    ),
    funnel: funnelOf(counts),
    visitorsError: VISITORS_ERROR,
    behindSince: late,
  };
}

function totalsOf(days: readonly CountedDay[]): Counts {
  return sumOf(days.map(({ counts }) => counts));
}

function buckets(bounds: readonly number[], prefix: string, counts: Counts) {
  return [...bounds, null].map((below, place) => ({ below, count: counts[`${prefix}${place}`] ?? 0 }));
}

/** The most frequent, by name. */
function named(counts: Counts) {
  return Object.entries(counts)
    .filter(([name, count]) => name !== OTHER && count > 0)
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .slice(0, MOST_NAMED);
}

/** What each stage comes from. Conversations end in several ways, which do not follow one another. */
const COMES_FROM: Readonly<Record<FunnelStage, FunnelStage | null>> = {
  visitors: null,
  widget_opened: 'visitors',
  started_conversation: 'widget_opened',
  completed: 'started_conversation',
  escalated: 'started_conversation',
  provided_contact_info: 'started_conversation',
};

/**
 * All stages count visits: page views with the widget, those on which the chat was opened, those on which a conversation
 * began, and what became of it. People can't be followed so far, since nothing links a visitor to a conversation. The
 * drop-off is the share of the stage it comes from that did not get so far.
 */
function funnelOf(counts: Counts): AnalyticsReport['funnel'] {
  const of: Record<FunnelStage, number> = {
    visitors: counts.visits ?? 0,
    widget_opened: counts.openings ?? 0,
    started_conversation: counts.conversations ?? 0,
    completed: counts.ended ?? 0,
    escalated: counts.escalated ?? 0,
    provided_contact_info: counts.contacts ?? 0,
  };
  return FUNNEL_STAGES.map((stage) => {
    const former = COMES_FROM[stage];
    const before = former === null ? 0 : of[former];
    return { stage, count: of[stage], dropOff: before > 0 ? Math.max(0, 1 - of[stage] / before) : null };
  });
}
