import { $remove, BatchGetRequest, ConditionCheck, UpdateTransaction } from 'dynamodb-toolbox';
import { UserId } from '#contract/base/ids';
import { ACTIVE_DAYS, type ActOnUser, type AdminUser, type AdminUserPage } from '#contract/operator/admin';
import { ProfileEntity, type StoredProfile } from '#core/accounts/entity';
import { broadcast } from '#core/accounts/sockets/broadcast';
import { endSockets } from '#core/accounts/sockets/close-sockets';
import { userChannel } from '#core/accounts/sockets/entity';
import { findProfile } from '#core/accounts/stored-profile';
import type { Actor } from '#platform/actor';
import { addSeconds, type Clock, epochSeconds } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { type PageRequest, queryPage } from '#platform/pages';
import type { Sockets } from '#platform/sockets';
import { readItems } from '#platform/table-reads';
import { transact } from '#platform/table-writes';
import type { ActOnPoolUser } from '#platform/user-sessions';
import { USER_WORDS, USERS, UserListingEntity, UserWordEntity } from './entity';
import { type Logged, logEntry } from './log';
import { wordOf } from './user-words';

/** Users by the beginning of their address, of its host or of a word of their name; without a search the newest first. */
export async function listUsers(
  clock: Clock,
  { search, ...request }: Pick<PageRequest, 'cursor' | 'limit'> & { readonly search?: string | undefined },
): Promise<AdminUserPage> {
  const words = wordOf(search ?? '');
  if (words === '') {
    const page = await queryPage(
      UserListingEntity,
      { partition: USERS, prefix: '' },
      { ...request, newestFirst: true },
    );
    const ids = page.items.map(({ userId }) => userId);
    return { items: await load(clock, ids), cursor: page.cursor };
  }
  const page = await queryPage(UserWordEntity, { partition: USER_WORDS, prefix: words }, request);
  // One user may have several words that begin so.
  const ids = [...new Set(page.items.map(({ userId }) => userId))];
  return { items: await load(clock, ids), cursor: page.cursor };
}

async function load(clock: Clock, userIds: readonly string[]): Promise<AdminUser[]> {
  const requests = userIds.map((userId) => ProfileEntity.build(BatchGetRequest).key({ userId }));
  const profiles = await readItems(requests, { consistent: true });
  const now = clock();
  return profiles.filter((profile) => profile !== undefined).map((profile) => toAdminUser(now, profile));
}

function toAdminUser(now: Date, stored: StoredProfile): AdminUser {
  const since = addSeconds(now, -ACTIVE_DAYS * 86_400)
    .toISOString()
    .slice(0, 10);
  const isActive = (stored.lastSeen ?? stored.createdAt.slice(0, 10)) >= since;
  return {
    id: UserId.parse(stored.userId),
    email: stored.email,
    name: stored.fullName,
    company: stored.companyName ?? null,
    role: stored.role,
    status: stored.bannedAt === undefined ? (isActive ? 'active' : 'inactive') : 'banned',
    banReason: stored.banReason ?? null,
    bannedAt: stored.bannedAt ?? null,
    lastSeen: stored.lastSeen ?? null,
    createdAt: stored.createdAt,
  };
}

export interface AdminDeps {
  readonly clock: Clock;
  readonly sockets: Sockets;
  /** At Cognito. */
  readonly endSessions: ActOnPoolUser;
}

/**
 * Changes a user's role, bans or unbans the user. Administrators can't change themselves, and the write requires that
 * the caller is still an administrator: of two who demote each other at once one is refused, so one administrator
 * always stays. Repeating it changes nothing and is not logged again. A ban ends open sessions: every later call is
 * refused, sockets are closed, and Cognito renews none of them any more.
 */
export async function actOnUser(
  { clock, sockets, endSessions }: AdminDeps,
  actor: Actor,
  userId: UserId,
  act: ActOnUser,
): Promise<AdminUser> {
  const user = await findProfile(userId);
  if (!user) throw new ParleyError('admin.user_not_found');
  if (userId === actor.userId) throw new ParleyError('admin.own_account');
  if (!isDone(user, act)) {
    if (act.action === 'ban' && user.role === 'admin') throw new ParleyError('admin.is_administrator');
    await transact(
      change(clock, user, act),
      stillAdmin(actor),
      await logEntry(clock, actor, logged(user, act)),
    );
  }
  // Also where it was done already: a call that died between is repeated by who made it.
  if (act.action === 'ban')
    await Promise.all([endSockets(sockets, userId, 'suspended'), endSessions(userId)]);
  if (act.action === 'promote' || act.action === 'demote') await broadcastTeamChanged(sockets, userId);
  const changed = await findProfile(userId);
  if (!changed) throw new ParleyError('admin.user_not_found');
  return toAdminUser(clock(), changed);
}

function isDone(user: StoredProfile, { action }: ActOnUser): boolean {
  switch (action) {
    case 'promote':
      return user.role === 'admin';
    case 'demote':
      return user.role !== 'admin';
    case 'ban':
      return user.bannedAt !== undefined;
    case 'unban':
      return user.bannedAt === undefined;
  }
}

/** The change of the profile, as long as it is as it was read. */
function change(clock: Clock, { userId, role, bannedAt }: StoredProfile, act: ActOnUser) {
  const at = clock().toISOString();
  const set = {
    promote: { role: 'admin' as const },
    demote: { role: 'client' as const },
    ban: {
      bannedAt: at,
      ...(act.action === 'ban' && { banReason: act.reason }),
      // Sessions end for good: after the ban is lifted, the user signs in again. Sign-ins are exact to the second.
      sessionsSince: epochSeconds(clock()) + 1,
      keptSession: $remove(),
    },
    unban: { bannedAt: $remove(), banReason: $remove() },
  }[act.action];
  return {
    write: ProfileEntity.build(UpdateTransaction)
      .item({ userId, updatedAt: at, ...set })
      .options({
        condition: {
          and: [
            { attr: 'role', eq: role },
            bannedAt === undefined ? { attr: 'bannedAt', exists: false } : { attr: 'bannedAt', eq: bannedAt },
          ],
        },
      }),
    refused: () => new ParleyError('admin.user_changed'),
  };
}

function stillAdmin({ userId }: Actor) {
  return {
    write: ProfileEntity.build(ConditionCheck)
      .key({ userId })
      .condition({
        and: [
          { attr: 'role', eq: 'admin' },
          { attr: 'bannedAt', exists: false },
        ],
      }),
    refused: () => new ParleyError('auth.admin_required'),
  };
}

const ACTIONS = {
  promote: 'user_promoted',
  demote: 'user_demoted',
  ban: 'user_banned',
  unban: 'user_unbanned',
} as const;

function logged({ userId, fullName, email }: StoredProfile, act: ActOnUser): Logged {
  return {
    action: ACTIONS[act.action],
    subject: { id: userId, name: `${fullName} (${email})` },
    ...(act.action === 'ban' && { note: act.reason }),
  };
}

/** Makes the user's open windows load the profile again. */
async function broadcastTeamChanged(sockets: Sockets, userId: UserId): Promise<void> {
  await broadcast(sockets, userChannel(userId), { type: 'team.changed' });
}
