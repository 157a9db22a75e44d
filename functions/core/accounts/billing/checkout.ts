import type {
  CreateCheckoutSession,
  CreatePortalSession,
  HostedPage,
  Price,
} from '#contract/accounts/billing';
import type { Actor } from '#platform/actor';
import { environment } from '#platform/environment';
import { ParleyError } from '#platform/errors';
import type { Stripe } from '#platform/payments';
import { isInAlpha } from '../alpha';
import { assertKept, loadAccount } from '../plan';
import { findProfile } from '../stored-profile';
import { trialDaysLeft } from './billing';
import { ensureCustomer, findSubscription } from './customer';
import { EARLY_ADOPTER } from './early-adopter';
import { failing } from './failing';
import { closeOpenCheckouts } from './one-subscription';
import { pricesOf } from './prices';
import type { BillingDeps } from './sync';

/** Begins to subscribe: gives the address of Stripe's page, which leads back to ours. */
export async function createCheckoutSession(
  deps: BillingDeps,
  actor: Actor,
  { priceId, userId, successUrl, cancelUrl }: CreateCheckoutSession,
): Promise<HostedPage> {
  assertOwn(actor, userId);
  for (const address of [successUrl, cancelUrl]) assertOurs(address);
  const { accountId } = actor;
  const price = await failing('billing.checkout_failed', () => priceOf(deps.stripe, priceId));
  const [account, profile] = await Promise.all([loadAccount(accountId), findProfile(actor.userId)]);
  assertKept(account);
  const stored = await ensureCustomer(deps, {
    accountId,
    // Not the payload's: invoices go where the caller is known to read.
    email: profile?.email ?? '',
    name: account.name,
  });
  if (stored.subscriptionId !== undefined && stored.status !== 'canceled')
    throw new ParleyError('billing.subscribed');
  await failing('billing.checkout_failed', () => closeOpenCheckouts(deps.stripe, stored.customerId));
  const trialDays = stored.subscriptionId === undefined ? trialDaysLeft(account, deps.clock()) : 0;
  const session = await failing('billing.checkout_failed', () =>
    deps.stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: stored.customerId,
      client_reference_id: accountId,
      line_items: [{ price: price.id, quantity: 1 }],
      success_url: successUrl,
      cancel_url: cancelUrl,
      locale: profile?.language ?? 'auto',
      subscription_data: {
        metadata: { accountId },
        ...(trialDays > 0 && { trial_period_days: trialDays }),
      },
      ...(isInAlpha(account) && stored.subscriptionId === undefined
        ? { discounts: [{ coupon: EARLY_ADOPTER }] }
        : { allow_promotion_codes: true }),
      ...(environment('STRIPE_TAX') === 'on' && {
        automatic_tax: { enabled: true },
        customer_update: { address: 'auto' as const },
        tax_id_collection: { enabled: true },
      }),
    }),
  );
  if (!session.url) throw new ParleyError('billing.no_checkout_url');
  return { url: session.url };
}

/** Stripe's page for cards and invoices. */
export async function createPortalSession(
  { stripe }: BillingDeps,
  actor: Actor,
  { userId, returnUrl }: CreatePortalSession,
): Promise<HostedPage> {
  assertOwn(actor, userId);
  assertOurs(returnUrl);
  const stored = await findSubscription(actor.accountId);
  if (!stored) throw new ParleyError('billing.no_subscription');
  const session = await failing('billing.portal_failed', () =>
    stripe.billingPortal.sessions.create({ customer: stored.customerId, return_url: returnUrl }),
  );
  if (!session.url) throw new ParleyError('billing.no_portal_url');
  return { url: session.url };
}

/** One of ours: nobody subscribes to a price that somebody else made. */
export async function priceOf(stripe: Stripe, priceId: string): Promise<Price> {
  const price = (await pricesOf(stripe)).find(({ id }) => id === priceId);
  if (!price) throw new ParleyError('billing.plan_invalid');
  return price;
}

/** The seed's calls name a user: that is the caller, or nobody. */
export function assertOwn(actor: Pick<Actor, 'userId'>, userId: string): void {
  if (actor.userId !== userId) throw new ParleyError('billing.user_mismatch');
}

/** Whoever pays comes back to us, and not to a page that looks like ours. */
function assertOurs(address: string): void {
  if (new URL(address).origin !== environment('APP_ORIGIN'))
    throw new ParleyError('request.invalid', { fields: { url: 'This is no page of Parley.' } });
}
