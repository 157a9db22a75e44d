/* Days, and what clocks show in time zones: whatever reckons with them does it here. */

const DAY_MS = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** What the clocks of a zone show at an instant, as if it were UTC: to the second, in milliseconds since 1970. */
export function wallTime(instant: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(timeZone, format);
  }
  const shown = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/**
 * The instant at which the clocks of a zone show a time. One that they leave out is as much later as they are put
 * forward; of one that they show twice it is the first or the last.
 */
export function instantOf(shown: number, timeZone: string, which: 'first' | 'last' = 'first'): number {
  // By the offsets of the day before and the day after, between which clocks change once at most.
  const candidates = [shown - DAY_MS, shown + DAY_MS].map((at) => shown - (wallTime(at, timeZone) - at));
  const fitting = candidates.filter((instant) => wallTime(instant, timeZone) === shown);
  if (fitting.length === 0) return Math.max(...candidates);
  return which === 'first' ? Math.min(...fitting) : Math.max(...fitting);
}

export interface LocalTime {
  readonly day: string;
  readonly hour: number;
  /** `02:29`. */
  readonly minute: string;
}

/** The calendar day, the hour and the minute of a time in a zone. */
export function dayAndHour(time: Date, timeZone: string): LocalTime {
  const shown = new Date(wallTime(time.getTime(), timeZone)).toISOString();
  return { day: shown.slice(0, 10), hour: Number(shown.slice(11, 13)), minute: shown.slice(11, 16) };
}

export function dayOf(time: Date, timeZone: string): string {
  return dayAndHour(time, timeZone).day;
}

/** A calendar day so many days later, or earlier. Days have no hours here, so that summer time moves nothing. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** How many days from one to another, both included. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}
