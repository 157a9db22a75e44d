import { AccountId } from '#contract/base/ids';
import type { Actor, AuthenticatedUser } from '#platform/actor';
import { systemClock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import type { ActorLoader } from '#platform/http-handler';
import { activeMember } from '../active-profile';
import { admitMember } from '../limits/tenant-calls';
import { findMembership } from '../membership';
import { homeOf } from '../own-account';

/**
 * The Actor of a user in an account, by default the user's own. Read at each request, so that a ban, a new role, the
 * end of a membership or of the session holds at once and not when the token expires.
 */
export const loadActor: ActorLoader = async (user, requested, permission): Promise<Actor> => {
  const { accountId, profile, membership } = await memberOf(user, requested);
  if (!membership) throw new ParleyError('auth.forbidden');
  // Whoever is suspended may still leave for good.
  if (membership.status === 'suspended' && permission !== 'team.leave')
    throw new ParleyError('team.suspended');
  // Counted after the refusal, so that strangers can't use up the account's rate limit.
  await admitMember(systemClock, accountId);
  const { userId, sessionId, signedInAt } = user;
  return { userId, sessionId, signedInAt, accountId, profileRole: profile.role, teamRole: membership.role };
};

/**
 * The account that is asked for, or the user's own. That one is mostly named as they are, and so is read with the rest
 * before their profile says so.
 */
async function memberOf(user: AuthenticatedUser, requested: AccountId | undefined) {
  const likely = requested ?? AccountId.parse(user.userId);
  const { profile, membership } = await activeMember(user, likely);
  const accountId = requested ?? homeOf(profile);
  if (accountId === likely) return { accountId, profile, membership };
  return { accountId, profile, membership: await findMembership(user.userId, accountId) };
}
