import type { AuthenticatedUser } from '../../platform/actor';
import { ParleyError } from '../../platform/errors';
import { assertSessionGoesOn } from '../sessions/ended-session';
import type { StoredProfile } from './entity';
import { findProfile } from './stored-profile';

/**
 * The caller's profile, as the table has it now. Throws when her session was signed out, when she is banned, and
 * when she has no profile yet: whatever a signed-in user does begins with this, or with `loadActor`.
 */
export async function activeProfile(user: AuthenticatedUser): Promise<StoredProfile> {
  const [profile] = await Promise.all([findProfile(user.userId), assertSessionGoesOn(user.sessionId)]);
  if (!profile) throw new ParleyError('profile.not_found');
  if (profile.bannedAt) throw new ParleyError('account.banned');
  return profile;
}
