import { ConditionCheck, GetItemCommand } from 'dynamodb-toolbox';
import { ParleyError } from '../../platform/errors';
import type { ConditionalWrite } from '../../platform/table-writes';
import { ProfileEntity } from '../accounts/entity';
import { EndedSessionEntity } from './entity';

/**
 * Throws when the session was signed out. Its access token is valid by signature for some minutes more, and its
 * refresh token for longer if Cognito couldn't be told.
 */
export async function assertSessionGoesOn(sessionId: string): Promise<void> {
  const { Item } = await EndedSessionEntity.build(GetItemCommand)
    .key({ sessionId })
    .options({ consistent: true })
    .send();
  if (Item) throw new ParleyError('auth.session_ended');
}

export interface Session {
  readonly userId: string;
  readonly sessionId: string;
  readonly signedInAt: number;
}

/** That a session goes on, by a condition of a transaction: neither signed out, nor banned, nor past its password. */
export function whileSessionGoesOn({ userId, sessionId, signedInAt }: Session): readonly ConditionalWrite[] {
  return [
    {
      write: EndedSessionEntity.build(ConditionCheck)
        .key({ sessionId })
        .condition({ attr: 'sessionId', exists: false }),
      refused: () => new ParleyError('auth.session_ended'),
    },
    {
      write: ProfileEntity.build(ConditionCheck)
        .key({ userId })
        .condition({
          and: [
            { attr: 'bannedAt', exists: false },
            {
              or: [
                { attr: 'sessionsSince', exists: false },
                { attr: 'sessionsSince', lte: signedInAt },
              ],
            },
          ],
        }),
      refused: () => new ParleyError('auth.expired'),
    },
  ];
}
