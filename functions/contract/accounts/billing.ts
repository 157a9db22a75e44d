import * as z from 'zod';
import { UserId } from '../base/ids';
import { Line, Text, WebAddress } from '../base/text';
import { PlanId } from './plan-id';
import { PlanStanding } from './plan-standing';

/** Plans that are paid for. */
export const PaidPlan = PlanId.exclude(['free']);
export type PaidPlan = z.infer<typeof PaidPlan>;

export const BillingInterval = z.enum(['month', 'year']);
export type BillingInterval = z.infer<typeof BillingInterval>;

/** The figures are the same in both; who pays in which: `currency.ts`. */
export const Currency = z.enum(['eur', 'usd']);
export type Currency = z.infer<typeof Currency>;

export const SubscriptionStatus = z.enum([
  'trialing',
  'active',
  'incomplete',
  'past_due',
  'canceled',
  'unpaid',
]);
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

/** Days that a plan is kept after a payment has failed, while the card is tried again. */
export const GRACE_DAYS = 14;

/** Of Stripe. */
const PriceId = Text(255).min(1);
const StripeSubscriptionId = Text(255).min(1);

export const Price = z.object({
  id: PriceId,
  plan: PaidPlan,
  interval: BillingInterval,
  currency: Currency,
  /** Of one interval, in cents. */
  amount: z.number().int().nonnegative(),
});
export type Price = z.infer<typeof Price>;

/** A subscription as Stripe has it. */
export const Subscription = z.object({
  id: StripeSubscriptionId,
  user_id: UserId,
  plan_id: PaidPlan,
  stripe_subscription_id: StripeSubscriptionId,
  status: SubscriptionStatus,
  current_period_start: z.iso.datetime(),
  current_period_end: z.iso.datetime(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  interval: BillingInterval,
  currency: Currency,
  /** When it ends, where somebody canceled it. */
  ends_at: z.iso.datetime().nullable(),
  trial_end: z.iso.datetime().nullable(),
  /** Since a payment failed: until when the plan is kept. */
  grace_until: z.iso.datetime().nullable(),
});
export type Subscription = z.infer<typeof Subscription>;

/** A change of plan that holds when its invoice is paid; nobody paid it in time: then nothing changes. */
export const PendingChange = z.object({
  plan: PaidPlan,
  interval: BillingInterval,
  until: z.iso.datetime(),
  /** The page of the invoice, where the payment is confirmed or another card taken. */
  url: z.string().nullable(),
});
export type PendingChange = z.infer<typeof PendingChange>;

export const Billing = z.object({
  /** That holds now. */
  plan: PlanId,
  standing: PlanStanding,
  /** Of the trial, or of the free plan a month that means nothing. */
  periodEnd: z.iso.datetime(),
  /** Null of an account that has never paid, and of one whose subscription has ended. */
  subscription: Subscription.nullable(),
  pendingChange: PendingChange.nullable(),
  /** In which the account has begun to pay, and goes on; null of one that never has. */
  currency: Currency.nullable(),
  prices: z.array(Price),
  /** Whether a checkout would begin with what is left of the trial. */
  trialDaysLeft: z.number().int().nonnegative(),
  /** Whether a first subscription would cost less in its first paid year: by the alpha programme. */
  earlyAdopter: z.boolean(),
});
export type Billing = z.infer<typeof Billing>;

export const InvoiceStatus = z.enum(['draft', 'open', 'paid', 'void', 'uncollectible']);
export type InvoiceStatus = z.infer<typeof InvoiceStatus>;

/** What an invoice asks for. */
export const InvoiceLine = z.object({
  /** Null of what is none of our plans; then its words say what it is. */
  plan: PaidPlan.nullable(),
  description: z.string(),
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  /** Cents before discounts; negative: unused time that comes off. */
  amount: z.number().int(),
});
export type InvoiceLine = z.infer<typeof InvoiceLine>;

export const Invoice = z.object({
  id: z.string(),
  number: z.string().nullable(),
  at: z.iso.datetime(),
  status: InvoiceStatus,
  currency: z.string(),
  /** Cents. */
  total: z.number().int(),
  /** Cents that were paid, and that were given back since. */
  paid: z.number().int(),
  refunded: z.number().int(),
  lines: z.array(InvoiceLine),
  /** Its page, where an open one is paid; none of an open one that nobody is to pay any more. */
  url: z.string().nullable(),
  pdf: z.string().nullable(),
});
export type Invoice = z.infer<typeof Invoice>;

export const InvoiceList = z.object({ invoices: z.array(Invoice) });
export type InvoiceList = z.infer<typeof InvoiceList>;

/** What pays: a card, or another kind of which Stripe tells no more than its name. */
export const PaymentMethod = z.object({
  type: z.string(),
  card: z
    .object({ brand: z.string(), last4: z.string(), month: z.number().int(), year: z.number().int() })
    .nullable(),
});
export type PaymentMethod = z.infer<typeof PaymentMethod>;

export const NextPayment = z.object({
  at: z.iso.datetime(),
  currency: z.string(),
  /** Cents with discounts and tax, and those of them that credit pays. */
  total: z.number().int(),
  credit: z.number().int().nonnegative(),
});
export type NextPayment = z.infer<typeof NextPayment>;

const AddressLine = Line({ max: 200 });
/** To whom invoices go, as they name the customer. */
export const BillingDetails = z.object({
  name: AddressLine,
  email: z.string(),
  line1: AddressLine,
  line2: AddressLine,
  postalCode: AddressLine,
  city: AddressLine,
  /** ISO 3166, two letters; empty where none was given. */
  country: z.string(),
  /** VAT number or its like; which kind it is says the country. */
  taxId: z.string(),
});
export type BillingDetails = z.infer<typeof BillingDetails>;

/** What Stripe alone knows of an account's payments; null is what there is not. */
export const Payment = z.object({
  next: NextPayment.nullable(),
  method: PaymentMethod.nullable(),
  /** Cents that pay the next invoices. */
  credit: z.object({ amount: z.number().int().positive(), currency: z.string() }).nullable(),
  details: BillingDetails.nullable(),
});
export type Payment = z.infer<typeof Payment>;

const Wanted = Line({ min: 1, max: 200 });
export const UpdateBillingDetails = BillingDetails.omit({ email: true }).extend({
  name: Wanted,
  line1: Wanted,
  postalCode: Line({ max: 20 }),
  city: Wanted,
  country: Text(2).regex(/^[A-Z]{2}$/),
  taxId: Line({ max: 30 }),
});
export type UpdateBillingDetails = z.infer<typeof UpdateBillingDetails>;

/** Plans that a trial may be of. */
export const TriedPlan = PaidPlan.exclude(['enterprise']);
export type TriedPlan = z.infer<typeof TriedPlan>;
export const TryPlan = z.object({ plan: TriedPlan });

export const CreateCheckoutSession = z.object({
  priceId: PriceId,
  userId: UserId,
  userEmail: Text(254),
  successUrl: WebAddress(1_000),
  cancelUrl: WebAddress(1_000),
});
export type CreateCheckoutSession = z.infer<typeof CreateCheckoutSession>;

export const CreatePortalSession = z.object({ userId: UserId, returnUrl: WebAddress(1_000) });
export type CreatePortalSession = z.infer<typeof CreatePortalSession>;

export const GetBillingHistory = z.object({ userId: UserId });
export type GetBillingHistory = z.infer<typeof GetBillingHistory>;

export const CancelSubscription = z.object({ subscriptionId: StripeSubscriptionId, userId: UserId });
export type CancelSubscription = z.infer<typeof CancelSubscription>;

export const ChangePlan = z.object({ priceId: PriceId });
export type ChangePlan = z.infer<typeof ChangePlan>;

/** What a change to another price costs now. */
export const PlanChange = z.object({
  currency: Currency,
  /** Cents that are paid at once; negative: credited with the next invoices. */
  total: z.number().int(),
  /** Cents of it that former credit pays. */
  credit: z.number().int().nonnegative(),
  /** When the new price is due next, or for the first time after a trial. */
  renewsAt: z.iso.datetime(),
  /** Of the unused time, and of the new plan until the period's end. */
  lines: z.array(z.object({ description: z.string(), amount: z.number().int() })),
});
export type PlanChange = z.infer<typeof PlanChange>;

export const HostedPage = z.object({ url: z.string() });
export type HostedPage = z.infer<typeof HostedPage>;
