import { addDays, dayOf } from '../base/calendar';
import type { Timing } from './reports';

/** Days of the calendar, the last one included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** What a report looks back on that was due at an instant: the day, the seven days or the month before it. */
export function periodBefore({ frequency, monthDay }: Timing, timeZone: string, due: Date): Period {
  const today = dayOf(due, timeZone);
  if (frequency === 'daily') return { from: addDays(today, -1), to: addDays(today, -1) };
  if (frequency === 'weekly') return { from: addDays(today, -7), to: addDays(today, -1) };
  // On its last day a month is reported itself, as far as it is over.
  if (monthDay === 'last') return { from: `${today.slice(0, 8)}01`, to: today };
  const to = addDays(`${today.slice(0, 8)}01`, -1);
  return { from: `${to.slice(0, 8)}01`, to };
}
