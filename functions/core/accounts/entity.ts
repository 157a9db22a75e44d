import { any, boolean, Entity, type FormattedItem, item, list, number, string } from 'dynamodb-toolbox';
import type { NotificationChoices } from '#contract/insight/notifications';
import { table } from '#platform/table';

export function accountPartition(accountId: string): string {
  return `ACCOUNT#${accountId}`;
}

/**
 * A tenant. Its id is the user id of the person whom it was made for: one account a person, whoever creates it first and
 * however often. Whose it is says `ownerId`, since ownership can be transferred.
 */
export const AccountEntity = new Entity({
  name: 'Account',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    ownerId: string(),
    name: string(),
    logoUrl: string().optional(),
    plan: string().enum('free', 'starter', 'professional', 'enterprise'),
    subscriptionStatus: string().enum('trialing', 'active', 'incomplete', 'past_due', 'canceled', 'unpaid'),
    trialEndsAt: string().optional(),
    /** It has a subscription, which may be in a trial too. */
    isSubscribed: boolean().optional(),
    /** Until when the plan is kept while payments fail. */
    graceEndsAt: string().optional(),
    /** When it took the longer trial of the alpha programme, which it can once. */
    alphaClaimedAt: string().optional(),
    /** When it left the programme; missing while it is in it. */
    alphaLeftAt: string().optional(),
    /** In which its days are counted; `core/insight/analytics/days.ts` says which where it has chosen none. */
    timeZone: string().optional(),
    /** What the plan limits, counted in the transactions that create and delete. */
    /** All bots; `liveBotCount` those that are on the air. */
    botCount: number().default(0),
    liveBotCount: number().default(0),
    documentCount: number().default(0),
    /** The owner and active members. */
    memberCount: number().default(1),
    reportScheduleCount: number().default(0),
    apiKeyCount: number().default(0),
    /** Grows with each of these changes: who counts anew sees whether something was taken or given back meanwhile. */
    placeChanges: number().optional(),
    /** Bots that its owner wants to keep on the air where a smaller plan has no room for all, the dearest first. */
    keptBots: list(string()).optional(),
    /** Its owner has asked for its deletion: until `deletesAt` that can be undone. */
    deletionRequestedAt: string().optional(),
    deletesAt: string().optional(),
    /** When the owner was mailed of it. */
    deletionToldAt: string().optional(),
    /** Its erasing has begun. */
    isPurged: boolean().optional(),
    createdAt: string(),
    updatedAt: string(),
  }),
  computeKey: ({ accountId }) => ({ pk: accountPartition(accountId), sk: 'ACCOUNT' }),
});
export type StoredAccount = FormattedItem<typeof AccountEntity>;

/** A person: found by their user id, since a token says no more. */
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
    /** Their own account, where it is not the one with their user id: that has another owner now. */
    homeAccountId: string().optional(),
    bannedAt: string().optional(),
    /** The reason of the ban, which the person is told. */
    banReason: string().optional(),
    /** Day (UTC) on which the person last opened the application. */
    lastSeen: string().optional(),
    /** The channels of each kind of notification, where the person has chosen. */
    notifications: any().castAs<NotificationChoices>().optional(),
    /** Seconds since 1970. Sessions from before have ended: by a new password, or since the person wanted it. */
    sessionsSince: number().optional(),
    /** The session of before that goes on nevertheless: from it the person has ended all others. */
    keptSession: string().optional(),
    /** Seconds since 1970: when they proved that they may have a new address of mail. */
    createdAt: string(),
    updatedAt: string(),
  }),
  computeKey: ({ userId }) => ({ pk: `USER#${userId}`, sk: 'PROFILE' }),
});
export type StoredProfile = FormattedItem<typeof ProfileEntity>;

/** The user of an e-mail address. */
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
    /** Missing of an owner, who is always active. */
    status: string().enum('active', 'suspended').optional(),
    /** Not by a person, but since the plan has no place for them: they come back with a larger one. */
    suspendedByPlan: boolean().optional(),
    invitedAt: string().optional(),
    createdAt: string(),
    updatedAt: string().optional(),
    gsi1pk: string(),
    gsi1sk: string(),
  }),
  computeKey: ({ accountId, userId }) => ({ pk: accountPartition(accountId), sk: `MEMBER#${userId}` }),
});

export type StoredMembership = FormattedItem<typeof MembershipEntity>;

/** The index attributes of a membership. */
export function membershipIndex(userId: string, accountId: string) {
  return { gsi1pk: `USER#${userId}`, gsi1sk: `MEMBER#${accountId}` };
}
