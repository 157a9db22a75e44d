import { FIRST_DAY, LAST_DAY, MOST_DAYS, type TimeRange } from '#contract/insight/analytics';
import { ParleyError } from '#platform/errors';
import { addDays, dayAndHour, daysBetween } from './days';

/** Days of a time range, first and last included, and as many before. */
export interface Days {
  readonly from: string;
  readonly to: string;
  readonly previousFrom: string;
  readonly previousTo: string;
}

interface Asked {
  readonly range: TimeRange;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The days that a range means now, in a time zone. Refuses a custom range that is empty, reversed, too long or of another century. */
export function daysOf(asked: Asked, now: Date, timeZone: string): Days {
  const { from, to } = spanOf(asked, dayAndHour(now, timeZone).day);
  const length = daysBetween(from, to);
  if (from < FIRST_DAY || to > LAST_DAY || length < 1 || length > MOST_DAYS)
    throw new ParleyError('analytics.invalid_range');
  return { from, to, previousFrom: addDays(from, -length), previousTo: addDays(from, -1) };
}

function spanOf({ range, from, to }: Asked, today: string): { from: string; to: string } {
  switch (range) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case '7d':
      return { from: addDays(today, -6), to: today };
    case '30d':
      return { from: addDays(today, -29), to: today };
    case '90d':
      return { from: addDays(today, -89), to: today };
    case 'this_month':
      return { from: `${today.slice(0, 7)}-01`, to: today };
    case 'last_month': {
      const end = addDays(`${today.slice(0, 7)}-01`, -1);
      return { from: `${end.slice(0, 7)}-01`, to: end };
    }
    case 'this_year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
    case 'custom':
      if (from === undefined || to === undefined) throw new ParleyError('analytics.invalid_range');
      return { from, to };
  }
}
