import { boolean, Entity, type FormattedItem, item, number, string } from 'dynamodb-toolbox';
import { table } from '#platform/table';
import { accountPartition } from '../entity';

/** What an account has with Stripe, as it was when it was last read there. */
export const SubscriptionEntity = new Entity({
  name: 'Subscription',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    /** Of Stripe. */
    customerId: string(),
    /**
     * How often reading it was begun. What was read is written only while no later reading has begun: so the newest one
     * wins, whatever order their answers come in.
     */
    readings: number().default(0),
    subscriptionId: string().optional(),
    plan: string().enum('starter', 'professional', 'enterprise').optional(),
    interval: string().enum('month', 'year').optional(),
    currency: string().enum('eur', 'usd').optional(),
    status: string().enum('trialing', 'active', 'incomplete', 'past_due', 'canceled', 'unpaid').optional(),
    periodStart: string().optional(),
    periodEnd: string().optional(),
    /** When it ends: somebody canceled it. */
    endsAt: string().optional(),
    /** What comes off every invoice, and until when; without an end for good. */
    discountPercent: number().optional(),
    discountEndsAt: string().optional(),
    isEarlyAdopter: boolean().optional(),
    trialEnd: string().optional(),
    /** Since when payments fail. */
    pastDueSince: string().optional(),
    /** A change that waits for its payment: what to, until when, and the page where it is paid. */
    pendingPlan: string().enum('starter', 'professional', 'enterprise').optional(),
    pendingInterval: string().enum('month', 'year').optional(),
    pendingUntil: string().optional(),
    pendingUrl: string().optional(),
    /** Of one that has ended: when, and why. */
    endedAt: string().optional(),
    endedBecause: string().enum('canceled', 'payment_failed').optional(),
    startedAt: string().optional(),
    createdAt: string(),
    updatedAt: string(),
  }),
  computeKey: ({ accountId }) => ({ pk: accountPartition(accountId), sk: 'SUBSCRIPTION' }),
});
export type StoredSubscription = FormattedItem<typeof SubscriptionEntity>;
