import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { CognitoError, codeMismatch, invalidParameter, notAuthorized, userNotFound } from '../error';
import type { Pool } from '../pool';
import type { ClientSettings } from '../settings';
import { newTotpSecret, shownStep } from '../totp';
import type { User } from '../users';
import { bearer, type Operation, open, signed, Username } from './operation';

/** How long a client may take to ask for the code. */
const CHALLENGE_MS = 3 * 60_000;
/** Wrong codes with which a sign-in is over. */
const TRIES = 5;

const AccessToken = z.string().min(1);
const Code = z
  .string()
  .regex(/^[0-9]+$/)
  .length(6);
const Preference = z.object({
  Enabled: z.boolean().default(false),
  PreferredMfa: z.boolean().default(false),
});
const Preferences = {
  SoftwareTokenMfaSettings: Preference.optional(),
  // Clients that change all of them name these as well. None is served: turning one on is refused.
  SMSMfaSettings: Preference.optional(),
  EmailMfaSettings: Preference.optional(),
};

/** Codes of an authenticator app, which a user sets up themselves. */
export const SECOND_FACTOR: Readonly<Record<string, Operation>> = {
  AssociateSoftwareToken: open(z.object({ AccessToken }), async (directory, input) => {
    const { pool, user } = bearer(directory, input.AccessToken);
    requireServed(pool);
    const secret = newTotpSecret();
    // The one that counts stays until a code of the new one was shown.
    pool.users.update(user.username, () => ({ pendingSoftwareToken: secret }));
    return { SecretCode: secret };
  }),

  VerifySoftwareToken: open(
    z.object({ AccessToken, UserCode: Code, FriendlyDeviceName: z.string().max(131_072).optional() }),
    async (directory, input) => {
      const { pool, user } = bearer(directory, input.AccessToken);
      requireServed(pool);
      const secret = user.pendingSoftwareToken ?? user.softwareToken?.secret;
      if (secret === undefined) throw invalidParameter('User has not associated a software token.');
      requireTries(pool, user);
      const step = shownStep(secret, input.UserCode, { now: pool.now() });
      if (typeof step !== 'number') {
        pool.lockout.missed(lockName(user));
        throw new CognitoError('EnableSoftwareTokenMFAException', 'Code mismatch');
      }
      pool.lockout.passed(lockName(user));
      pool.users.update(user.username, (current) =>
        current.pendingSoftwareToken === undefined
          ? { softwareToken: { secret, usedStep: step } }
          : { softwareToken: { secret, usedStep: step }, pendingSoftwareToken: undefined },
      );
      return { Status: 'SUCCESS' };
    },
  ),

  SetUserMFAPreference: open(z.object({ AccessToken, ...Preferences }), async (directory, input) => {
    const { pool, user } = bearer(directory, input.AccessToken);
    prefer(pool, user, input);
    return {};
  }),

  AdminSetUserMFAPreference: signed(
    z.object({ UserPoolId: z.string(), Username, ...Preferences }),
    async (pool, input) => {
      prefer(pool, existing(pool, input.Username), input);
      return {};
    },
  ),

  AdminDeleteSoftwareToken: signed(z.object({ UserPoolId: z.string(), Username }), async (pool, input) => {
    const { username } = existing(pool, input.Username);
    pool.users.update(username, () => ({
      softwareToken: undefined,
      pendingSoftwareToken: undefined,
      asksSoftwareToken: false,
    }));
    return {};
  }),
};

/** Whether a sign-in of this user takes a code beside the password. */
export function asksCode(pool: Pool, user: User): boolean {
  return pool.settings.softwareTokens && user.asksSoftwareToken === true && user.softwareToken !== undefined;
}

/** What GetUser says of it. */
export function describeFactors(pool: Pool, user: User): object {
  return asksCode(pool, user)
    ? { UserMFASettingList: ['SOFTWARE_TOKEN_MFA'], PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA' }
    : {};
}

/** The challenge for the code, to somebody whose password was right. */
export function askForCode(pool: Pool, client: ClientSettings, user: User): object {
  for (const [session, { expiresAt }] of pool.factors)
    if (expiresAt <= pool.now()) pool.factors.delete(session);
  const session = randomBytes(64).toString('base64url');
  pool.factors.set(session, {
    clientId: client.id,
    username: user.username,
    expiresAt: pool.now() + CHALLENGE_MS,
    misses: 0,
  });
  return {
    ChallengeName: 'SOFTWARE_TOKEN_MFA',
    Session: session,
    ChallengeParameters: { USER_ID_FOR_SRP: user.username },
  };
}

/** The user whose code was shown in time. Each code is taken once. */
export function takeCode(pool: Pool, client: ClientSettings, session: string, code: string): User {
  const pending = pool.factors.get(session);
  const user = pending && pool.users.byUsername(pending.username);
  if (!pending || !user || pending.clientId !== client.id || pending.expiresAt <= pool.now()) {
    throw notAuthorized('Invalid session for the user, session is expired.');
  }
  if (!user.softwareToken || !asksCode(pool, user))
    throw new CognitoError('SoftwareTokenMFANotFoundException', 'Software token MFA is not enabled.');
  requireTries(pool, user);
  const { secret, usedStep } = user.softwareToken;
  const step = shownStep(secret, code, { now: pool.now(), used: usedStep });
  if (step === 'used')
    throw new CognitoError('ExpiredCodeException', 'Your software token has already been used once.');
  if (step === undefined) {
    pool.lockout.missed(lockName(user));
    if (pending.misses + 1 >= TRIES) pool.factors.delete(session);
    else pool.factors.set(session, { ...pending, misses: pending.misses + 1 });
    throw codeMismatch();
  }
  pool.factors.delete(session);
  pool.lockout.passed(lockName(user));
  const changed = pool.users.update(user.username, () => ({ softwareToken: { secret, usedStep: step } }));
  if (!changed) throw userNotFound();
  return changed;
}

function prefer(
  pool: Pool,
  user: User,
  { SoftwareTokenMfaSettings, SMSMfaSettings, EmailMfaSettings }: z.infer<z.ZodObject<typeof Preferences>>,
): void {
  requireServed(pool);
  for (const other of [SMSMfaSettings, EmailMfaSettings])
    if (other?.Enabled || other?.PreferredMfa) throw invalidParameter('The pool has no such factor.');
  if (!SoftwareTokenMfaSettings) return;
  const { Enabled, PreferredMfa } = SoftwareTokenMfaSettings;
  if (PreferredMfa && !Enabled) throw invalidParameter('A preferred factor must be enabled.');
  if (Enabled && !user.softwareToken) throw invalidParameter('User has not verified software token mfa');
  pool.users.update(user.username, () => ({ asksSoftwareToken: Enabled }));
}

function requireServed(pool: Pool): void {
  if (!pool.settings.softwareTokens) {
    throw new CognitoError('SoftwareTokenMFANotFoundException', 'Software Token MFA has not been enabled.');
  }
}

/** Codes have a lock of their own: a right password must not give new tries of them. */
function requireTries(pool: Pool, user: User): void {
  if (pool.lockout.isLocked(lockName(user))) throw notAuthorized('Code attempts exceeded');
}

function lockName({ username }: User): string {
  return `${username} code`;
}

function existing(pool: Pool, login: string): User {
  const user = pool.users.find(login);
  if (!user) throw userNotFound();
  return user;
}
