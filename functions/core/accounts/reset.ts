import { $remove, UpdateItemCommand } from 'dynamodb-toolbox';
import { UserId } from '#contract/base/ids';
import type { AuthenticatedUser } from '#platform/actor';
import { addSeconds, type Clock, epochSeconds } from '#platform/clock';
import { logger } from '#platform/logger';
import { ifHolds } from '#platform/table-writes';
import type { EndOwnTokens, EndUserSessions, PoolSessions } from '#platform/user-sessions';
import { activeProfile } from './active-profile';
import { ProfileEntity } from './entity';

/** Whose password was reset, as Cognito names them: by their pool, by their user name, and by their `sub`. */
export interface ResetUser {
  readonly userPoolId: string;
  readonly userName: string;
  readonly userId: UserId;
}

/**
 * A password that was forgotten may as well have been stolen: with the new one, every session that the old one
 * opened ends. Its access tokens count no more here, and Cognito renews none of them. The new password holds
 * already, so a failure here must not be answered as if it didn't.
 */
export async function completeReset(
  { clock, endUserSessions }: { readonly clock: Clock; readonly endUserSessions: EndUserSessions },
  { userPoolId, userName, userId }: ResetUser,
): Promise<void> {
  const results = await Promise.allSettled([
    endUserSessions(userPoolId, userName),
    endEarlierSessions(clock, userId),
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
  { clock, endOwnTokens }: { readonly clock: Clock; readonly endOwnTokens: EndOwnTokens },
  user: AuthenticatedUser,
): Promise<void> {
  const { userId } = await activeProfile(user);
  await endSessionsOf(clock, UserId.parse(userId));
  await endOwnTokens(user.accessToken);
}

/** The same where it is not the person who asks. */
export async function endSessionsOf(clock: Clock, userId: UserId): Promise<void> {
  // Sign-ins are told to the second: the one of this second has ended as well.
  await endEarlierSessions(() => addSeconds(clock(), 1), userId);
}

/** The same but for the session that asks. */
export async function endOtherSessions(
  { clock, poolSessions }: { readonly clock: Clock; readonly poolSessions: PoolSessions },
  user: AuthenticatedUser,
): Promise<void> {
  await activeProfile(user);
  // Sign-ins are told to the second: those of this second have ended as well.
  await endEarlierSessions(() => addSeconds(clock(), 1), user.userId, user.sessionId);
  await poolSessions.revokeOthers(user.accessToken);
}

async function endEarlierSessions(clock: Clock, userId: UserId, kept?: string): Promise<void> {
  // Refused: without a profile nobody gets in anyway.
  await ifHolds(
    ProfileEntity.build(UpdateItemCommand)
      .item({ userId, sessionsSince: epochSeconds(clock()), keptSession: kept ?? $remove() })
      .options({ condition: { attr: 'userId', exists: true } })
      .send(),
  );
}
