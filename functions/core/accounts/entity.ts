import { Entity, type FormattedItem, item, number, string } from 'dynamodb-toolbox';
import { table } from '../../platform/table';

export function accountPartition(accountId: string): string {
  return `ACCOUNT#${accountId}`;
}

/** A tenant. Its id is its owner's user id: one account a person, whoever creates it first and however often. */
export const AccountEntity = new Entity({
  name: 'Account',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    ownerId: string(),
    name: string(),
    plan: string().enum('free', 'starter', 'professional', 'enterprise'),
    subscriptionStatus: string().enum('trialing', 'active', 'incomplete', 'past_due', 'canceled', 'unpaid'),
    trialEndsAt: string().optional(),
    /** What the plan limits, counted in the transactions that create and delete. */
    botCount: number().default(0),
    documentCount: number().default(0),
    memberCount: number().optional(),
    createdAt: string(),
    updatedAt: string(),
  }),
  computeKey: ({ accountId }) => ({ pk: accountPartition(accountId), sk: 'ACCOUNT' }),
});
export type StoredAccount = FormattedItem<typeof AccountEntity>;

/** A person: found by her user id, since a token says no more. */
export const ProfileEntity = new Entity({
  name: 'Profile',
  table,
  timestamps: false,
  schema: item({
    userId: string().key(),
    email: string(),
    fullName: string(),
    companyName: string().optional(),
    avatarUrl: string().optional(),
    role: string().enum('admin', 'client', 'viewer'),
    language: string().enum('en', 'de'),
    bannedAt: string().optional(),
    /** Seconds since 1970. Sessions from before have ended: somebody set a new password. */
    sessionsSince: number().optional(),
    createdAt: string(),
    updatedAt: string(),
  }),
  computeKey: ({ userId }) => ({ pk: `USER#${userId}`, sk: 'PROFILE' }),
});
export type StoredProfile = FormattedItem<typeof ProfileEntity>;

/** Who has an e-mail address. */
export const AddressEntity = new Entity({
  name: 'Address',
  table,
  timestamps: false,
  schema: item({ email: string().key(), userId: string() }),
  computeKey: ({ email }) => ({ pk: `EMAIL#${email.toLowerCase()}`, sk: 'ADDRESS' }),
});

/** A person's role in an account. gsi1 lists the accounts of a person. */
export const MembershipEntity = new Entity({
  name: 'Membership',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    userId: string().key(),
    role: string().enum('owner', 'admin', 'member', 'viewer'),
    createdAt: string(),
    gsi1pk: string(),
    gsi1sk: string(),
  }),
  computeKey: ({ accountId, userId }) => ({ pk: accountPartition(accountId), sk: `MEMBER#${userId}` }),
});

/** The index attributes of a membership. */
export function membershipIndex(userId: string, accountId: string) {
  return { gsi1pk: `USER#${userId}`, gsi1sk: `MEMBER#${accountId}` };
}
