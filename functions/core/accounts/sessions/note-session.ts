import Bowser from 'bowser';
import { UpdateItemCommand } from 'dynamodb-toolbox';
import type { Actor, AuthenticatedUser } from '#platform/actor';
import { type Clock, epochSeconds } from '#platform/clock';
import { logger } from '#platform/logger';
import { isConditionFailure } from '#platform/table-writes';
import type { PoolSessions } from '#platform/user-sessions';
import { SESSION_SECONDS, UserSessionEntity } from './entity';

/** How much later a use is noted again. */
const FRESH_SECONDS = 5 * 60;
const LONGEST_NAME = 40;
/** What a browser says of itself is short; of what is longer the beginning is read. */
const READ = 500;

/** Notes that a session is in use, and by what. That it fails is nothing that the person has to know of. */
export async function noteSession(
  { clock, poolSessions }: { readonly clock: Clock; readonly poolSessions: PoolSessions },
  caller: AuthenticatedUser | Actor,
  userAgent: string,
): Promise<void> {
  const { userId, sessionId, signedInAt } = caller;
  const now = epochSeconds(clock());
  try {
    const { Attributes } = await UserSessionEntity.build(UpdateItemCommand)
      .item({
        userId,
        sessionId,
        ...nameOf(userAgent),
        signedInAt,
        lastUsedAt: now,
        expiresAt: now + SESSION_SECONDS,
      })
      .options({
        condition: {
          or: [
            { attr: 'lastUsedAt', exists: false },
            { attr: 'lastUsedAt', lte: now - FRESH_SECONDS },
          ],
        },
        returnValues: 'ALL_NEW',
      })
      .send();
    if (Attributes?.poolSession !== undefined || !('accessToken' in caller)) return;
    const poolSession = await poolSessions.current(caller.accessToken);
    if (poolSession === undefined) return;
    await UserSessionEntity.build(UpdateItemCommand)
      .item({ userId, sessionId, poolSession })
      .options({ condition: { attr: 'sessionId', exists: true } })
      .send();
  } catch (error) {
    if (isConditionFailure(error)) return;
    logger.warn('It was not noted that a session is in use.', {
      error: error instanceof Error ? error : String(error),
    });
  }
}

function nameOf(userAgent: string): { readonly browser?: string; readonly system?: string } {
  if (userAgent === '') return {};
  const { browser, os } = Bowser.parse(userAgent.slice(0, READ));
  return {
    ...(browser.name && { browser: browser.name.slice(0, LONGEST_NAME) }),
    ...(os.name && { system: os.name.slice(0, LONGEST_NAME) }),
  };
}
