/** A day of next year, such as `2027-12-24` for `12-24`: it lies ahead whenever a test runs. */
export const nextYear = (day: string) => `${new Date().getUTCFullYear() + 1}-${day}`;

/** Longer than what is counted by days takes to be counted. */
const ENOUGH = 30_000;
const HOUR = 3_600_000;

/**
 * Waits for the next hour where this one is as good as over: each day and month ends with one, in time zones that are
 * whole hours apart, and what a test counts by days would be counted in two.
 */
export async function awayFromMidnight(): Promise<void> {
  const left = HOUR - (Date.now() % HOUR);
  if (left < ENOUGH) await new Promise((later) => setTimeout(later, left));
}
