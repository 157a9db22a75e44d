import { addDays } from '#contract/base/calendar';
import type { Days } from './ranges';
import { type AnalysedBot, type CountedDay, readDays } from './read-days';
import type { Counts } from './tally';
import { distinctVisitors } from './visitors';

/** What was counted in a range, and in what it is compared with. */
export interface Periods {
  readonly now: Period;
  readonly before: Period;
}

interface Period {
  readonly days: readonly CountedDay[];
  /** Different ones, estimated. */
  readonly visitors: number;
}

/**
 * Reads both periods. Of a range under way the last day of the one before ends at the same minute; page views and
 * openings, which are kept by quarters of an hour, at the end of its quarter.
 */
export async function readPeriods(bots: readonly AnalysedBot[], days: Days): Promise<Periods> {
  const { from, to, previousFrom, previousTo, until } = days;
  const [counted, visits, cut] = await Promise.all([
    readDays(bots, 'DAY', previousFrom, to),
    readDays(bots, 'VISITORS', previousFrom, to),
    until === null ? [] : readDays(bots, 'MINUTE', `${previousTo}T`, `${previousTo}T${until}`),
  ]);
  const isNow = ({ day }: CountedDay) => day >= from;
  const isBefore = ({ day }: CountedDay) => day >= previousFrom && day <= previousTo;
  const isWhole = (each: CountedDay) => until === null || each.day < previousTo;
  const visitsBefore = visits.filter(isBefore);
  const cutVisits = visitsBefore.map((each) => (isWhole(each) ? each : visitsUntil(each, until ?? '')));
  return {
    now: periodOf([...counted, ...visits].filter(isNow)),
    before: {
      days: [
        ...counted.filter((each) => isBefore(each) && isWhole(each)),
        ...cut.map((each) => ({ ...each, day: previousTo })),
        ...cutVisits,
      ],
      visitors: Math.round(distinctVisitors(visitsBefore) * shareOf(cutVisits, visitsBefore)),
    },
  };
}

/** Counters of a day by hours: those of its minutes, and of the quarters of an hour. */
export async function readHours(bots: readonly AnalysedBot[], day: string): Promise<readonly Counts[][]> {
  const [minutes, visits] = await Promise.all([
    readDays(bots, 'MINUTE', `${day}T`, `${day}T~`),
    readDays(bots, 'VISITORS', day, day),
  ]);
  const hours: Counts[][] = Array.from({ length: 24 }, () => []);
  for (const { day: minute, counts } of minutes) hours[Number(minute.slice(11, 13))]?.push(counts);
  for (const { attributes } of visits)
    for (const [quarter, counts] of quartersOf(attributes)) hours[Number(quarter.slice(0, 2))]?.push(counts);
  return hours;
}

/** Calendar days of a period, first and last included. */
export function eachDay(from: string, to: string): readonly string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

function periodOf(days: readonly CountedDay[]): Period {
  return { days, visitors: distinctVisitors(days) };
}

/** A day’s visits up to the quarter of an hour that a minute is in. */
function visitsUntil(day: CountedDay, until: string): CountedDay {
  const quarters = quartersOf(day.attributes).filter(([quarter]) => quarter <= until.slice(0, 5));
  const sum = (name: 'visits' | 'openings') =>
    quarters.reduce((total, [, counts]) => total + counts[name], 0);
  return { ...day, counts: { visits: sum('visits'), openings: sum('openings') } };
}

function quartersOf({ quarters = {} }: CountedDay['attributes']) {
  return Object.entries(quarters as Readonly<Record<string, readonly [number, number]>>).map(
    ([quarter, [visits, openings]]) => [quarter, { visits, openings }] as const,
  );
}

/** Visitors of a part of a day are not known apart: as many of them as of its page views. */
function shareOf(part: readonly CountedDay[], whole: readonly CountedDay[]): number {
  const visits = (days: readonly CountedDay[]) =>
    days.reduce((sum, { counts }) => sum + (counts.visits ?? 0), 0);
  return visits(whole) > 0 ? visits(part) / visits(whole) : 1;
}
