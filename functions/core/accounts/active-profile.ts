import type { AuthenticatedUser } from '#platform/actor';
import { ParleyError } from '#platform/errors';
import { assertSessionActive } from '../sessions/ended-session';
import type { StoredProfile } from './entity';
import { findProfile } from './stored-profile';

/**
 * The caller's profile, as the table has it now. Throws when the session was signed out or is older than the password,
 * when the user is banned, and when there is no profile yet. Each use case of a signed-in user begins with this or with
 * `loadActor`.
 */
export async function activeProfile(user: AuthenticatedUser): Promise<StoredProfile> {
  const profile = await findActiveProfile(user);
  if (!profile) throw new ParleyError('profile.not_found');
  return profile;
}

/** The same where there may be no profile yet. */
export async function findActiveProfile(user: AuthenticatedUser): Promise<StoredProfile | undefined> {
  const [profile] = await Promise.all([findProfile(user.userId), assertSessionActive(user.sessionId)]);
  if (profile?.bannedAt)
    throw new ParleyError('account.banned', {
      details: profile.banReason === undefined ? {} : { reason: profile.banReason },
    });
  if (profile && isPast(profile, user)) throw new ParleyError('auth.expired');
  return profile;
}

/** Whether a session ended with all of before some time. */
export function isPast(
  { sessionsSince, keptSession }: Pick<StoredProfile, 'sessionsSince' | 'keptSession'>,
  { signedInAt, sessionId }: Pick<AuthenticatedUser, 'signedInAt' | 'sessionId'>,
): boolean {
  return sessionsSince !== undefined && signedInAt < sessionsSince && sessionId !== keptSession;
}
