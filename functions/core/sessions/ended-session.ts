import { GetItemCommand } from 'dynamodb-toolbox';
import { ParleyError } from '#platform/errors';
import { EndedSessionEntity } from './entity';

/**
 * Throws when the session was signed out. Its access token is valid by signature for some minutes more, and its
 * refresh token for longer if Cognito couldn't be told.
 */
export async function assertSessionActive(sessionId: string): Promise<void> {
  const { Item } = await EndedSessionEntity.build(GetItemCommand)
    .key({ sessionId })
    .options({ consistent: true })
    .send();
  if (Item) throw new ParleyError('auth.session_ended');
}
