import { QueryCommand } from 'dynamodb-toolbox';
import { table } from '#platform/table';
import { type StoredUserSession, USER_SESSIONS, UserSessionEntity } from './entity';

/** As many as are read. Nobody has so many devices. */
const MOST = 100;

/** The person's sessions that began before one, those that have ended too. */
export async function sessionsBefore({
  userId,
  sessionId,
  signedInAt,
}: StoredUserSession): Promise<readonly StoredUserSession[]> {
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({ partition: `USER#${userId}`, range: { beginsWith: USER_SESSIONS } })
    .entities(UserSessionEntity)
    .options({ consistent: true, limit: MOST })
    .send();
  return Items.filter(
    (each) => each.signedInAt < signedInAt || (each.signedInAt === signedInAt && each.sessionId < sessionId),
  );
}
