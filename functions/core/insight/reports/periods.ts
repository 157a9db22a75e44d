import { FIRST_DAY, LAST_DAY } from '#contract/insight/analytics';
import { addDays, dayOf, type Period } from '#contract/insight/report-period';
import { MAX_REPORT_DAYS, type Timing, Weekday } from '#contract/insight/reports';
import { ParleyError } from '#platform/errors';

const DAY = 86_400_000;

/** Throws `export.period_invalid` where the end is before the beginning, or the period is too long or absurd. */
export function assertPeriod({ from, to }: Period): void {
  const days = (Date.parse(to) - Date.parse(from)) / DAY + 1;
  const isOfNow = from >= FIRST_DAY && to <= LAST_DAY;
  if (!(isOfNow && days >= 1 && days <= MAX_REPORT_DAYS)) throw new ParleyError('export.period_invalid');
}

/** The first and the last instant of a period in a time zone: at or after, and before. */
export function instantsOf(
  { from, to }: Period,
  timeZone: string,
): { readonly from: Date; readonly to: Date } {
  return { from: instantOf(from, '00:00', timeZone), to: instantOf(addDays(to, 1), '00:00', timeZone) };
}

/** As EventBridge Scheduler writes it. */
export function cronOf({ frequency, weekday, monthDay, time }: Timing): string {
  const [hours = '', minutes = ''] = time.split(':').map((part) => String(Number(part)));
  if (frequency === 'daily') return `cron(${minutes} ${hours} * * ? *)`;
  if (frequency === 'weekly') return `cron(${minutes} ${hours} ? * ${weekday} *)`;
  return `cron(${minutes} ${hours} ${monthDay === 'last' ? 'L' : monthDay} * ? *)`;
}

/**
 * When it is due next, after an instant. EventBridge Scheduler runs nothing at a time that the clock leaves out when it
 * is put forward, and at one that it shows twice only once.
 */
export function nextDue(timing: Timing, timeZone: string, after: Date): Date {
  let day = dayOf(after, timeZone);
  // A month has no more days; one is left out where its hour is left out.
  for (let looks = 0; looks < 70; looks += 1, day = addDays(day, 1)) {
    if (!isDueOn(timing, day)) continue;
    const due = instantOf(day, timing.time, timeZone);
    if (due > after && localTime(due, timeZone) === `${day} ${timing.time}:00`) return due;
  }
  throw new Error('A report is due at least once in 70 days.');
}

function isDueOn({ frequency, weekday, monthDay }: Timing, day: string): boolean {
  if (frequency === 'daily') return true;
  if (frequency === 'weekly') return Weekday.options[(new Date(day).getUTCDay() + 6) % 7] === weekday;
  return monthDay === 'last' ? addDays(day, 1).endsWith('-01') : Number(day.slice(8)) === monthDay;
}

/** The instant of a time of day: of one that comes twice the first, of one that is left out an hour later. */
export function instantOf(day: string, time: string, timeZone: string): Date {
  const local = Date.parse(`${day}T${time}:00Z`);
  // What the zone is ahead by before and after any change of that day.
  const offsets = [local - DAY, local + DAY].map((at) => offsetAt(new Date(at), timeZone));
  const candidates = offsets.map((offset) => local - offset);
  const fitting = candidates.filter((at) => at + offsetAt(new Date(at), timeZone) === local);
  return new Date(fitting.length > 0 ? Math.min(...fitting) : Math.max(...candidates));
}

function offsetAt(instant: Date, timeZone: string): number {
  const local = Date.parse(`${localTime(instant, timeZone).replace(' ', 'T')}Z`);
  return local - Math.floor(instant.getTime() / 1000) * 1000;
}

/** What clocks show then: `2030-01-31 08:05:00`. */
function localTime(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(
    instant,
  );
}
