import { type Condition, ConditionCheck } from 'dynamodb-toolbox';
import { ParleyError } from '#platform/errors';
import type { ConditionalWrite } from '#platform/table-writes';
import { ProfileEntity } from '../entity';
import { EndedSessionEntity } from './entity';

export interface Session {
  readonly userId: string;
  readonly sessionId: string;
  readonly signedInAt: number;
}

/** Conditions of a transaction: the session is neither signed out nor of those that ended together, and its user not banned. */
export function sessionActiveConditions(session: Session): readonly ConditionalWrite[] {
  return [
    notSignedOut(session),
    {
      write: ProfileEntity.build(ConditionCheck).key({ userId: session.userId }).condition(goesOn(session)),
      refused: () => new ParleyError('auth.expired'),
    },
  ];
}

/** The first of them alone. */
export function notSignedOut({ sessionId }: Session): ConditionalWrite {
  return {
    write: EndedSessionEntity.build(ConditionCheck)
      .key({ sessionId })
      .condition({ attr: 'sessionId', exists: false }),
    refused: () => new ParleyError('auth.session_ended'),
  };
}

/** What the second asks of the profile: a transaction that writes it can't check it besides. */
export function goesOn({ sessionId, signedInAt }: Session): Condition<typeof ProfileEntity> {
  return {
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
  };
}
