import { createHash } from 'node:crypto';
import { type Condition, PutTransaction, UpdateTransaction } from 'dynamodb-toolbox';
import { MOST_MEMBERS } from '#contract/accounts/limits';
import { INVITATION_DAYS, type InviteMember, type TeamMember } from '#contract/accounts/team';
import { type InvitationId, UserId } from '#contract/base/ids';
import { buryWith } from '#core/base/tombstones/entity';
import type { Actor } from '#platform/actor';
import { addSeconds, type Clock, epochSeconds } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { newSecret } from '#platform/ids';
import { logger } from '#platform/logger';
import { transact } from '#platform/table-writes';
import type { StoredAccount, StoredMembership } from '../entity';
import { assertRoom, limitOf } from '../limits/quotas';
import { admit, type PostDeps } from '../mail/post';
import { membershipsOf } from '../memberships';
import { assertKept, loadAccount } from '../plan';
import { findProfile } from '../stored-profile';
import { InvitationEntity, InvitationLinkEntity, type StoredInvitation } from './entity';
import { invitationMail } from './invitation-mail';
import { findInvitation } from './invitations';
import { profilesOf, toInvited } from './list-team';

export interface InviteDeps extends PostDeps {
  /** Of the dashboard. */
  readonly appOrigin: string;
}

const DAY = 86_400;
/** Days in which a link that is not valid any more says why. */
const KEPT_DAYS = 30;

/**
 * Invites an address. Whether it has an account changes nothing of the answer or the mail. What can't be mailed is not
 * kept as an invitation.
 */
export async function inviteMember(
  deps: InviteDeps,
  actor: Actor,
  { email: given, role, message, language }: InviteMember,
): Promise<TeamMember> {
  const { accountId, userId } = actor;
  const email = given.toLowerCase();
  const [account, profile] = await Promise.all([accountOf(actor), findProfile(userId)]);
  if (!profile || email === profile.email.toLowerCase()) throw new ParleyError('invitation.not_allowed');
  assertPlace(account, deps.clock());
  await assertNoMember(actor, email);
  const invitationId = invitationIdOf(email);
  const known = await findInvitation(accountId, invitationId);
  if (known?.status === 'pending' && isValid(known, deps.clock())) throw new ParleyError('invitation.exists');
  const at = deps.clock().toISOString();
  return send(deps, account, known, {
    accountId,
    invitationId,
    email,
    role,
    ...(message && { message }),
    language: language ?? profile.language,
    inviterName: profile.fullName,
    createdAt: at,
  });
}

/** Sends a new link, valid for its full time; the former one is not valid any more. */
export async function resendInvitation(
  deps: InviteDeps,
  actor: Actor,
  invitationId: InvitationId,
): Promise<TeamMember> {
  const { accountId, userId } = actor;
  const [account, profile, known] = await Promise.all([
    accountOf(actor),
    findProfile(userId),
    findInvitation(accountId, invitationId),
  ]);
  if (known?.status !== 'pending' || !profile) throw new ParleyError('invitation.not_found');
  assertPlace(account, deps.clock());
  return send(deps, account, known, { ...known, inviterName: profile.fullName });
}

type Wanted = Pick<
  StoredInvitation,
  'accountId' | 'invitationId' | 'email' | 'role' | 'message' | 'language' | 'inviterName' | 'createdAt'
>;

async function send(
  deps: InviteDeps,
  account: StoredAccount,
  known: StoredInvitation | undefined,
  wanted: Wanted,
): Promise<TeamMember> {
  const { clock, appOrigin } = deps;
  const token = newSecret();
  const now = clock();
  const { accountId, invitationId, email, role, message, language, inviterName, createdAt } = wanted;
  // Before the link that was sent before is replaced.
  const cause = { invitation: `${accountId}#${invitationId}`, account: accountId };
  const mail = await admit(deps, 'invitation', cause, email);
  const invitation = {
    accountId,
    invitationId,
    email,
    role,
    ...(message !== undefined && { message }),
    language,
    inviterName,
    createdAt,
    status: 'pending' as const,
    tokenHash: hashToken(token),
    invitedAt: now.toISOString(),
    validUntil: addSeconds(now, INVITATION_DAYS * DAY).toISOString(),
    updatedAt: now.toISOString(),
    expiresAt: epochSeconds(now) + KEPT_DAYS * DAY,
  };
  const { tokenHash, expiresAt } = invitation;
  await transact(
    {
      write: InvitationEntity.build(PutTransaction)
        .item(invitation)
        .options({ condition: asRead(known) }),
      refused: () => new ParleyError('invitation.exists'),
    },
    {
      write: InvitationLinkEntity.build(PutTransaction).item({
        tokenHash,
        accountId,
        invitationId,
        expiresAt,
      }),
    },
  );
  try {
    // The token goes into the fragment, which no server and no log on the way sees.
    const url = `${appOrigin}/invitations#${token}`;
    await mail(invitationMail(invitation, account.name, url));
  } catch (error) {
    logger.error('An invitation could not be mailed.', {
      accountId,
      error: error instanceof Error ? error : String(error),
    });
    await withdraw(clock, invitation);
    throw new ParleyError('invitation.send_failed', { cause: error });
  }
  return toInvited(invitation, UserId.parse(account.ownerId));
}

/** Withdraws an invitation. Repeating it changes nothing. */
export async function revokeInvitation(
  clock: Clock,
  actor: Actor,
  invitationId: InvitationId,
): Promise<void> {
  const known = await findInvitation(actor.accountId, invitationId);
  if (!known) throw new ParleyError('invitation.not_found');
  if (known.status === 'revoked') return;
  if (known.status !== 'pending') throw new ParleyError('invitation.used');
  await withdraw(clock, known);
}

async function withdraw(
  clock: Clock,
  { accountId, invitationId }: Pick<StoredInvitation, 'accountId' | 'invitationId'>,
): Promise<void> {
  await transact(
    {
      write: InvitationEntity.build(UpdateTransaction)
        .item({ accountId, invitationId, status: 'revoked', updatedAt: clock().toISOString() })
        .options({ condition: { attr: 'status', eq: 'pending' } }),
      refused: () => new ParleyError('invitation.used'),
    },
    buryWith('invitation', accountId, invitationId),
  );
}

/** Nobody has written another one meanwhile. */
function asRead(known: StoredInvitation | undefined): Condition<typeof InvitationEntity> {
  if (!known) return { attr: 'invitationId', exists: false };
  return {
    and: [
      { attr: 'tokenHash', eq: known.tokenHash },
      { attr: 'status', eq: known.status },
    ],
  };
}

async function accountOf({ accountId }: Actor): Promise<StoredAccount> {
  try {
    return await loadAccount(accountId);
  } catch (error) {
    throw new ParleyError('team.limits_unknown', { cause: error });
  }
}

/** Accepting decides again, by a condition: this spares an invitation that could not be accepted. */
export function assertPlace(account: StoredAccount, now: Date): void {
  assertKept(account);
  if (limitOf(account, 'teamMembers', now).plan === 'free')
    throw new ParleyError('team.subscription_required', { details: { plan: 'free' } });
  assertRoom(account, 'teamMembers', now);
}

/**
 * Suspended members take no place of the plan, but count here. Of several who join at once all may find room: what bounds
 * active members is the condition of the reservation.
 */
export function assertTeamRoom(memberships: readonly StoredMembership[]): void {
  if (memberships.length >= MOST_MEMBERS) throw new ParleyError('team.full');
}

async function assertNoMember({ accountId }: Actor, email: string): Promise<void> {
  const memberships = await membershipsOf(accountId);
  assertTeamRoom(memberships);
  const profiles = await profilesOf(memberships);
  if (profiles.some((profile) => profile?.email.toLowerCase() === email))
    throw new ParleyError('team.already_member');
}

export function isValid({ validUntil }: Pick<StoredInvitation, 'validUntil'>, now: Date): boolean {
  return new Date(validUntil) > now;
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

function invitationIdOf(email: string): InvitationId {
  return createHash('sha256').update(email).digest('base64url').slice(0, 22) as InvitationId;
}
