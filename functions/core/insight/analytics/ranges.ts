import { addDays, dayAndHour, daysBetween } from '#contract/base/calendar';
import { daysOfRange } from '#contract/base/named-ranges';
import { FIRST_DAY, LAST_DAY, MOST_DAYS, type TimeRange } from '#contract/insight/analytics';
import { ParleyError } from '#platform/errors';

/** Days of a time range, first and last included, and those it is compared with. */
export interface Days {
  readonly from: string;
  readonly to: string;
  readonly previousFrom: string;
  readonly previousTo: string;
  /** Of a range that is under way: the minute to which the last day of both is counted, such as `02:29`. */
  readonly until: string | null;
}

/** Whether all of it is a day under way, with which nothing compares that is counted by whole days. */
export function isPartOfDay({ from, to, until }: Days): boolean {
  return from === to && until !== null;
}

interface Asked {
  readonly range: TimeRange;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * The days that a range means now, in a time zone. One that is under way is compared with the same part of the one
 * before: this month with as much of the last. Refuses a custom range that is empty, reversed, too long or of another
 * century.
 */
export function daysOf(asked: Asked, now: Date, timeZone: string): Days {
  const { day: today, minute } = dayAndHour(now, timeZone);
  const { from, to } = spanOf(asked, today);
  const length = daysBetween(from, to);
  if (from < FIRST_DAY || to > LAST_DAY || length < 1 || length > MOST_DAYS)
    throw new ParleyError('analytics.invalid_range');
  const isUnderWay = from <= today && today <= to;
  const before = spanBefore(asked.range, from, length);
  const same = addDays(before.from, daysBetween(from, isUnderWay ? today : to) - 1);
  return {
    from,
    to,
    previousFrom: before.from,
    previousTo: isUnderWay && same < before.to ? same : before.to,
    until: isUnderWay ? minute : null,
  };
}

/** Months and years are compared with the one before, whatever its length; anything else with as many days. */
function spanBefore(
  range: TimeRange,
  from: string,
  length: number,
): { readonly from: string; readonly to: string } {
  const to = addDays(from, -1);
  if (range === 'this_month' || range === 'last_month') return { from: `${to.slice(0, 7)}-01`, to };
  if (range === 'this_year') return { from: `${to.slice(0, 4)}-01-01`, to };
  return { from: addDays(from, -length), to };
}

function spanOf({ range, from, to }: Asked, today: string): { readonly from: string; readonly to: string } {
  if (range !== 'custom') return daysOfRange(range, today);
  if (from === undefined || to === undefined) throw new ParleyError('analytics.invalid_range');
  return { from, to };
}
