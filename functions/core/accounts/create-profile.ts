import { PutTransaction } from 'dynamodb-toolbox';
import { TRIAL_DAYS } from '#contract/accounts/plans';
import type { CreatedProfile, CreateProfile, Language } from '#contract/accounts/profile';
import { AccountId, type UserId } from '#contract/base/ids';
import type { ProfileRole } from '#contract/base/permissions';
import type { AuthenticatedUser } from '#platform/actor';
import { addSeconds, type Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import type { Identity, IdentityReader } from '#platform/identity';
import { transact } from '#platform/table-writes';
import { findActiveProfile } from './active-profile';
import {
  AccountEntity,
  AddressEntity,
  MembershipEntity,
  membershipIndex,
  ProfileEntity,
  type StoredProfile,
} from './entity';
import { findProfile, toProfile } from './stored-profile';

export interface CreateProfileDeps {
  readonly clock: Clock;
  readonly readIdentity: IdentityReader;
  /** Addresses whose owners are admins of the platform, once they are verified. */
  readonly adminEmails: readonly string[];
}

/** Creates the caller's profile and account. Address and role of the payload are ignored: Cognito and the stage decide. */
export async function createProfile(
  deps: CreateProfileDeps,
  user: AuthenticatedUser,
  input: CreateProfile,
): Promise<CreatedProfile> {
  if (input.userId !== user.userId) throw new ParleyError('profile.user_mismatch');
  const known = await findActiveProfile(user);
  if (known) return { success: true, profile: toProfile(known) };
  const identity = await deps.readIdentity(user.accessToken);
  const profile = await ensureProfile(deps, {
    userId: user.userId,
    identity,
    fullName: input.fullName,
    companyName: input.companyName || null,
    language: input.language ?? 'en',
    alpha: input.alpha ?? false,
  });
  return { success: true, profile: toProfile(profile) };
}

export interface NewProfile {
  readonly userId: UserId;
  readonly identity: Identity;
  readonly fullName: string;
  readonly companyName: string | null;
  readonly language: Language;
  /** Came by the alpha programme: a longer trial. */
  readonly alpha: boolean;
}

/** Profile, account and membership, all or none. When they exist already, nothing changes. */
export async function ensureProfile(
  { clock, adminEmails }: Pick<CreateProfileDeps, 'clock' | 'adminEmails'>,
  { userId, identity, fullName, companyName, language, alpha }: NewProfile,
): Promise<StoredProfile> {
  const now = clock();
  const at = now.toISOString();
  const accountId = AccountId.parse(userId);
  const profile: StoredProfile = {
    userId,
    email: identity.email,
    fullName,
    ...(companyName !== null && { companyName }),
    role: roleOf(identity, adminEmails),
    language,
    createdAt: at,
    updatedAt: at,
  };
  const trialDays = TRIAL_DAYS[alpha ? 'alpha' : 'regular'];
  try {
    await transact(
      {
        write: ProfileEntity.build(PutTransaction)
          .item(profile)
          .options({ condition: { attr: 'userId', exists: false } }),
        refused: () => new AlreadyThere(),
      },
      {
        write: AccountEntity.build(PutTransaction)
          .item({
            accountId,
            ownerId: userId,
            name: companyName ?? fullName,
            plan: 'starter',
            subscriptionStatus: 'trialing',
            trialEndsAt: addSeconds(now, trialDays * 86_400).toISOString(),
            memberCount: 1,
            liveBotCount: 0,
            ...(alpha && { alphaClaimedAt: at }),
            createdAt: at,
            updatedAt: at,
          })
          .options({ condition: { attr: 'accountId', exists: false } }),
        refused: () => new AlreadyThere(),
      },
      {
        write: MembershipEntity.build(PutTransaction).item({
          accountId,
          userId,
          role: 'owner',
          createdAt: at,
          ...membershipIndex(userId, accountId),
        }),
      },
      { write: AddressEntity.build(PutTransaction).item({ email: identity.email, userId }) },
    );
    return profile;
  } catch (error) {
    if (!(error instanceof AlreadyThere)) throw error;
    const known = await findProfile(userId);
    if (!known) throw error;
    return known;
  }
}

class AlreadyThere extends Error {}

function roleOf({ email, emailVerified }: Identity, adminEmails: readonly string[]): ProfileRole {
  const listed = adminEmails.some((admin) => admin.toLowerCase() === email.toLowerCase());
  return listed && emailVerified ? 'admin' : 'client';
}
