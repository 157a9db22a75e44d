import { type AccountId, UserId } from '#contract/base/ids';
import { findSubscription } from '#core/accounts/billing/customer';
import { endingOf, takeBackEnding } from '#core/accounts/billing/ending';
import { holds, subscriptionsOf } from '#core/accounts/billing/one-subscription';
import { syncSubscription } from '#core/accounts/billing/sync';
import { loadAccount } from '#core/accounts/plan';
import { findProfile } from '#core/accounts/stored-profile';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { isMissing, type Stripe } from '#platform/payments';

/** Stripe's client; a stage without payments has none. */
export type OwnPayments = () => Promise<Stripe>;

interface SubscriptionDeps {
  readonly clock: Clock;
  readonly payments: OwnPayments;
}

/** Of a subscription at Stripe: its renewal was stopped by the account's deletion, and goes on when that is undone. */
const STOPPED = 'stoppedByDeletion';

/** Stops renewal when deletion is requested. */
export async function endRenewals(deps: SubscriptionDeps, accountId: AccountId): Promise<void> {
  await atStripe(deps.payments, accountId, async (stripe, running) => {
    for (const each of running)
      if (endingOf(each) === null)
        await stripe.subscriptions.update(each.id, {
          cancel_at_period_end: true,
          metadata: { [STOPPED]: 'yes' },
        });
    await syncSubscription({ clock: deps.clock, stripe }, accountId);
  });
}

/** Lets it be renewed again, where the account's deletion had stopped that. */
export async function resumeRenewals(deps: SubscriptionDeps, accountId: AccountId): Promise<void> {
  await atStripe(deps.payments, accountId, async (stripe, running) => {
    for (const { id, metadata } of running)
      if (metadata[STOPPED]) await takeBackEnding(stripe, id, { [STOPPED]: '' });
    await syncSubscription({ clock: deps.clock, stripe }, accountId);
  });
}

/** Ends it at once. Invoices stay with Stripe, as the law demands. */
export async function endSubscription(
  { payments }: Pick<SubscriptionDeps, 'payments'>,
  accountId: AccountId,
): Promise<void> {
  await atStripe(payments, accountId, async (stripe, running) => {
    for (const { id } of running) await stripe.subscriptions.cancel(id);
  });
}

/**
 * Makes the owner of now the customer's person with Stripe: invoices and reminders go to them. Whoever the card belongs
 * to, it stays until they replace it. However often and in whatever order transfers are followed, the last owner stands.
 */
export async function addressInvoices(
  { payments }: Pick<SubscriptionDeps, 'payments'>,
  accountId: AccountId,
): Promise<void> {
  const [stored, { ownerId }] = await Promise.all([findSubscription(accountId), loadAccount(accountId)]);
  const owner = await findProfile(UserId.parse(ownerId));
  if (stored === undefined || owner === undefined) return;
  await unlessGone(async () => {
    const stripe = await payments();
    await stripe.customers.update(stored.customerId, {
      email: owner.email,
      name: owner.companyName ?? owner.fullName,
    });
  });
}

/** With what the customer has at Stripe now, whatever was last read of it. */
async function atStripe(
  payments: OwnPayments,
  accountId: AccountId,
  work: (stripe: Stripe, running: readonly Stripe.Subscription[]) => Promise<void>,
): Promise<void> {
  const stored = await findSubscription(accountId);
  if (stored === undefined) return;
  await unlessGone(async () => {
    const stripe = await payments();
    const running = (await subscriptionsOf(stripe, stored.customerId)).filter(
      (one) => holds(one) || one.status === 'incomplete',
    );
    if (running.length > 0) await work(stripe, running);
  });
}

/** Where the stage has no payments, or Stripe no such customer any more, there is nothing to do. */
async function unlessGone(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (isMissing(error)) return;
    if (error instanceof ParleyError && error.code === 'billing.not_configured') return;
    throw error;
  }
}
