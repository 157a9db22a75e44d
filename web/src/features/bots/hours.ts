import { type BusinessHours, type OpenHours, TimeOfDay, type Weekday } from '#contract/bots/business-hours';

export type Day = BusinessHours['week'][Weekday];

/** As the contract allows; one more and it says no. */
export const MAX_SPANS = 4;
const WORKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;

/** What is wrong with a day's hours: an end before its start, or hours that overlap. */
export type DayProblem = 'incomplete' | 'order' | 'overlap';

export function dayProblem(day: Day): DayProblem | null {
  const complete = ({ start, end }: OpenHours) =>
    TimeOfDay.safeParse(start).success && TimeOfDay.safeParse(end).success;
  if (!day.every(complete)) return 'incomplete';
  if (day.some(({ start, end }) => start >= end)) return 'order';
  const overlaps = day.some(({ start }, at) => at > 0 && start < (day[at - 1]?.end ?? ''));
  return overlaps ? 'overlap' : null;
}

/** A day with one more span of hours: the afternoon after what is there, or an office's day. */
export function withSpan(day: Day): Day {
  const last = day.at(-1);
  if (!last) return [{ start: '09:00', end: '18:00' }];
  // All day there is one span: split it for a break at noon rather than add what no day has room for.
  if (last.end >= '23:00') {
    const [start, end] = last.start < '12:00' ? ['12:00', '13:00'] : ['', ''];
    return start && end
      ? [...day.slice(0, -1), { start: last.start, end: start }, { start: end, end: last.end }]
      : day;
  }
  const start = later(last.end, 60);
  return [...day, { start, end: later(start, 4 * 60) }];
}

/** Minutes after a time of day, within it. */
function later(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const at = Math.min(24 * 60, hour * 60 + minute + minutes);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(at / 60))}:${two(at % 60)}`;
}

/** Monday's hours for every day of the working week. */
export function copyToWorkdays(week: BusinessHours['week']): BusinessHours['week'] {
  return { ...week, ...Object.fromEntries(WORKDAYS.map((day) => [day, week.monday])) };
}

/** A day's last minute as a field for times can show it: it knows no `24:00`, and shows midnight as `00:00`. */
export const toField = (time: string) => (time === '24:00' ? '00:00' : time);
/** An end at midnight is the end of that day, not its beginning. */
export const fromField = (time: string, part: 'start' | 'end') =>
  part === 'end' && time === '00:00' ? '24:00' : time;
