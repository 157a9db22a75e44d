import * as z from 'zod';
import { AccountId, BotId, UserId } from '../base/ids';
import { LANGUAGES } from '../base/languages';
import { ProfileRole, TeamRole } from '../base/roles';
import { Email, Line, Text } from '../base/text';
import { MailProblem } from './mail-problem';
import { PlanId } from './plan-id';
import { PlanStanding } from './plan-standing';
import { COMPANY_NAME, FULL_NAME } from './sign-in-fields';

export const Language = z.enum(LANGUAGES.map(({ code }) => code));
export type Language = z.infer<typeof Language>;

export const FullName = Line(FULL_NAME);
export const CompanyName = Line(COMPANY_NAME);

/**
 * Body of POST /api/create-profile and POST /api/functions/create-user-profile. `userId` must be the
 * caller's; `email` and `role` are accepted for the wire's sake and ignored: the token and the table decide.
 */
export const CreateProfile = z.object({
  userId: UserId,
  email: Email().optional(),
  fullName: FullName,
  companyName: CompanyName.nullish(),
  role: Text(64).optional(),
  language: Language.optional(),
  alpha: z.boolean().optional(),
});
export type CreateProfile = z.infer<typeof CreateProfile>;

/** Strict: a field by another name would be dropped in silence. */
export const UpdateProfile = z
  .object({ fullName: FullName, companyName: CompanyName.nullable() })
  .partial()
  .strict();
export type UpdateProfile = z.infer<typeof UpdateProfile>;

export const Profile = z.object({
  id: UserId,
  email: z.string(),
  full_name: z.string(),
  company_name: z.string().nullable(),
  avatar_url: z.string().nullable(),
  role: ProfileRole,
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  /** With their accounts: why mails do not reach them. */
  mail_problem: MailProblem.optional(),
});
export type Profile = z.infer<typeof Profile>;

const Used = z.object({ used: z.number().int().nonnegative(), limit: z.number().int() });

export const Account = z.object({
  id: AccountId,
  name: z.string(),
  logoUrl: z.string().nullable(),
  role: TeamRole,
  plan: PlanId,
  standing: PlanStanding,
  /** In which its days are counted. */
  timeZone: z.string(),
  /** What the plan allows now; -1 is no limit. Without it, what the plan's table says. */
  limits: z
    .object({
      bots: z.int(),
      allBots: z.int(),
      conversations: z.int(),
      teamMembers: z.int(),
      documents: z.int(),
    })
    .optional(),
  /** What counts against the plan's limits. Documents that failed don't: nothing answers from them. */
  usage: z.object({
    /** On the air. */
    bots: z.number().int().nonnegative(),
    /** All there are, drafts included. */
    allBots: z.number().int().nonnegative(),
    /** The owner and active members. */
    teamMembers: z.number().int().nonnegative(),
    documents: z.number().int().nonnegative(),
    /** Begun by visitors in this calendar month (UTC). */
    conversations: z.number().int().nonnegative(),
  }),
  /** Bots that have used 80% or more of what the plan allows a bot today (UTC) of the models. */
  modelUse: z.array(
    z.object({ botId: BotId, botName: z.string(), answers: Used, tokens: Used, reached: z.boolean() }),
  ),
});
export type Account = z.infer<typeof Account>;

export const CreatedProfile = z.object({ success: z.literal(true), profile: Profile });
export type CreatedProfile = z.infer<typeof CreatedProfile>;

/** An account in whose team a person is suspended: by its people, or since its plan has no place for them. */
export const SuspendedMembership = z.object({
  id: AccountId,
  name: z.string(),
  by: z.enum(['team', 'plan']),
});
export type SuspendedMembership = z.infer<typeof SuspendedMembership>;

/** The caller's profile and the accounts that it may act for; the first is its own. */
export const Me = z.object({
  profile: Profile,
  accounts: z.array(Account).min(1),
  suspended: z.array(SuspendedMembership).optional(),
});
export type Me = z.infer<typeof Me>;
