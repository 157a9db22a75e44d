import { ConditionCheck } from 'dynamodb-toolbox';
import { ParleyError } from '#platform/errors';
import type { ConditionalWrite } from '#platform/table-writes';
import { ProfileEntity } from '../entity';
import { EndedSessionEntity } from '../sessions/entity';

export interface Session {
  readonly userId: string;
  readonly sessionId: string;
  readonly signedInAt: number;
}

/** Conditions of a transaction: the session is neither signed out nor of those that ended together, and its user not banned. */
export function sessionActiveConditions({
  userId,
  sessionId,
  signedInAt,
}: Session): readonly ConditionalWrite[] {
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
                { attr: 'keptSession', eq: sessionId },
              ],
            },
          ],
        }),
      refused: () => new ParleyError('auth.expired'),
    },
  ];
}
