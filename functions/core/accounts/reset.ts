import { $remove, UpdateItemCommand, UpdateTransaction } from 'dynamodb-toolbox';
import type { UserId } from '#contract/base/ids';
import type { AuthenticatedUser } from '#platform/actor';
import { type Clock, epochSeconds } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { logger } from '#platform/logger';
import { allOf, ifHolds, transact } from '#platform/table-writes';
import type { EndOwnTokens, EndUserSessions, PoolSessions } from '#platform/user-sessions';
import { activeProfile } from './active-profile';
import { ProfileEntity } from './entity';
import { goesOn, notSignedOut } from './sessions/session-condition';

/** Whose password was reset, as Cognito names them: by their pool, by their user name, and by their `sub`. */
export interface ResetUser {
  readonly userPoolId: string;
  readonly userName: string;
  readonly userId: UserId;
}

export interface EndingDeps {
  readonly clock: Clock;
  sleep(milliseconds: number): Promise<unknown>;
}

/**
 * A password that was forgotten may as well have been stolen: with the new one, every session that the old one
 * opened ends. Its access tokens count no more here, and Cognito renews none of them. The new password holds
 * already, so a failure here must not be answered as if it didn't.
 */
export async function completeReset(
  { endUserSessions, ...deps }: EndingDeps & { readonly endUserSessions: EndUserSessions },
  { userPoolId, userName, userId }: ResetUser,
): Promise<void> {
  const results = await Promise.allSettled([
    endUserSessions(userPoolId, userName),
    nextSecond(deps).then((second) => endSessionsBefore(second, userId)),
  ]);
  for (const result of results) {
    if (result.status === 'fulfilled') continue;
    const error: unknown = result.reason;
    logger.error('The sessions of a person with a new password could not all be ended.', {
      userName,
      error: error instanceof Error ? error : String(error),
    });
  }
}

/**
 * Ends every session of a person that was signed in until now, this one too, here and with Cognito, which renews none of
 * them. Their open sockets are closed by what follows.
 */
export async function endAllSessions(
  { endOwnTokens, ...deps }: EndingDeps & { readonly endOwnTokens: EndOwnTokens },
  user: AuthenticatedUser,
): Promise<void> {
  await activeProfile(user);
  // Cognito first, or it would end what is signed in after the table's end; whatever becomes of that, the table's end counts.
  try {
    await endOwnTokens(user.accessToken);
  } finally {
    await endSessionsBy(deps, user, $remove());
  }
}

/** The same but for the session that asks. */
export async function endOtherSessions(
  { poolSessions, ...deps }: EndingDeps & { readonly poolSessions: PoolSessions },
  user: AuthenticatedUser,
): Promise<void> {
  await activeProfile(user);
  try {
    await poolSessions.revokeOthers(user.accessToken);
  } finally {
    await endSessionsBy(deps, user, user.sessionId);
  }
}

/** Ends the sessions of a person who is erased: nobody is to sign in anew. */
export async function endSessionsOf(clock: Clock, userId: UserId): Promise<void> {
  await endSessionsBefore(epochSeconds(clock()) + 1, userId);
}

/**
 * Waits for the second that follows and tells it. Sign-ins are told to the second: within one, what was there before a
 * change can't be told from what follows it. So nothing changes before the second is over; then all of it has ended, and
 * whoever is signed in after they see the change stays so.
 */
async function nextSecond({ clock, sleep }: EndingDeps): Promise<number> {
  const now = clock();
  await sleep(1_000 - now.getUTCMilliseconds());
  return epochSeconds(now) + 1;
}

/** Of two sessions that end each other the first does: meanwhile the one that asks may have ended itself. */
async function endSessionsBy(
  deps: EndingDeps,
  user: AuthenticatedUser,
  keptSession: string | ReturnType<typeof $remove>,
): Promise<void> {
  const sessionsSince = await nextSecond(deps);
  await transact(notSignedOut(user), {
    write: ProfileEntity.build(UpdateTransaction)
      .item({ userId: user.userId, sessionsSince, keptSession })
      .options({ condition: allOf({ attr: 'userId', exists: true }, goesOn(user)) }),
    refused: () => new ParleyError('auth.expired'),
  });
}

async function endSessionsBefore(sessionsSince: number, userId: UserId): Promise<void> {
  // Refused: without a profile nobody gets in anyway.
  await ifHolds(
    ProfileEntity.build(UpdateItemCommand)
      .item({ userId, sessionsSince, keptSession: $remove() })
      .options({ condition: { attr: 'userId', exists: true } })
      .send(),
  );
}
