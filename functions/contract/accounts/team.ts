import * as z from 'zod';
import { AccountId, InvitationId, UserId } from '../base/ids';
import { TeamRole } from '../base/roles';
import { Email, Lines, Text } from '../base/text';
import { MailProblem } from './mail-problem';
import { PlanId } from './plan-id';
import { Language } from './profile';

/** Days in which an invitation can be accepted. */
export const INVITATION_DAYS = 7;

/** Characters of the message that goes with an invitation. */
export const INVITATION_MESSAGE = 1_000;

/** What a member can be made: there is one owner, and ownership is transferred. */
export const AssignableRole = z.enum(['admin', 'member', 'viewer']);
export type AssignableRole = z.infer<typeof AssignableRole>;

export const MemberStatus = z.enum(['active', 'pending', 'suspended']);
export type MemberStatus = z.infer<typeof MemberStatus>;

/** A member of an account, or somebody who is invited into it and has not answered yet. */
export const TeamMember = z.object({
  /** Of a member their user id, of an invitation its own. */
  id: z.union([UserId, InvitationId]),
  /** Null of an invitation: whether its address has an account is nobody's business. */
  user_id: UserId.nullable(),
  email: z.string(),
  full_name: z.string().nullable(),
  avatar_url: z.string().nullable(),
  role: TeamRole,
  status: MemberStatus,
  /** Not by a person: the plan has no place for them, and a larger one brings them back. */
  suspended_by_plan: z.boolean(),
  invitation_message: z.string().nullable(),
  invited_at: z.iso.datetime().nullable(),
  /** Until when the invitation can be accepted. */
  expires_at: z.iso.datetime().nullable(),
  joined_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  team_owner_id: UserId,
  /** In the list: why mails do not reach them. */
  mail_problem: MailProblem.optional(),
});
export type TeamMember = z.infer<typeof TeamMember>;

/** Members and open invitations, newest first, the owner before all. */
export const Team = z.object({
  items: z.array(TeamMember),
  /** Active members with the owner, and how many the plan has places for; -1: as many as there are. */
  usage: z.object({
    used: z.number().int().nonnegative(),
    limit: z.number().int(),
    plan: PlanId,
  }),
});
export type Team = z.infer<typeof Team>;

export const InviteMember = z.object({
  email: Email(),
  role: AssignableRole,
  message: Lines({ max: INVITATION_MESSAGE }).optional(),
  /** Of the mail; without it the inviter's. */
  language: Language.optional(),
});
export type InviteMember = z.infer<typeof InviteMember>;

/** What is left out stays as it is. */
export const UpdateMember = z
  .object({ role: AssignableRole, status: z.enum(['active', 'suspended']) })
  .partial();
export type UpdateMember = z.infer<typeof UpdateMember>;

export const TransferOwnership = z.object({ userId: UserId });
export type TransferOwnership = z.infer<typeof TransferOwnership>;

/** What the link of an invitation carries. In a body, since addresses are logged. */
export const InvitationToken = z.object({ token: Text(64).min(20) });
export type InvitationToken = z.infer<typeof InvitationToken>;

/** An invitation as whoever has its link sees it. */
export const Invitation = z.object({
  accountName: z.string(),
  inviterName: z.string(),
  email: z.string(),
  role: AssignableRole,
  message: z.string().nullable(),
  expires_at: z.iso.datetime(),
});
export type Invitation = z.infer<typeof Invitation>;

export const AcceptedInvitation = z.object({ accountId: AccountId });
export type AcceptedInvitation = z.infer<typeof AcceptedInvitation>;
