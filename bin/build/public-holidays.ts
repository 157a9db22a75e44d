import Holidays from 'date-holidays';
import { GERMAN_STATES, HOLIDAY_COUNTRIES } from '#contract/bots/business-hours';

/** Years that functions know the holidays of. The library would be larger than all of a function's other code. */
export const YEARS = { first: 2026, last: 2036 } as const;

/** `MMDD` of the public holidays of each year, from the first on, by region: `DE`, and `DE-BY` what is added to it. */
export interface EncodedHolidays {
  readonly source: string;
  readonly firstYear: number;
  readonly regions: Readonly<Record<string, readonly string[]>>;
}

export function encodeHolidays(): EncodedHolidays {
  const regions: Record<string, readonly string[]> = {};
  for (const country of HOLIDAY_COUNTRIES)
    regions[country] = years().map((year) => daysOf(year, country).join(''));
  for (const state of GERMAN_STATES) {
    regions[`DE-${state}`] = years().map((year) => {
      const everywhere = new Set(daysOf(year, 'DE'));
      return daysOf(year, 'DE', state)
        .filter((day) => !everywhere.has(day))
        .join('');
    });
  }
  return { source: 'date-holidays, (ISC AND CC-BY-3.0)', firstYear: YEARS.first, regions };
}

function years(): readonly number[] {
  return Array.from({ length: YEARS.last - YEARS.first + 1 }, (_, index) => YEARS.first + index);
}

function daysOf(year: number, country: string, state?: string): readonly string[] {
  const calendar = state === undefined ? new Holidays(country) : new Holidays(country, state);
  const found = calendar
    .getHolidays(year)
    .filter(({ type, date }) => type === 'public' && date.startsWith(`${year}-`))
    .map(({ date }) => date.slice(5, 7) + date.slice(8, 10));
  return [...new Set(found)].sort();
}
