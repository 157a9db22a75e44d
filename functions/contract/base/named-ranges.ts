import { addDays } from './calendar';

/** Ranges of days that have a name: those of the analytics and of the inbox's filter. */
export const NAMED_RANGES = [
  'today',
  'yesterday',
  '7d',
  '30d',
  '90d',
  'this_month',
  'last_month',
  'this_year',
] as const;
export type NamedRange = (typeof NAMED_RANGES)[number];

/** First and last day of a range, both included, as seen from today. */
export function daysOfRange(
  range: NamedRange,
  today: string,
): { readonly from: string; readonly to: string } {
  const firstOfMonth = `${today.slice(0, 7)}-01`;
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
      return { from: firstOfMonth, to: today };
    case 'last_month': {
      const to = addDays(firstOfMonth, -1);
      return { from: `${to.slice(0, 7)}-01`, to };
    }
    case 'this_year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
  }
}
