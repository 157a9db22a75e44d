import { logger } from '../../platform/logger';
import type { EndUserSessions } from '../../platform/user-sessions';

/**
 * A password that was forgotten may as well have been stolen: with the new one, every session that the old one
 * opened ends. The new password holds already, so a failure here must not be answered as if it didn't.
 */
export async function completeReset(
  { endUserSessions }: { readonly endUserSessions: EndUserSessions },
  userPoolId: string,
  userName: string,
): Promise<void> {
  try {
    await endUserSessions(userPoolId, userName);
  } catch (error) {
    logger.error('The sessions of a person with a new password could not be ended.', {
      userName,
      error: error instanceof Error ? error : String(error),
    });
  }
}
