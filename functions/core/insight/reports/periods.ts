import { addDays, dayOf, daysBetween, instantOf, wallTime } from '#contract/base/calendar';
import { FIRST_DAY, LAST_DAY } from '#contract/insight/analytics';
import type { Period } from '#contract/insight/report-period';
import { MAX_REPORT_DAYS, type Timing, Weekday } from '#contract/insight/reports';
import { ParleyError } from '#platform/errors';

/** Throws `export.period_invalid` where the end is before the beginning, or the period is too long or absurd. */
export function assertPeriod({ from, to }: Period): void {
  const days = daysBetween(from, to);
  const isOfNow = from >= FIRST_DAY && to <= LAST_DAY;
  if (!(isOfNow && days >= 1 && days <= MAX_REPORT_DAYS)) throw new ParleyError('export.period_invalid');
}

/** The first and the last instant of a period in a time zone: at or after, and before. */
export function instantsOf(
  { from, to }: Period,
  timeZone: string,
): { readonly from: Date; readonly to: Date } {
  const begin = (day: string) => new Date(instantOf(Date.parse(day), timeZone));
  return { from: begin(from), to: begin(addDays(to, 1)) };
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
    const shown = Date.parse(`${day}T${timing.time}:00Z`);
    const due = instantOf(shown, timeZone);
    if (due > after.getTime() && wallTime(due, timeZone) === shown) return new Date(due);
  }
  throw new Error('A report is due at least once in 70 days.');
}

function isDueOn({ frequency, weekday, monthDay }: Timing, day: string): boolean {
  if (frequency === 'daily') return true;
  if (frequency === 'weekly') return Weekday.options[(new Date(day).getUTCDay() + 6) % 7] === weekday;
  return monthDay === 'last' ? addDays(day, 1).endsWith('-01') : Number(day.slice(8)) === monthDay;
}
