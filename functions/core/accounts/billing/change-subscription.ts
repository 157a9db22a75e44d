import {
  type Billing,
  type BillingInterval,
  type CancelSubscription,
  Currency,
  type PlanChange,
} from '#contract/accounts/billing';
import type { Actor } from '#platform/actor';
import { ParleyError } from '#platform/errors';
import { logger } from '#platform/logger';
import { assertKept, loadAccount } from '../plan';
import { getBilling } from './billing';
import { assertOwn, priceOf } from './checkout';
import { findSubscription } from './customer';
import { takeBackEnding } from './ending';
import type { StoredSubscription } from './entity';
import { failing } from './failing';
import { type BillingDeps, planOf, syncAfterChange } from './sync';

type Running = StoredSubscription & { readonly subscriptionId: string };

/** Lets it end with its period: what was paid for is kept. */
export async function cancelSubscription(
  deps: BillingDeps,
  actor: Actor,
  { subscriptionId, userId }: CancelSubscription,
): Promise<Billing> {
  assertOwn(actor, userId);
  const running = await runningOf(actor);
  // Of another account, or one that has ended: for the caller there is none.
  if (running.subscriptionId !== subscriptionId) throw new ParleyError('billing.no_subscription');
  if (running.endsAt !== undefined) return getBilling(deps.clock, actor);
  return changed(deps, actor, 'billing.cancel_failed', () =>
    deps.stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true }),
  );
}

export async function reactivateSubscription(deps: BillingDeps, actor: Actor): Promise<Billing> {
  assertKept(await loadAccount(actor.accountId));
  const { subscriptionId } = await runningOf(actor);
  return changed(deps, actor, 'billing.change_failed', () => takeBackEnding(deps.stripe, subscriptionId));
}

/** What a change would cost at this moment. */
export async function previewPlanChange(
  { clock, stripe }: BillingDeps,
  actor: Actor,
  priceId: string,
): Promise<PlanChange> {
  const running = await runningOf(actor);
  const { items, renewsAt } = await orderOf({ clock, stripe }, running, priceId);
  const preview = await failing('billing.change_failed', () =>
    stripe.invoices.createPreview({
      customer: running.customerId,
      subscription: running.subscriptionId,
      subscription_details: { items, proration_behavior: 'always_invoice' },
    }),
  );
  return {
    currency: Currency.parse(preview.currency),
    total: preview.total,
    credit: Math.max(0, preview.total - preview.amount_due),
    renewsAt,
    lines: preview.lines.data.map(({ description, amount, discount_amounts: off }) => ({
      description: description ?? '',
      amount: (off ?? []).reduce((left, discount) => left - discount.amount, amount),
    })),
  };
}

/**
 * Changes at once: what is left of the old plan is set off against the new one. What the card does not pay by itself,
 * since its bank wants to hear from its holder or declines, waits to be paid on the page of its invoice.
 */
export async function changePlan(deps: BillingDeps, actor: Actor, priceId: string): Promise<Billing> {
  assertKept(await loadAccount(actor.accountId));
  const running = await runningOf(actor);
  const { items } = await orderOf(deps, running, priceId);
  const billing = await changed(deps, actor, 'billing.change_failed', () =>
    deps.stripe.subscriptions.update(running.subscriptionId, {
      items,
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
    }),
  );
  // Stripe takes no other change in the same call, and it would not wait.
  if (billing.pendingChange || !billing.subscription?.ends_at) return billing;
  try {
    return await reactivateSubscription(deps, actor);
  } catch (error) {
    logger.error('A changed subscription still ends with its period.', {
      accountId: actor.accountId,
      error: error instanceof Error ? error : String(error),
    });
    return billing;
  }
}

async function changed(
  deps: BillingDeps,
  actor: Actor,
  code: 'billing.cancel_failed' | 'billing.change_failed',
  change: () => Promise<unknown>,
): Promise<Billing> {
  const { accountId } = actor;
  await failing(code, change);
  // It is done. Where it can't be read, its event has it read again; nobody is told that it failed.
  await syncAfterChange(deps, accountId).catch((error: unknown) =>
    logger.error('A changed subscription could not be read.', {
      accountId,
      error: error instanceof Error ? error : String(error),
    }),
  );
  return getBilling(deps.clock, actor);
}

async function runningOf({ accountId }: Pick<Actor, 'accountId'>): Promise<Running> {
  const stored = await findSubscription(accountId);
  const { subscriptionId, status } = stored ?? {};
  if (!stored || !subscriptionId || status === 'canceled') throw new ParleyError('billing.no_subscription');
  return { ...stored, subscriptionId };
}

/**
 * The item with its new price, and when that is due next. Stripe is asked how the subscription stands: what is left of a period that nobody has
 * paid for would be set off as a credit, so its invoice is paid first.
 */
async function orderOf(
  { clock, stripe }: BillingDeps,
  { subscriptionId }: Running,
  priceId: string,
): Promise<{ readonly items: [{ id: string; price: string }]; readonly renewsAt: string }> {
  const [price, { status, currency, items }] = await failing('billing.change_failed', () =>
    Promise.all([priceOf(stripe, priceId), stripe.subscriptions.retrieve(subscriptionId)]),
  );
  if (status !== 'active' && status !== 'trialing') throw new ParleyError('billing.payment_due');
  // A subscription keeps the currency that it began with.
  if (price.currency !== currency) throw new ParleyError('billing.plan_invalid');
  const [item] = items.data;
  if (!item) throw new Error(`The subscription ${subscriptionId} has no item.`);
  planOf(item);
  // Another interval begins a new period at once, but for a trial, which goes on.
  const isAnew = status !== 'trialing' && item.price.recurring?.interval !== price.interval;
  const renewsAt = isAnew ? oneLater(clock(), price.interval) : new Date(item.current_period_end * 1_000);
  return { items: [{ id: item.id, price: price.id }], renewsAt: renewsAt.toISOString() };
}

/** The same day of the next month or year; in a month that is shorter, its last day. */
function oneLater(from: Date, interval: BillingInterval): Date {
  const later = new Date(from);
  later.setUTCMonth(later.getUTCMonth() + (interval === 'year' ? 12 : 1));
  if (later.getUTCDate() !== from.getUTCDate()) later.setUTCDate(0);
  return later;
}
