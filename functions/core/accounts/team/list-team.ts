import { BatchGetRequest } from 'dynamodb-toolbox';
import type { Team, TeamMember } from '#contract/accounts/team';
import { type AccountId, InvitationId, UserId } from '#contract/base/ids';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { listAll, readItems } from '#platform/table-reads';
import { accountPartition, ProfileEntity, type StoredMembership, type StoredProfile } from '../entity';
import { limitOf, placesTaken } from '../limits/quotas';
import { mailProblemsOf } from '../mail/undeliverable';
import { membershipsOf } from '../memberships';
import { loadAccount } from '../plan';
import { INVITATION_PREFIX, InvitationEntity, type StoredInvitation } from './entity';

/** Members and open invitations of the caller's account. */
export async function listTeam(clock: Clock, { accountId }: Pick<Actor, 'accountId'>): Promise<Team> {
  const [account, memberships, invitations] = await Promise.all([
    loadAccount(accountId),
    membershipsOf(accountId),
    invitationsOf(accountId),
  ]);
  const now = clock();
  const profiles = await profilesOf(memberships);
  const ownerId = UserId.parse(account.ownerId);
  const members = memberships.map((membership, index) => toMember(membership, profiles[index], ownerId));
  const pending = invitations
    .filter(({ status }) => status === 'pending')
    .map((invitation) => toInvited(invitation, ownerId));
  const { plan, limit } = limitOf(account, 'teamMembers', now);
  const listed = [...members, ...pending];
  const problems = await mailProblemsOf(
    listed.map(({ email }) => email),
    now,
  );
  return {
    items: listed
      .map((member, place) => {
        const problem = problems[place];
        return { ...member, ...(problem && { mail_problem: problem }) };
      })
      .sort(inOrder),
    usage: { used: placesTaken(account, 'teamMembers'), limit, plan },
  };
}

export function profilesOf(
  memberships: readonly StoredMembership[],
): Promise<readonly (StoredProfile | undefined)[]> {
  const requests = memberships.map(({ userId }) => ProfileEntity.build(BatchGetRequest).key({ userId }));
  return readItems(requests, { consistent: true });
}

/** Those that were answered too, for the days that they are kept; mails of invitations are limited by the hour. */
async function invitationsOf(accountId: AccountId): Promise<readonly StoredInvitation[]> {
  return listAll(InvitationEntity, accountPartition(accountId), INVITATION_PREFIX);
}

export function toMember(
  {
    userId,
    role,
    status = 'active',
    suspendedByPlan = false,
    invitedAt,
    createdAt,
    updatedAt,
  }: StoredMembership,
  profile: StoredProfile | undefined,
  ownerId: UserId,
): TeamMember {
  const id = UserId.parse(userId);
  return {
    id,
    user_id: id,
    email: profile?.email ?? '',
    full_name: profile?.fullName ?? null,
    avatar_url: profile?.avatarUrl ?? null,
    role,
    status,
    suspended_by_plan: suspendedByPlan,
    invitation_message: null,
    invited_at: invitedAt ?? null,
    expires_at: null,
    joined_at: createdAt,
    created_at: createdAt,
    updated_at: updatedAt ?? createdAt,
    team_owner_id: ownerId,
  };
}

export function toInvited(invitation: StoredInvitation, ownerId: UserId): TeamMember {
  return {
    id: InvitationId.parse(invitation.invitationId),
    user_id: null,
    email: invitation.email,
    full_name: null,
    avatar_url: null,
    role: invitation.role,
    status: 'pending',
    suspended_by_plan: false,
    invitation_message: invitation.message ?? null,
    invited_at: invitation.invitedAt,
    expires_at: invitation.validUntil,
    joined_at: null,
    created_at: invitation.createdAt,
    updated_at: invitation.updatedAt,
    team_owner_id: ownerId,
  };
}

function inOrder(one: TeamMember, other: TeamMember): number {
  const isOwner = (member: TeamMember) => Number(member.role === 'owner');
  return isOwner(other) - isOwner(one) || other.created_at.localeCompare(one.created_at);
}
