import { timingSafeEqual } from 'node:crypto';
import { addSeconds } from './clock';

/** How long a secret counts after another took its place: long enough to bring the new one to where it is used. */
const FORMER_SECRET_SECONDS = 24 * 60 * 60;

/** A secret that someone outside holds too, and the one it replaced as long as that one counts. */
export interface RotatingSecret {
  readonly secret: string;
  readonly formerSecret?: string | undefined;
  /** Time of the ISO kind. */
  readonly formerUntil?: string | undefined;
}

/** The next secret in place of this one. Rotating twice ends the first one at once. */
export function rotated(current: RotatingSecret, next: string, now: Date) {
  return {
    secret: next,
    formerSecret: current.secret,
    formerUntil: addSeconds(now, FORMER_SECRET_SECONDS).toISOString(),
  };
}

/** Those that count now, the newest first. */
export function validSecrets(
  { secret, formerSecret, formerUntil }: RotatingSecret,
  now: Date,
): readonly string[] {
  return formerSecret !== undefined && formerUntil !== undefined && new Date(formerUntil) > now
    ? [secret, formerSecret]
    : [secret];
}

/** Whether two texts are the same, in a time that tells nothing about where they differ. */
export function sameText(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
