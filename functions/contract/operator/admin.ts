import * as z from 'zod';
import { Currency, SubscriptionStatus } from '../accounts/billing';
import { PlanId } from '../accounts/plan-id';
import { PlanStanding } from '../accounts/plan-standing';
import { Language } from '../accounts/profile';
import { Usage } from '../accounts/usage';
import { Cursor } from '../base/cursor';
import { AccountId, BotId, UserId } from '../base/ids';
import { ProfileRole, TeamRole } from '../base/roles';
import { Line, Lines, List, Text } from '../base/text';
import { BotStatus } from '../bots/bot-states';
import { ContactCategory, ContactPriority } from '../site/contact';
import { FeedbackType, SubmissionAnswer, SubmissionKind, SubmissionStatus } from '../site/feedback';

/** What is written into the activity log: what administrators do, and what accounts do that they want to know. */
export const AdminAction = z.enum([
  'dashboard_accessed',
  'user_promoted',
  'user_demoted',
  'user_banned',
  'user_unbanned',
  'settings_changed',
  'error_resolved',
  'error_ignored',
  'error_reopened',
  'submission_answered',
  'submission_closed',
  'submission_reopened',
  'messages_redriven',
  'subscription_canceled',
  'subscription_reactivated',
  'payment_refunded',
  'subscription_created',
  'bot_deleted',
]);
export type AdminAction = z.infer<typeof AdminAction>;

export const AdminLogEntry = z.object({
  id: z.string(),
  action: AdminAction,
  at: z.iso.datetime(),
  /** The administrator who did it, or the account. */
  actor: z.object({ id: z.string(), name: z.string() }),
  /** Whom or what it was done to. */
  subject: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** What was said with it, as the reason of a ban. */
  note: z.string().nullable(),
});
export type AdminLogEntry = z.infer<typeof AdminLogEntry>;

export const AdminLogPage = z.object({ items: z.array(AdminLogEntry), cursor: z.string().nullable() });
export type AdminLogPage = z.infer<typeof AdminLogPage>;
export const AdminLogQuery = Cursor.extend({ action: AdminAction.optional() });

/** How long a user counts as active after they were last seen. */
export const ACTIVE_DAYS = 30;

export const UserStatus = z.enum(['active', 'inactive', 'banned']);
export type UserStatus = z.infer<typeof UserStatus>;

export const AdminUser = z.object({
  id: UserId,
  email: z.string(),
  name: z.string(),
  company: z.string().nullable(),
  role: ProfileRole,
  status: UserStatus,
  banReason: z.string().nullable(),
  bannedAt: z.iso.datetime().nullable(),
  /** Day (UTC) on which they were last seen; null of a person who was not seen since this is noted. */
  lastSeen: z.iso.date().nullable(),
  createdAt: z.iso.datetime(),
});
export type AdminUser = z.infer<typeof AdminUser>;

export const AdminUserPage = z.object({ items: z.array(AdminUser), cursor: z.string().nullable() });
export type AdminUserPage = z.infer<typeof AdminUserPage>;
/** `search` is the beginning of an address, of its part behind the @, or of a word of a name. */
export const AdminUserQuery = Cursor.extend({ search: Text(254).optional() });

export const BAN_REASON = { min: 3, max: 300 } as const;
export const ActOnUser = z.discriminatedUnion('action', [
  z.object({ action: z.literal('promote') }),
  z.object({ action: z.literal('demote') }),
  z.object({ action: z.literal('ban'), reason: Line(BAN_REASON) }),
  z.object({ action: z.literal('unban') }),
]);
export type ActOnUser = z.infer<typeof ActOnUser>;

export const AdminSubscription = z.object({
  accountId: AccountId,
  accountName: z.string(),
  owner: z.object({ id: UserId, email: z.string(), name: z.string() }).nullable(),
  plan: PlanId,
  status: SubscriptionStatus,
  standing: PlanStanding,
  createdAt: z.iso.datetime(),
});
export type AdminSubscription = z.infer<typeof AdminSubscription>;

export const AdminSubscriptionPage = z.object({
  items: z.array(AdminSubscription),
  cursor: z.string().nullable(),
});
export type AdminSubscriptionPage = z.infer<typeof AdminSubscriptionPage>;
export const AdminSubscriptionQuery = Cursor.extend({
  plan: PlanId.optional(),
  status: SubscriptionStatus.optional(),
  /** The beginning of the owner's address, of its part behind the @, or of a word of the owner's name or company. */
  search: Text(254).optional(),
});

/** One customer. */
export const AdminAccount = z.object({
  subscription: AdminSubscription,
  /** Of Stripe; null where nobody has begun to pay. */
  customerId: z.string().nullable(),
  people: z.array(
    z.object({
      id: UserId,
      name: z.string(),
      email: z.string(),
      role: TeamRole,
      status: z.enum(['active', 'suspended']),
    }),
  ),
  usage: Usage,
  botCount: z.int().nonnegative(),
  bots: z.array(z.object({ id: BotId, name: z.string(), status: BotStatus, documents: z.int() })),
  /** What it did, and what administrators did with it lately, the newest first. */
  log: z.array(AdminLogEntry),
});
export type AdminAccount = z.infer<typeof AdminAccount>;

/** Why a subscription was ended, or money was given back. */
export const ACT_REASON = { min: 1, max: 300 } as const;

/** Ends a subscription, takes that back, or gives back what was paid for an invoice. */
export const ActOnSubscription = z.discriminatedUnion('action', [
  z.object({ action: z.literal('cancel'), at: z.enum(['period_end', 'now']), reason: Line(ACT_REASON) }),
  z.object({ action: z.literal('reactivate') }),
  z.object({
    action: z.literal('refund'),
    invoiceId: Text(255).min(1),
    /** Cents. */
    amount: z.int().min(1).max(100_000_000),
    /** What had been given back of the invoice when the refund was decided: a call that is repeated refunds once. */
    refunded: z.int().min(0),
    reason: Line(ACT_REASON),
  }),
]);
export type ActOnSubscription = z.infer<typeof ActOnSubscription>;

/** Changes the status of a group of errors. */
export const ActOnClientError = z.object({ action: z.enum(['resolve', 'ignore', 'reopen']) });
export type ActOnClientError = z.infer<typeof ActOnClientError>;

export const Submission = z.object({
  id: z.string(),
  kind: SubmissionKind,
  reference: z.string(),
  status: SubmissionStatus,
  receivedAt: z.iso.datetime(),
  message: z.string(),
  /** Null where the sender left no address. */
  email: z.string().nullable(),
  /** They were signed in: they read the answer in the dashboard, also without an address. */
  isUser: z.boolean(),
  /** Oldest first. */
  answers: z.array(SubmissionAnswer),
  /** Of feedback. */
  feedback: z.object({ type: FeedbackType, rating: z.int().min(1).max(5), page: z.string() }).nullable(),
  /** Of a message. */
  contact: z
    .object({
      name: z.string(),
      subject: z.string(),
      category: ContactCategory,
      priority: ContactPriority,
      language: Language,
    })
    .nullable(),
});
export type Submission = z.infer<typeof Submission>;

export const SubmissionPage = z.object({ items: z.array(Submission), cursor: z.string().nullable() });
export type SubmissionPage = z.infer<typeof SubmissionPage>;
export const SubmissionQuery = Cursor.extend({
  kind: SubmissionKind.default('feedback'),
  status: SubmissionStatus.optional(),
});

export const ANSWER_LENGTH = 5_000;
/** Answers to one message. */
export const MOST_ANSWERS = 20;
/**
 * Answering mails the text to the sender, or tells them in the dashboard where they left no address; repeated with the same
 * text it does nothing again.
 */
export const ActOnSubmission = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('answer'),
    text: Lines({ min: 1, max: ANSWER_LENGTH }),
    /** In which the mail's own words are. */
    language: Language,
  }),
  z.object({ action: z.literal('read') }),
  z.object({ action: z.literal('close') }),
  z.object({ action: z.literal('reopen') }),
]);
export type ActOnSubmission = z.infer<typeof ActOnSubmission>;

/** What the platform counts as it happens. */
export const PLATFORM_METRICS = [
  'users',
  'accounts',
  'bots',
  'documents',
  'conversations',
  'messages',
] as const;
export type PlatformMetric = (typeof PLATFORM_METRICS)[number];
const Counts = z.object({
  users: z.int(),
  accounts: z.int(),
  bots: z.int(),
  documents: z.int(),
  conversations: z.int(),
  messages: z.int(),
});

export const DeadLetterQueue = z.object({
  name: z.string(),
  messages: z.int().nonnegative(),
  /** Messages that wait to be worked on. */
  waiting: z.int().nonnegative(),
});
export type DeadLetterQueue = z.infer<typeof DeadLetterQueue>;
export const DeadLetterQueueList = z.object({ items: z.array(DeadLetterQueue) });

export const DeadLetter = z.object({
  id: z.string(),
  sentAt: z.iso.datetime(),
  /** Whose work it is. */
  group: z.string().nullable(),
  body: z.string(),
});
export type DeadLetter = z.infer<typeof DeadLetter>;
export const DeadLetterList = z.object({ items: z.array(DeadLetter) });

/** Sends messages back to be worked on again: those with these ids, or as many as one call bears. */
export const RedriveMessages = z.object({ ids: List(z.array(Text(100)).max(50), 50).optional() });
export type RedriveMessages = z.infer<typeof RedriveMessages>;
export const Redriven = z.object({ sent: z.int().nonnegative() });

/** What the daily comparison of all accounts mends; the last two it only tells. */
export const RECONCILED = [
  'listingsRestored',
  'accountsErased',
  'botsErased',
  'erasuresFinished',
  'listingsRemoved',
  'documentsEnded',
  'filesErased',
  'filesBroughtBack',
  'segmentsRenewed',
  'countersCorrected',
  'subscriptionsCorrected',
  'filesMissing',
  'filesUnknown',
] as const;
export type Reconciled = (typeof RECONCILED)[number];

/** A run of it. `failed`: accounts of which something could not be looked at or mended. */
export const Reconciliation = z.object({
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  accounts: z.int().nonnegative(),
  failed: z.int().nonnegative(),
  found: z.partialRecord(z.enum(RECONCILED), z.int().positive()),
});
export type Reconciliation = z.infer<typeof Reconciliation>;

export const PlatformDashboard = z.object({
  totals: Counts,
  /** The last thirty days (UTC), oldest first: what came new on each. */
  days: z.array(z.object({ day: z.iso.date(), counts: Counts })),
  /** What the thirty days before those brought new, together. */
  before: Counts,
  /** Of a month, from all that is paid for now; partial where there are too many to be summed at once. */
  revenue: z.object({
    monthly: z.array(z.object({ currency: Currency, cents: z.int(), accounts: z.int() })),
    isPartial: z.boolean(),
  }),
  health: z.object({
    /** The newest; null before the first. */
    reconciliation: Reconciliation.nullable(),
    /** Of the regular checks of the last 24 hours; null where none ran. */
    checks: z.object({ ran: z.int(), failed: z.int(), day: z.iso.date() }).nullable(),
    /** Whether models may be called, and what they cost today in US dollars. */
    models: z.object({ isOn: z.boolean(), spentUsd: z.number() }),
    queues: z.array(DeadLetterQueue),
    /** Groups of browsers' errors that are open and were seen in the last 24 hours, at most fifty. */
    recentErrors: z.int().nonnegative(),
  }),
  activity: z.array(AdminLogEntry),
});
export type PlatformDashboard = z.infer<typeof PlatformDashboard>;
