import { GetItemCommand } from 'dynamodb-toolbox';
import { AccountId, type UserId } from '../../contract/ids';
import type { Actor } from '../../platform/actor';
import { systemClock } from '../../platform/clock';
import { ParleyError } from '../../platform/errors';
import type { ActorLoader } from '../../platform/http-handler';
import { admitMember } from '../limits/tenant-calls';
import { activeProfile } from './active-profile';
import { MembershipEntity } from './entity';

/**
 * Who a user is in an account, by default her own. Read at each request, so that a ban, another role, the end of
 * a membership or of the session holds at once and not when her token expires.
 */
export const loadActor: ActorLoader = async (user, requested): Promise<Actor> => {
  const accountId = requested ?? AccountId.parse(user.userId);
  const [profile, teamRole] = await Promise.all([activeProfile(user), findTeamRole(user.userId, accountId)]);
  if (!teamRole) throw new ParleyError('auth.forbidden');
  // Only a member's call counts: whoever is refused can't use the account's share up.
  await admitMember(systemClock, accountId);
  const { userId, sessionId, signedInAt } = user;
  return { userId, sessionId, signedInAt, accountId, profileRole: profile.role, teamRole };
};

async function findTeamRole(userId: UserId, accountId: AccountId): Promise<Actor['teamRole'] | undefined> {
  const { Item } = await MembershipEntity.build(GetItemCommand)
    .key({ userId, accountId })
    .options({ consistent: true })
    .send();
  return Item?.role;
}
