import { UpdateItemCommand } from 'dynamodb-toolbox';
import type { UserId } from '../../contract/ids';
import { type Clock, epochSeconds } from '../../platform/clock';
import { logger } from '../../platform/logger';
import { isConditionFailure } from '../../platform/table-writes';
import type { EndUserSessions } from '../../platform/user-sessions';
import { ProfileEntity } from './entity';

/** Whose password was reset, as Cognito names her: by her pool, by her user name, and by her `sub`. */
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

async function endEarlierSessions(clock: Clock, userId: UserId): Promise<void> {
  try {
    await ProfileEntity.build(UpdateItemCommand)
      .item({ userId, sessionsSince: epochSeconds(clock()) })
      .options({ condition: { attr: 'userId', exists: true } })
      .send();
  } catch (error) {
    // Without a profile nobody gets in anyway.
    if (!isConditionFailure(error)) throw error;
  }
}
