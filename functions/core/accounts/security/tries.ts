import type { Clock } from '#platform/clock';
import { hashedAddress, limitWithin } from '../limits/rate-limit';

export const QUARTER = 15 * 60;
/** Tries in a quarter of an hour of what only the person themselves should know. A proof with a code is two of them. */
const TRIES = 10;

/** Counts a try of what only the person themselves should know. */
export async function limitTries(clock: Clock, who: string): Promise<void> {
  await limitWithin(clock, `SECURITY_TRIES#${await hashedAddress(who)}`, { seconds: QUARTER, times: TRIES });
}
