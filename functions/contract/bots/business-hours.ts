import * as z from 'zod';
import { List, Text } from '../base/text';

/** An IANA time zone that this machine knows. */
export const TimeZone = Text(64).refine(isTimeZone, { error: 'Please choose a time zone.' });

function isTimeZone(name: string): boolean {
  try {
    return name !== '' && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

export const Weekday = z.enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']);
export type Weekday = z.infer<typeof Weekday>;

/** `HH:MM` of a day; `24:00` ends one. */
export const TimeOfDay = Text(5).regex(
  /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/,
  'Please enter a time such as 09:00.',
);

/** From `start` to `end` of one day, the end not included. */
export const OpenHours = z
  .object({ start: TimeOfDay, end: TimeOfDay })
  .refine(({ start, end }) => start < end, { error: 'The end must be after the start.', path: ['end'] });
export type OpenHours = z.infer<typeof OpenHours>;

/** In order, and none before the other has ended: a lunch break splits a day. */
const Day = List(
  z
    .array(OpenHours)
    .max(4)
    .refine((day) => day.every(({ start }, at) => at === 0 || start >= (day[at - 1]?.end ?? '')), {
      error: 'The hours of a day must not overlap.',
      params: { code: 'overlapping' },
    }),
  4,
);

/** `YYYY-MM-DD` that is in the calendar. */
export const CalendarDate = Text(10).check(z.iso.date());

/** Countries whose public holidays are known. */
export const HOLIDAY_COUNTRIES = [
  'DE',
  'AT',
  'CH',
  'LI',
  'LU',
  'BE',
  'NL',
  'FR',
  'IT',
  'ES',
  'PT',
  'GB',
  'IE',
  'DK',
  'SE',
  'NO',
  'FI',
  'PL',
  'CZ',
  'US',
  'CA',
  'AU',
  'NZ',
] as const;
/** Each of which has holidays of its own. */
export const GERMAN_STATES = [
  'BW',
  'BY',
  'BE',
  'BB',
  'HB',
  'HH',
  'HE',
  'MV',
  'NI',
  'NW',
  'RP',
  'SL',
  'SN',
  'ST',
  'SH',
  'TH',
] as const;

/** A country, and the part of it whose public holidays count: `DE` and `BY`. */
export const HolidayRegion = z
  .object({
    country: Text(2).refine((country) => HOLIDAY_COUNTRIES.some((known) => known === country), {
      error: 'The public holidays of this country are not known.',
    }),
    state: Text(8).nullable(),
  })
  .refine(isKnownRegion, {
    error: 'This state is not known.',
    path: ['state'],
    params: { code: 'unknown_state' },
  });
export type HolidayRegion = z.infer<typeof HolidayRegion>;

function isKnownRegion({
  country,
  state,
}: {
  readonly country: string;
  readonly state: string | null;
}): boolean {
  return state === null || (country === 'DE' && GERMAN_STATES.some((known) => known === state));
}

const MAX_EXCEPTIONS = 100;

/** When people are there, in the bot's time zone. */
export const BusinessHours = z.object({
  /** Off: always there. */
  enabled: z.boolean(),
  /** Hours of each weekday; none is closed. */
  week: z.record(Weekday, Day),
  /** Public holidays are closed; null: work goes on. */
  holidays: HolidayRegion.nullable(),
  /** Days of their own: other hours, or none. They go before holidays and weekdays. */
  exceptions: List(
    z
      .array(z.object({ date: CalendarDate, hours: Day }))
      .max(MAX_EXCEPTIONS)
      .superRefine((exceptions, { addIssue }) => {
        const dates = new Set<string>();
        for (const [index, { date }] of exceptions.entries()) {
          if (dates.has(date))
            addIssue({
              code: 'custom',
              message: 'This day is there twice.',
              path: [index, 'date'],
              params: { code: 'repeated' },
            });
          dates.add(date);
        }
      }),
    MAX_EXCEPTIONS,
  ),
});
export type BusinessHours = z.infer<typeof BusinessHours>;

const OFFICE: OpenHours[] = [{ start: '09:00', end: '18:00' }];

/** Business hours that are switched off, with an office's week to begin with. */
export const ANY_TIME: BusinessHours = {
  enabled: false,
  week: {
    monday: OFFICE,
    tuesday: OFFICE,
    wednesday: OFFICE,
    thursday: OFFICE,
    friday: OFFICE,
    saturday: [],
    sunday: [],
  },
  holidays: null,
  exceptions: [],
};
