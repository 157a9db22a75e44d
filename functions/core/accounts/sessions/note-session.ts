import Bowser from 'bowser';
import { UpdateItemCommand } from 'dynamodb-toolbox';
import type { AuthenticatedUser } from '#platform/actor';
import { type Clock, epochSeconds } from '#platform/clock';
import { logger } from '#platform/logger';
import { isConditionFailure } from '#platform/table-writes';
import { SESSION_SECONDS, UserSessionEntity } from './entity';

/** How much later a use is noted again. */
const FRESH_SECONDS = 5 * 60;
const LONGEST_NAME = 40;
/** What a browser says of itself is short; of what is longer the beginning is read. */
const READ = 500;

/** Notes that a session is in use, and by what. That it fails is nothing that the person has to know of. */
export async function noteSession(
  clock: Clock,
  { userId, sessionId, signedInAt }: Pick<AuthenticatedUser, 'userId' | 'sessionId' | 'signedInAt'>,
  userAgent: string,
): Promise<void> {
  const now = epochSeconds(clock());
  try {
    await UserSessionEntity.build(UpdateItemCommand)
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
      })
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
