import * as z from 'zod';
import { AccountId, BotId, UserId } from './ids';
import { ProfileRole, TeamRole } from './permissions';
import { PlanId } from './plans';
import { Email, Line, Text } from './text';

export const Language = z.enum(['en', 'de']);
export type Language = z.infer<typeof Language>;

export const FullName = Line({ min: 2, max: 120 });
export const CompanyName = Line({ max: 160 });

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

export const UpdateProfile = z.object({ fullName: FullName, companyName: CompanyName.nullable() }).partial();
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
});
export type Profile = z.infer<typeof Profile>;

const Used = z.object({ used: z.number().int().nonnegative(), limit: z.number().int() });

export const Account = z.object({
  id: AccountId,
  name: z.string(),
  role: TeamRole,
  plan: PlanId,
  subscriptionStatus: z.enum(['trialing', 'active', 'incomplete', 'past_due', 'canceled', 'unpaid']),
  trialEndsAt: z.iso.datetime().nullable(),
  /** What counts against the plan's limits. Documents that failed don't: nothing answers from them. */
  usage: z.object({
    bots: z.number().int().nonnegative(),
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

/** Who the caller is, and the accounts that she may act for; the first is her own. */
export const Me = z.object({ profile: Profile, accounts: z.array(Account).min(1) });
export type Me = z.infer<typeof Me>;

/** Names the account a call acts for; without it the caller's own. */
export const ACCOUNT_HEADER = 'x-parley-account';
