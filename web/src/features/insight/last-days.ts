import { addDays, dayOf } from '#contract/base/calendar';

/** The calendar days up to today in a time zone, first and last: of the account, whose days all figures are counted by. */
export function lastDays(
  count: number,
  timeZone: string,
  now = new Date(),
): { readonly from: string; readonly to: string } {
  const to = dayOf(now, timeZone);
  return { from: addDays(to, 1 - count), to };
}
