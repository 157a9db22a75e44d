import { BatchGetRequest } from 'dynamodb-toolbox';
import type { AccountId } from '#contract/base/ids';
import type { AuthenticatedUser } from '#platform/actor';
import { ParleyError } from '#platform/errors';
import { readItems } from '#platform/table-reads';
import { MembershipEntity, ProfileEntity, type StoredMembership, type StoredProfile } from './entity';
import { EndedSessionEntity } from './sessions/entity';

/**
 * The caller's profile, as the table has it now. Throws when the session was signed out or is older than the password,
 * when the user is banned, and when there is no profile yet. Each use case of a signed-in user begins with this or with
 * `loadActor`.
 */
export async function activeProfile(user: AuthenticatedUser): Promise<StoredProfile> {
  return required(await findActiveProfile(user));
}

/** The same where there may be no profile yet. */
export async function findActiveProfile(user: AuthenticatedUser): Promise<StoredProfile | undefined> {
  const [profile, ended] = await readItems([profileOf(user), endOf(user)], CONSISTENT);
  return assertActive(user, profile, ended);
}

/** The same with the user's membership of an account, if there is one, in one read. */
export async function activeMember(
  user: AuthenticatedUser,
  accountId: AccountId,
): Promise<{ readonly profile: StoredProfile; readonly membership: StoredMembership | undefined }> {
  const membershipOf = MembershipEntity.build(BatchGetRequest).key({ userId: user.userId, accountId });
  const [profile, ended, membership] = await readItems(
    [profileOf(user), endOf(user), membershipOf],
    CONSISTENT,
  );
  return { profile: required(assertActive(user, profile, ended)), membership };
}

/** Whether a session ended with all of before some time. */
export function isPast(
  { sessionsSince, keptSession }: Pick<StoredProfile, 'sessionsSince' | 'keptSession'>,
  { signedInAt, sessionId }: Pick<AuthenticatedUser, 'signedInAt' | 'sessionId'>,
): boolean {
  return sessionsSince !== undefined && signedInAt < sessionsSince && sessionId !== keptSession;
}

const CONSISTENT = { consistent: true };

const profileOf = ({ userId }: AuthenticatedUser) => ProfileEntity.build(BatchGetRequest).key({ userId });

/**
 * That the session was signed out. Its access token is valid by signature for some minutes more, and its refresh token
 * for longer if Cognito couldn't be told.
 */
const endOf = ({ sessionId }: AuthenticatedUser) =>
  EndedSessionEntity.build(BatchGetRequest).key({ sessionId });

function assertActive(
  user: AuthenticatedUser,
  profile: StoredProfile | undefined,
  ended: unknown,
): StoredProfile | undefined {
  if (ended) throw new ParleyError('auth.session_ended');
  if (profile?.bannedAt)
    throw new ParleyError('account.banned', {
      details: profile.banReason === undefined ? {} : { reason: profile.banReason },
    });
  if (profile && isPast(profile, user)) throw new ParleyError('auth.expired');
  return profile;
}

function required(profile: StoredProfile | undefined): StoredProfile {
  if (!profile) throw new ParleyError('profile.not_found');
  return profile;
}
