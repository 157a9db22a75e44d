import type { HolidayRegion } from '#contract/bots/business-hours';
import holidays from './public-holidays.json';

const regions: Readonly<Record<string, readonly string[]>> = holidays.regions;

/** Whether a day (`YYYY-MM-DD`) is a public holiday. Of years that nobody wrote down yet it is none. */
export function isPublicHoliday(day: string, { country, state }: HolidayRegion): boolean {
  const year = Number(day.slice(0, 4)) - holidays.firstYear;
  const wanted = day.slice(5, 7) + day.slice(8, 10);
  const names = state === null ? [country] : [country, `${country}-${state}`];
  return names.some((name) => days(regions[name]?.[year]).includes(wanted));
}

function days(year = ''): readonly string[] {
  return year.match(/.{4}/g) ?? [];
}
