import type { AuthenticatedUser } from '../../platform/actor';
import { ParleyError } from '../../platform/errors';
import { assertSessionGoesOn } from '../sessions/ended-session';
import type { StoredProfile } from './entity';
import { findProfile } from './stored-profile';

/**
 * The caller's profile, as the table has it now. Throws when her session was signed out or is older than her
 * password, when she is banned, and when she has no profile yet: whatever a signed-in user does begins with this, or with `loadActor`.
 */
export async function activeProfile(user: AuthenticatedUser): Promise<StoredProfile> {
  const profile = await findActiveProfile(user);
  if (!profile) throw new ParleyError('profile.not_found');
  return profile;
}

/** The same for who may have no profile yet. */
export async function findActiveProfile(user: AuthenticatedUser): Promise<StoredProfile | undefined> {
  const [profile] = await Promise.all([findProfile(user.userId), assertSessionGoesOn(user.sessionId)]);
  if (profile?.bannedAt) throw new ParleyError('account.banned');
  if (profile && isPast(profile, user.signedInAt)) throw new ParleyError('auth.expired');
  return profile;
}

/** Whether what was signed in at this time (seconds since 1970) ended when its person set a new password. */
export function isPast({ sessionsSince }: Pick<StoredProfile, 'sessionsSince'>, signedInAt: number): boolean {
  return sessionsSince !== undefined && signedInAt < sessionsSince;
}
