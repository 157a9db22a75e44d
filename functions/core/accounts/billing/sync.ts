import { $add, $remove, UpdateItemCommand, UpdateTransaction } from 'dynamodb-toolbox';
import {
  BillingInterval,
  Currency,
  GRACE_DAYS,
  PaidPlan,
  SubscriptionStatus,
} from '#contract/accounts/billing';
import type { AccountId } from '#contract/base/ids';
import { addSeconds, type Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { logger } from '#platform/logger';
import type { Stripe } from '#platform/payments';
import { transact } from '#platform/table-writes';
import { AccountEntity } from '../entity';
import { beginPaidYear, discountOf } from './early-adopter';
import { endingOf } from './ending';
import { type StoredSubscription, SubscriptionEntity } from './entity';
import { endDoubled, holds, subscriptionsOf } from './one-subscription';

export interface BillingDeps {
  readonly clock: Clock;
  readonly stripe: Stripe;
}

class LaterReading extends Error {}

/**
 * Makes an account what Stripe says that it has paid for. It reads Stripe anew instead of trusting an event, so events
 * may come late, twice and in any order. Of several readings at once the one that began last is written: it has seen
 * what the others have. One that dies before it has written is followed by another delivery of its event.
 *
 * @returns false where a later reading has begun, which then writes.
 */
export async function syncSubscription(
  { clock, stripe }: BillingDeps,
  accountId: AccountId,
): Promise<boolean> {
  const { Attributes: begun } = await SubscriptionEntity.build(UpdateItemCommand)
    .item({ accountId, readings: $add(1) })
    .options({ condition: { attr: 'customerId', exists: true }, returnValues: 'ALL_NEW' })
    .send();
  const { readings = 0, customerId, subscriptionId: formerId, pastDueSince } = begun ?? {};
  if (customerId === undefined) return true;
  let all = await subscriptionsOf(stripe, String(customerId));
  const now = clock();
  if (await endDoubled(stripe, accountId, all)) all = await subscriptionsOf(stripe, String(customerId));
  const [holding] = all.filter(holds);
  if (holding && (await beginPaidYear(stripe, now, holding)))
    all = await subscriptionsOf(stripe, String(customerId));
  const current = currentOf(all);
  const at = now.toISOString();
  const known = asText(pastDueSince) ?? at;
  // A checkout that was begun only: what the account had before it holds.
  if (!current && formerId === undefined) return true;
  const state = current
    ? stateOf(current, current.status === 'past_due' ? await unpaidSince(stripe, current, known) : undefined)
    : ENDED;
  const isKept = state.status === 'active' || state.status === 'trialing' || isInGrace(state, now);
  try {
    await transact(
      {
        write: SubscriptionEntity.build(UpdateTransaction)
          .item({ accountId, ...written(state), updatedAt: at })
          .options({ condition: { attr: 'readings', eq: Number(readings) } }),
        refused: () => new LaterReading(),
      },
      {
        write: AccountEntity.build(UpdateTransaction)
          .item({
            accountId,
            plan: isKept && state.plan ? state.plan : 'free',
            subscriptionStatus: state.status,
            trialEndsAt: state.trialEnd ?? $remove(),
            isSubscribed: state.status === 'canceled' ? $remove() : true,
            graceEndsAt: graceUntil(state)?.toISOString() ?? $remove(),
            updatedAt: at,
          })
          .options({ condition: { attr: 'ownerId', exists: true } }),
        refused: () => new Error('There is no such account.'),
      },
    );
  } catch (error) {
    if (!(error instanceof LaterReading)) throw error;
    logger.info('A later reading of the subscription has begun.', { accountId });
    return false;
  }
  return true;
}

/**
 * Reads until this caller's reading is written: one that began later, for an event of the same change, may not have
 * written yet, and the caller is to see what they did.
 */
export async function syncAfterChange(deps: BillingDeps, accountId: AccountId): Promise<void> {
  for (let times = 0; times < 5; times += 1) if (await syncSubscription(deps, accountId)) return;
}

/** While the card is tried again the plan is kept, so that visitors notice nothing of a card that has expired. */
export function graceUntil({ status, pastDueSince }: Pick<State, 'status' | 'pastDueSince'>): Date | null {
  return status === 'past_due' && pastDueSince !== undefined
    ? addSeconds(new Date(pastDueSince), GRACE_DAYS * 86_400)
    : null;
}

function isInGrace(state: State, now: Date): boolean {
  const until = graceUntil(state);
  return until !== null && until > now;
}

type State = Pick<
  StoredSubscription,
  | 'subscriptionId'
  | 'plan'
  | 'interval'
  | 'currency'
  | 'periodStart'
  | 'periodEnd'
  | 'endsAt'
  | 'discountPercent'
  | 'discountEndsAt'
  | 'isEarlyAdopter'
  | 'trialEnd'
  | 'pastDueSince'
  | 'pendingPlan'
  | 'pendingInterval'
  | 'pendingUntil'
  | 'pendingUrl'
  | 'endedAt'
  | 'endedBecause'
  | 'startedAt'
> & { readonly status: SubscriptionStatus };

const ENDED: State = { status: 'canceled' };

/** The one that holds; where none does, the newest that did. Stripe lists the newest first. */
function currentOf(all: readonly Stripe.Subscription[]): Stripe.Subscription | undefined {
  return all.find(holds) ?? all.find(({ status }) => status === 'canceled');
}

/**
 * Since when payments fail: since the oldest invoice that is open was made. The time of a reading would give more days of
 * grace the later an event comes. Where nothing is open any more, what was known before holds.
 */
async function unpaidSince(
  stripe: Stripe,
  { id, customer }: Stripe.Subscription,
  known: string,
): Promise<string> {
  const { data } = await stripe.invoices.list({
    customer: typeof customer === 'string' ? customer : customer.id,
    subscription: id,
    status: 'open',
    limit: 100,
  });
  return data.length > 0 ? iso(Math.min(...data.map(({ created }) => created))) : known;
}

function stateOf(subscription: Stripe.Subscription, pastDueSince: string | undefined): State {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`The subscription ${subscription.id} has no item.`);
  const status = SubscriptionStatus.catch('canceled').parse(subscription.status);
  const ending = endingOf(subscription);
  const invoice = typeof subscription.latest_invoice === 'object' ? subscription.latest_invoice : null;
  return {
    subscriptionId: subscription.id,
    plan: planOf(item),
    interval: BillingInterval.parse(item.price.recurring?.interval),
    currency: Currency.parse(subscription.currency),
    status,
    periodStart: iso(item.current_period_start),
    periodEnd: iso(item.current_period_end),
    ...(ending !== null && { endsAt: iso(ending) }),
    ...discountOf(subscription),
    ...(subscription.trial_end !== null &&
      status === 'trialing' && { trialEnd: iso(subscription.trial_end) }),
    ...(pastDueSince !== undefined && { pastDueSince }),
    ...(status === 'canceled' && endOf(subscription)),
    ...(status !== 'canceled' && pendingOf(subscription, invoice)),
    startedAt: iso(subscription.created),
  };
}

/** A subscription that somebody made at Stripe by hand may be to a price that is none of ours. */
export function planOf({ price }: Pick<Stripe.SubscriptionItem, 'price'>): PaidPlan {
  const plan = PaidPlan.safeParse(price.metadata.plan);
  if (!plan.success) throw new ParleyError('billing.subscription_plan_invalid', { cause: plan.error });
  return plan.data;
}

/** A change that the card did not pay by itself: its bank wants to hear from its holder, or it was declined. */
function pendingOf({ pending_update: pending }: Stripe.Subscription, invoice: Stripe.Invoice | null) {
  const [item] = pending?.subscription_items ?? [];
  const plan = PaidPlan.safeParse(item?.price.metadata.plan).data;
  if (!pending || !item || plan === undefined) return {};
  const url = invoice?.status === 'open' ? invoice.hosted_invoice_url : undefined;
  return {
    pendingPlan: plan,
    pendingInterval: BillingInterval.parse(item.price.recurring?.interval),
    pendingUntil: iso(pending.expires_at),
    ...(url && { pendingUrl: url }),
  };
}

/** Only what Stripe was asked for counts as canceled; else its last try of the card has failed. */
function endOf({ ended_at, cancellation_details, created }: Stripe.Subscription) {
  const isAsked = (cancellation_details?.reason ?? 'cancellation_requested') === 'cancellation_requested';
  return {
    endedAt: iso(ended_at ?? created),
    endedBecause: isAsked ? ('canceled' as const) : ('payment_failed' as const),
  };
}

/** Every attribute, so that what is no more is removed. */
function written(state: State) {
  return {
    status: state.status,
    subscriptionId: state.subscriptionId ?? $remove(),
    plan: state.plan ?? $remove(),
    interval: state.interval ?? $remove(),
    // Whoever has paid in one goes on in it: Stripe refuses a customer another.
    ...(state.currency && { currency: state.currency }),
    periodStart: state.periodStart ?? $remove(),
    periodEnd: state.periodEnd ?? $remove(),
    endsAt: state.endsAt ?? $remove(),
    discountPercent: state.discountPercent ?? $remove(),
    discountEndsAt: state.discountEndsAt ?? $remove(),
    isEarlyAdopter: state.isEarlyAdopter ?? $remove(),
    trialEnd: state.trialEnd ?? $remove(),
    pastDueSince: state.pastDueSince ?? $remove(),
    pendingPlan: state.pendingPlan ?? $remove(),
    pendingInterval: state.pendingInterval ?? $remove(),
    pendingUntil: state.pendingUntil ?? $remove(),
    pendingUrl: state.pendingUrl ?? $remove(),
    endedAt: state.endedAt ?? $remove(),
    endedBecause: state.endedBecause ?? $remove(),
    startedAt: state.startedAt ?? $remove(),
  };
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function iso(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}
