import { PutTransaction, UpdateItemCommand, UpdateTransaction } from 'dynamodb-toolbox';
import type { AcceptedInvitation, Invitation } from '#contract/accounts/team';
import { AccountId } from '#contract/base/ids';
import type { AuthenticatedUser } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { readItem } from '#platform/table-reads';
import { conditionally, transact } from '#platform/table-writes';
import { activeProfile } from '../active-profile';
import { MembershipEntity, membershipIndex } from '../entity';
import { reserve } from '../limits/quotas';
import { limitAddress } from '../limits/rate-limit';
import { findMembership } from '../membership';
import { membershipsOf } from '../memberships';
import { loadAccount } from '../plan';
import { InvitationEntity, InvitationLinkEntity, type StoredInvitation } from './entity';
import { findInvitation } from './invitations';
import { assertPlace, assertTeamRoom, hashToken, isValid } from './invite';

/** Counts a look at an invitation by its caller's network address. */
export function admitAnswer(clock: Clock, address: string): Promise<void> {
  return limitAddress(clock, 'INVITATION_LOOKS', address, 60);
}

/** What an invitation says, to whoever has its link. */
export async function readInvitation(clock: Clock, token: string): Promise<Invitation> {
  const invitation = await openInvitation(clock, token);
  const account = await loadAccount(AccountId.parse(invitation.accountId));
  return {
    accountName: account.name,
    inviterName: invitation.inviterName,
    email: invitation.email,
    role: invitation.role,
    message: invitation.message ?? null,
    expires_at: invitation.validUntil,
  };
}

/**
 * Makes the caller a member. The link is what counts, not the address they sign in with. The last place, and the link
 * itself, go to one of several who accept at once; whoever accepted before, or accepts twice at once, gets the same
 * answer again.
 */
export async function acceptInvitation(
  clock: Clock,
  user: AuthenticatedUser,
  token: string,
): Promise<AcceptedInvitation> {
  const [, stored] = await Promise.all([activeProfile(user), invitationOf(token)]);
  const accepted = await acceptedBefore(user, stored);
  if (accepted) return accepted;
  try {
    return await accept(clock, user, assertOpen(clock, stored));
  } catch (error) {
    // Of two calls of the same person at once the second finds what the first one did.
    if (!(error instanceof ParleyError) || !TAKEN.has(error.code)) throw error;
    const again = await acceptedBefore(user, await invitationOf(token));
    if (again) return again;
    throw error;
  }
}

const TAKEN: ReadonlySet<string> = new Set(['invitation.used', 'team.already_member']);

async function acceptedBefore(
  { userId }: AuthenticatedUser,
  { status, acceptedBy, ...stored }: StoredInvitation,
): Promise<AcceptedInvitation | null> {
  const accountId = AccountId.parse(stored.accountId);
  const isHers = status === 'accepted' && acceptedBy === userId;
  return isHers && (await findMembership(userId, accountId)) ? { accountId } : null;
}

async function accept(
  clock: Clock,
  { userId }: AuthenticatedUser,
  invitation: StoredInvitation,
): Promise<AcceptedInvitation> {
  const accountId = AccountId.parse(invitation.accountId);
  if (await findMembership(userId, accountId)) throw new ParleyError('team.already_member');
  const [account, memberships] = await Promise.all([loadAccount(accountId), membershipsOf(accountId)]);
  const now = clock();
  assertPlace(account, now);
  assertTeamRoom(memberships);
  const at = now.toISOString();
  const { invitationId, tokenHash, role, invitedAt } = invitation;
  await transact(
    {
      write: InvitationEntity.build(UpdateTransaction)
        .item({ accountId, invitationId, status: 'accepted', acceptedBy: userId, updatedAt: at })
        .options({
          condition: {
            and: [
              { attr: 'status', eq: 'pending' },
              { attr: 'tokenHash', eq: tokenHash },
            ],
          },
        }),
      refused: () => new ParleyError('invitation.used'),
    },
    {
      write: MembershipEntity.build(PutTransaction)
        .item({
          accountId,
          userId,
          role,
          status: 'active',
          invitedAt,
          createdAt: at,
          ...membershipIndex(userId, accountId),
        })
        .options({ condition: { attr: 'userId', exists: false } }),
      refused: () => new ParleyError('team.already_member'),
    },
    reserve(account, 'teamMembers', now),
  );
  return { accountId };
}

/** Declines an invitation. Repeating it changes nothing. */
export async function declineInvitation(clock: Clock, token: string): Promise<void> {
  const stored = await invitationOf(token);
  if (stored.status === 'declined') return;
  const { accountId, invitationId, tokenHash } = assertOpen(clock, stored);
  await conditionally(
    InvitationEntity.build(UpdateItemCommand)
      .item({ accountId, invitationId, status: 'declined', updatedAt: clock().toISOString() })
      .options({
        condition: {
          and: [
            { attr: 'status', eq: 'pending' },
            { attr: 'tokenHash', eq: tokenHash },
          ],
        },
      })
      .send(),
    () => new ParleyError('invitation.used'),
  );
}

async function openInvitation(clock: Clock, token: string): Promise<StoredInvitation> {
  return assertOpen(clock, await invitationOf(token));
}

async function invitationOf(token: string): Promise<StoredInvitation> {
  const tokenHash = hashToken(token);
  const link = await readItem(InvitationLinkEntity, { tokenHash });
  const invitation = link && (await findInvitation(AccountId.parse(link.accountId), link.invitationId));
  if (!invitation) throw new ParleyError('invitation.not_found');
  // A newer link has taken its place.
  if (invitation.tokenHash !== tokenHash) throw new ParleyError('invitation.revoked');
  return invitation;
}

function assertOpen(clock: Clock, invitation: StoredInvitation): StoredInvitation {
  if (invitation.status === 'revoked') throw new ParleyError('invitation.revoked');
  if (invitation.status !== 'pending') throw new ParleyError('invitation.used');
  if (!isValid(invitation, clock())) throw new ParleyError('invitation.expired');
  return invitation;
}
