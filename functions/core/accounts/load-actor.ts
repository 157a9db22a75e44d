import { GetItemCommand } from 'dynamodb-toolbox';
import { AccountId, type UserId } from '../../contract/ids';
import type { Actor } from '../../platform/actor';
import { ParleyError } from '../../platform/errors';
import type { ActorLoader } from '../../platform/http-handler';
import { MembershipEntity } from './entity';
import { findProfile } from './stored-profile';

/**
 * Who a user is in an account, by default her own. Read at each request, so that a ban, another role or the end
 * of a membership holds at once and not when her token expires.
 */
export const loadActor: ActorLoader = async (user, requested): Promise<Actor> => {
  const accountId = requested ?? AccountId.parse(user.userId);
  const [profile, teamRole] = await Promise.all([
    findProfile(user.userId),
    findTeamRole(user.userId, accountId),
  ]);
  if (!profile) throw new ParleyError('profile.not_found');
  if (profile.bannedAt) throw new ParleyError('account.banned');
  if (!teamRole) throw new ParleyError('auth.forbidden');
  return { userId: user.userId, accountId, profileRole: profile.role, teamRole };
};

async function findTeamRole(userId: UserId, accountId: AccountId): Promise<Actor['teamRole'] | undefined> {
  const { Item } = await MembershipEntity.build(GetItemCommand)
    .key({ userId, accountId })
    .options({ consistent: true })
    .send();
  return Item?.role;
}
