import type { BusinessHours, OpenHours, Weekday } from '#contract/bots/business-hours';
import { isPublicHoliday } from './public-holidays';

/** Whether people are there, and if not, when they are there next; null where that is never, or they are. */
export interface Opening {
  readonly open: boolean;
  readonly opensAt: Date | null;
}

/** Days that are looked at for the next opening: a year with its exceptions. */
const HORIZON_DAYS = 400;
const DAY_MILLISECONDS = 24 * 60 * 60 * 1_000;

/** Judges an instant by business hours, which are those of the clocks on the walls of their time zone. */
export function openingAt(now: Date, hours: BusinessHours, timeZone: string): Opening {
  if (!hours.enabled) return { open: true, opensAt: null };
  const wall = wallClock(timeZone);
  const today = Math.floor(wall(now.getTime()) / DAY_MILLISECONDS);
  for (let day = today; day <= today + HORIZON_DAYS; day += 1) {
    for (const { start, end } of hoursOf(hours, day)) {
      const opens = instantOf(wall, day, start, 'first');
      if (now.getTime() < opens) return { open: false, opensAt: new Date(opens) };
      if (now.getTime() < instantOf(wall, day, end, 'last')) return { open: true, opensAt: null };
    }
  }
  return { open: false, opensAt: null };
}

const WEEKDAYS: readonly Weekday[] = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
];

/** Hours of a day, counted from 1970: its own where it is an exception, none on a holiday, else its weekday's. */
function hoursOf({ exceptions, holidays, week }: BusinessHours, day: number): readonly OpenHours[] {
  const at = new Date(day * DAY_MILLISECONDS);
  const date = at.toISOString().slice(0, 10);
  const exception = exceptions.find((each) => each.date === date);
  if (exception) return exception.hours;
  if (holidays && isPublicHoliday(date, holidays)) return [];
  return week[WEEKDAYS[at.getUTCDay()] ?? 'sunday'];
}

/** What the clocks of a zone show at an instant, as milliseconds of a day without a zone. */
type WallClock = (instant: number) => number;

function wallClock(timeZone: string): WallClock {
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (instant) => {
    const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
    const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  };
}

/**
 * The instant at which the clocks show a time of a day. A time that they skip is that much later by the new time;
 * of one that they show twice an opening is the first and an end the last.
 */
function instantOf(wall: WallClock, day: number, time: string, which: 'first' | 'last'): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const shown = day * DAY_MILLISECONDS + (hour * 60 + minute) * 60_000;
  const [before, after] = [-1, 1].map((side) => {
    const around = shown + side * DAY_MILLISECONDS;
    return shown - (wall(around) - around);
  }) as [number, number];
  const shows = [before, after].filter((instant) => wall(instant) === shown);
  if (shows.length === 0) return before;
  return which === 'first' ? Math.min(...shows) : Math.max(...shows);
}
