import { instantOf, wallTime } from '#contract/base/calendar';
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
  const today = Math.floor(wallTime(now.getTime(), timeZone) / DAY_MILLISECONDS);
  const at = (day: number, time: string) => {
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    return day * DAY_MILLISECONDS + (hour * 60 + minute) * 60_000;
  };
  for (let day = today; day <= today + HORIZON_DAYS; day += 1) {
    for (const { start, end } of hoursOf(hours, day)) {
      const opens = instantOf(at(day, start), timeZone);
      if (now.getTime() < opens) return { open: false, opensAt: new Date(opens) };
      if (now.getTime() < instantOf(at(day, end), timeZone, 'last')) return { open: true, opensAt: null };
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
