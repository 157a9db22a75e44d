import { CognitoError } from './error';
import type { PoolSettings } from './settings';

/** Throws what AWS says of the first rule that a password breaks. */
export function requireGoodPassword(password: string, policy: PoolSettings['password']): void {
  const rules: readonly (readonly [holds: boolean, otherwise: string])[] = [
    [password.length >= policy.minimumLength, 'Password not long enough'],
    [password.length <= 256, 'Password too long'],
    [!policy.lowercase || /[a-z]/.test(password), 'Password must have lowercase characters'],
    [!policy.uppercase || /[A-Z]/.test(password), 'Password must have uppercase characters'],
    [!policy.numbers || /[0-9]/.test(password), 'Password must have numeric characters'],
    [
      !policy.symbols || /[-^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+ ]/.test(password),
      'Password must have symbol characters',
    ],
  ];
  for (const [holds, otherwise] of rules) {
    if (!holds) {
      throw new CognitoError(
        'InvalidPasswordException',
        `Password did not conform with policy: ${otherwise}`,
      );
    }
  }
}

/** Wrong sign-ins in a row from which on the next has to wait: one second, then twice as long each time. */
const FREE_ATTEMPTS = 5;
const LONGEST_LOCK_MS = 15 * 60_000;

/** Slows guessing down by name, also for names that nobody has, so that a lock doesn't tell who exists. */
export class Lockout {
  private readonly attempts = new Map<string, { count: number; last: number; lockedUntil: number }>();

  constructor(private readonly now: () => number) {}

  isLocked(name: string): boolean {
    return (this.attempts.get(name)?.lockedUntil ?? 0) > this.now();
  }

  missed(name: string): void {
    const before = this.attempts.get(name);
    const fresh = !before || this.now() - before.last > LONGEST_LOCK_MS;
    const count = (fresh ? 0 : before.count) + 1;
    const lock = count < FREE_ATTEMPTS ? 0 : Math.min(1_000 * 2 ** (count - FREE_ATTEMPTS), LONGEST_LOCK_MS);
    this.attempts.set(name, { count, last: this.now(), lockedUntil: this.now() + lock });
  }

  passed(name: string): void {
    this.attempts.delete(name);
  }
}
