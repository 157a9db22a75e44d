import { dayAndHour } from '#contract/base/calendar';
import {
  type AnalyticsQuery,
  type AnalyticsReport,
  FUNNEL_STAGES,
  type FunnelStage,
  type SeriesPart,
} from '#contract/insight/analytics';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { behindSince } from './counting-lag';
import { dailyMetricsOf, metricsOf, sumOf } from './metrics';
import { eachDay, type Periods, readHours, readPeriods } from './periods';
import { type Days, daysOf } from './ranges';
import { type AnalysedBot, analysedBots, type CountedDay, readDays, timeZoneOf } from './read-days';
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
  const span = daysOf(query, clock(), timeZone);
  const { from, to, previousFrom, previousTo, until } = span;
  const [{ now, before }, pages, late] = await Promise.all([
    readPeriods(bots, span),
    readDays(bots, 'PAGES', from, to),
    until === null ? null : behindSince(clock(), accountId),
  ]);
  const [series, previousSeries] = await seriesOf(bots, span, { now, before }, clock(), timeZone);
  const counts = totalsOf(now.days);
  return {
    timeZone,
    from,
    to,
    previousFrom,
    previousTo,
    until,
    totals: metricsOf(counts, now.visitors),
    previous: metricsOf(totalsOf(before.days), before.visitors),
    series,
    previousSeries,
    bots: bots.flatMap(({ botId, name, isDeleted }) => {
      const own = now.days.filter(({ bot }) => bot.botId === botId);
      if (isDeleted && own.length === 0) return [];
      return { botId, name, isDeleted, totals: metricsOf(totalsOf(own), distinctVisitors(own)) };
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

type Series = SeriesPart[];

/** By days up to today, a single day by hours up to now. */
async function seriesOf(
  bots: readonly AnalysedBot[],
  { from, to, previousFrom, previousTo, until }: Days,
  { now, before }: Periods,
  at: Date,
  timeZone: string,
): Promise<readonly [Series, Series]> {
  if (from === to) {
    const [hours, hoursBefore] = await Promise.all([readHours(bots, from), readHours(bots, previousFrom)]);
    const over = until === null ? hours : hours.slice(0, dayAndHour(at, timeZone).hour + 1);
    const named = (day: string, parts: readonly Counts[][]) =>
      parts.map((counts, hour) => partOf(`${day}T${String(hour).padStart(2, '0')}`, counts));
    return [named(from, over), named(previousFrom, hoursBefore)];
  }
  const last = until === null ? to : dayAndHour(at, timeZone).day;
  const byDay = (days: readonly CountedDay[], first: string, end: string) => {
    const counted = new Map<string, Counts[]>();
    for (const { day, counts } of days) counted.set(day, [...(counted.get(day) ?? []), counts]);
    return eachDay(first, end).map((day) => partOf(day, counted.get(day) ?? []));
  };
  return [byDay(now.days, from, last), byDay(before.days, previousFrom, previousTo)];
}

function partOf(at: string, counts: readonly Counts[]): SeriesPart {
  return { at, ...dailyMetricsOf(sumOf(counts)) };
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
