import { $remove, type Condition, DeleteTransaction, UpdateTransaction } from 'dynamodb-toolbox';
import type { TeamMember, UpdateMember } from '#contract/accounts/team';
import { type AccountId, UserId } from '#contract/base/ids';
import { buryWith } from '#core/base/tombstones/entity';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { type ConditionalWrite, transact } from '#platform/table-writes';
import { AccountEntity, MembershipEntity, type StoredMembership } from '../entity';
import { release, reserve } from '../limits/quotas';
import { findMembership } from '../membership';
import { loadAccount } from '../plan';
import { findProfile } from '../stored-profile';
import { assertPlace } from './invite';
import { toMember } from './list-team';

/**
 * Gives a member another role, suspends or reinstates them, both in one transaction. Repeating it changes nothing, also at
 * the same moment: who finds that another has changed them looks at them again.
 */
export async function updateMember(
  clock: Clock,
  actor: Actor,
  memberId: UserId,
  change: UpdateMember,
): Promise<TeamMember> {
  const { accountId } = actor;
  try {
    await applyChange(clock, accountId, await memberToChange(actor, memberId), change);
  } catch (error) {
    if (!(error instanceof ParleyError) || !OVERTAKEN.has(error.code)) throw error;
    if (!isAsWanted(await memberToChange(actor, memberId), change)) throw error;
  }
  const [account, changed, profile] = await Promise.all([
    loadAccount(accountId),
    findMembership(memberId, accountId),
    findProfile(memberId),
  ]);
  if (!changed) throw new ParleyError('team.member_not_found');
  return toMember(changed, profile, UserId.parse(account.ownerId));
}

/** What a call meets where another one has made the same change, and taken the last place for it. */
const OVERTAKEN: ReadonlySet<string> = new Set(['team.changed', 'team.limit_reached', 'team.full']);

async function applyChange(
  clock: Clock,
  accountId: AccountId,
  membership: StoredMembership,
  change: UpdateMember,
): Promise<void> {
  if (isAsWanted(membership, change)) return;
  const { role, status } = change;
  const now = clock();
  const isSuspended = membership.status === 'suspended';
  const account = status === 'active' && isSuspended ? await loadAccount(accountId) : null;
  if (account) assertPlace(account, now);
  await transact(
    changed(accountId, membership, {
      ...(role && { role }),
      ...(status && statusChange(membership, status)),
      updatedAt: now.toISOString(),
    }),
    ...(account ? [reserve(account, 'teamMembers', now)] : []),
    ...(status === 'suspended' && !isSuspended ? [release(accountId, 'teamMembers')] : []),
  );
}

function statusChange(
  { suspendedByPlan }: StoredMembership,
  status: NonNullable<UpdateMember['status']>,
): MembershipChange {
  // A larger plan brings nobody back whom a person has suspended.
  return { status, ...(suspendedByPlan && { suspendedByPlan: $remove() }) };
}

/** A member whom the plan has suspended is not suspended by a person yet. */
function isAsWanted(
  { role, status = 'active', suspendedByPlan }: StoredMembership,
  wanted: UpdateMember,
): boolean {
  const hasRole = wanted.role === undefined || wanted.role === role;
  return hasRole && (wanted.status === undefined || (wanted.status === status && !suspendedByPlan));
}

/** Suspends a member for whom the plan has no place any more. False where they were changed meanwhile. */
export function holdMember(
  clock: Clock,
  accountId: AccountId,
  membership: StoredMembership,
): Promise<boolean> {
  const change = { status: 'suspended', suspendedByPlan: true, updatedAt: clock().toISOString() } as const;
  return unlessChanged(transact(changed(accountId, membership, change), release(accountId, 'teamMembers')));
}

/** Brings back a member whom the plan had suspended. Throws `team.limit_reached` where another took the place. */
export async function resumeMember(
  clock: Clock,
  accountId: AccountId,
  membership: StoredMembership,
): Promise<boolean> {
  const now = clock();
  const account = await loadAccount(accountId);
  const change = { status: 'active', suspendedByPlan: $remove(), updatedAt: now.toISOString() } as const;
  return unlessChanged(
    transact(changed(accountId, membership, change), reserve(account, 'teamMembers', now)),
  );
}

async function unlessChanged(write: Promise<void>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ParleyError && error.code === 'team.changed') return false;
    throw error;
  }
}

/** Ends a membership. Repeating it changes nothing. */
export async function removeMember(actor: Actor, memberId: UserId): Promise<void> {
  if (memberId === actor.userId) throw new ParleyError('team.own_membership');
  const membership = await findMembership(memberId, actor.accountId);
  if (!membership) return;
  if (membership.role === 'owner') throw new ParleyError('team.owner_stays');
  await end(actor.accountId, membership);
}

/** Ends the caller's own membership. */
export async function leaveTeam({ accountId, userId }: Actor): Promise<void> {
  const membership = await findMembership(userId, accountId);
  if (!membership) return;
  if (membership.role === 'owner') throw new ParleyError('team.owner_stays');
  await end(accountId, membership);
}

/**
 * Makes an active member the owner, and the owner an admin, all or nothing: an account has one owner at any moment, also
 * where the member is removed or suspended, or another transfer is made, at the same time.
 */
export async function transferOwnership(
  clock: Clock,
  { accountId, userId }: Actor,
  newOwner: UserId,
): Promise<void> {
  if (newOwner === userId) throw new ParleyError('team.own_membership');
  const membership = await findMembership(newOwner, accountId);
  if (!membership || membership.status === 'suspended') throw new ParleyError('team.member_not_found');
  const at = clock().toISOString();
  await transact(
    {
      write: AccountEntity.build(UpdateTransaction)
        .item({ accountId, ownerId: newOwner, updatedAt: at })
        .options({ condition: { attr: 'ownerId', eq: userId } }),
      refused: () => new ParleyError('team.changed'),
    },
    {
      write: MembershipEntity.build(UpdateTransaction)
        .item({ accountId, userId, role: 'admin', updatedAt: at })
        .options({ condition: { attr: 'role', eq: 'owner' } }),
      refused: () => new ParleyError('team.changed'),
    },
    changed(accountId, membership, { role: 'owner', updatedAt: at }),
  );
}

async function memberToChange({ accountId, userId }: Actor, memberId: UserId): Promise<StoredMembership> {
  if (memberId === userId) throw new ParleyError('team.own_membership');
  const membership = await findMembership(memberId, accountId);
  if (!membership) throw new ParleyError('team.member_not_found');
  if (membership.role === 'owner') throw new ParleyError('team.owner_stays');
  return membership;
}

async function end(accountId: AccountId, membership: StoredMembership): Promise<void> {
  const { userId } = membership;
  await transact(
    {
      write: MembershipEntity.build(DeleteTransaction)
        .key({ accountId, userId })
        .options({ condition: asRead(membership) }),
      refused: () => new ParleyError('team.changed'),
    },
    buryWith('membership', accountId, userId),
    // Whoever is suspended gave their place back then.
    ...(membership.status === 'suspended' ? [] : [release(accountId, 'teamMembers')]),
  );
}

type MembershipChange = Partial<Pick<StoredMembership, 'role' | 'status' | 'updatedAt'>> & {
  readonly suspendedByPlan?: true | ReturnType<typeof $remove>;
};

function changed(
  accountId: AccountId,
  membership: StoredMembership,
  change: MembershipChange,
): ConditionalWrite {
  return {
    write: MembershipEntity.build(UpdateTransaction)
      .item({ accountId, userId: membership.userId, ...change })
      .options({ condition: asRead(membership) }),
    refused: () => new ParleyError('team.changed'),
  };
}

/** Role and status are as they were read: of two changes at once one is refused. */
function asRead({ role, status }: StoredMembership): Condition<typeof MembershipEntity> {
  return {
    and: [
      { attr: 'role', eq: role },
      status === undefined ? { attr: 'status', exists: false } : { attr: 'status', eq: status },
    ],
  };
}
