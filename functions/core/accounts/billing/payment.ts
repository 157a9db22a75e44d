import type {
  BillingDetails,
  Payment,
  PaymentMethod,
  UpdateBillingDetails,
} from '#contract/accounts/billing';
import type { Actor } from '#platform/actor';
import { ParleyError } from '#platform/errors';
import { isInvalidTaxId, type Stripe } from '#platform/payments';
import { loadAccount } from '../plan';
import { findProfile } from '../stored-profile';
import { ensureCustomer, findSubscription } from './customer';
import type { StoredSubscription } from './entity';
import { failing } from './failing';
import type { BillingDeps } from './sync';
import { taxIdType } from './tax-ids';

const NOTHING: Payment = { next: null, method: null, credit: null, details: null };

/** What is paid next, and with what; of an account that is no customer of Stripe's nothing. */
export async function getPayment(
  stripe: () => Promise<Stripe>,
  { accountId }: Pick<Actor, 'accountId'>,
): Promise<Payment> {
  const stored = await findSubscription(accountId);
  return stored ? failing('billing.details_failed', async () => paymentOf(await stripe(), stored)) : NOTHING;
}

/** Names, from now on, whom invoices are for. A number that Stripe finds wrong changes nothing. */
export async function updateBillingDetails(
  { clock, stripe }: BillingDeps,
  actor: Actor,
  input: UpdateBillingDetails,
): Promise<Payment> {
  const { accountId, userId } = actor;
  const [account, profile] = await Promise.all([loadAccount(accountId), findProfile(userId)]);
  const stored = await ensureCustomer(
    { clock, stripe },
    { accountId, email: profile?.email ?? '', name: account.name },
  );
  const { customerId } = stored;
  await failing('billing.details_failed', async () => {
    await setTaxId(stripe, customerId, input);
    await stripe.customers.update(customerId, {
      name: input.name,
      address: {
        line1: input.line1,
        line2: input.line2,
        postal_code: input.postalCode,
        city: input.city,
        country: input.country,
      },
    });
  });
  return failing('billing.details_failed', () => paymentOf(stripe, stored));
}

/** The new number is there before the former goes: one that is refused leaves that alone. */
async function setTaxId(
  stripe: Stripe,
  customerId: string,
  { country, taxId }: Pick<UpdateBillingDetails, 'country' | 'taxId'>,
): Promise<void> {
  const owner = { type: 'customer' as const, customer: customerId };
  const { data: former } = await stripe.taxIds.list({ owner, limit: 100 });
  const value = taxId.replaceAll(/[\s.-]/g, '').toUpperCase();
  const type = value === '' ? undefined : taxIdType(country, value);
  if (value !== '' && !type) throw new ParleyError('billing.tax_id_invalid');
  const isKept = (one: Stripe.TaxId) => one.type === type && one.value === value;
  if (type && !former.some(isKept))
    try {
      await stripe.taxIds.create({ type, value, owner });
    } catch (error) {
      if (isInvalidTaxId(error)) throw new ParleyError('billing.tax_id_invalid', { cause: error });
      throw error;
    }
  for (const one of former) if (!isKept(one)) await stripe.taxIds.del(one.id);
}

async function paymentOf(
  stripe: Stripe,
  { customerId, subscriptionId, status, endsAt }: StoredSubscription,
): Promise<Payment> {
  const isRunning = subscriptionId !== undefined && status !== 'canceled';
  const [customer, subscription, { data: taxIds }] = await Promise.all([
    stripe.customers.retrieve(customerId, { expand: ['invoice_settings.default_payment_method'] }),
    isRunning ? stripe.subscriptions.retrieve(subscriptionId, { expand: ['default_payment_method'] }) : null,
    stripe.taxIds.list({ owner: { type: 'customer', customer: customerId }, limit: 1 }),
  ]);
  if (customer.deleted) return NOTHING;
  // What ends is not renewed, and what is not paid is asked for first: the page says so by itself.
  const isRenewed =
    subscription !== null &&
    endsAt === undefined &&
    (subscription.status === 'active' || subscription.status === 'trialing');
  return {
    next: isRenewed ? await nextOf(stripe, subscription) : null,
    method: methodOf(
      subscription?.default_payment_method ?? customer.invoice_settings.default_payment_method,
    ),
    credit: customer.balance < 0 ? { amount: -customer.balance, currency: customer.currency ?? 'usd' } : null,
    details: detailsOf(customer, taxIds[0]?.value ?? ''),
  };
}

async function nextOf(
  stripe: Stripe,
  { id, customer, items }: Stripe.Subscription,
): Promise<Payment['next']> {
  const { currency, total, amount_due } = await stripe.invoices.createPreview({
    customer: typeof customer === 'string' ? customer : customer.id,
    subscription: id,
  });
  const at = Math.min(...items.data.map(({ current_period_end }) => current_period_end));
  return {
    at: new Date(at * 1_000).toISOString(),
    currency,
    total,
    credit: Math.max(0, total - amount_due),
  };
}

function methodOf(method: string | Stripe.PaymentMethod | null): PaymentMethod | null {
  if (!method || typeof method === 'string') return null;
  const { type, card } = method;
  return {
    type,
    card: card ? { brand: card.brand, last4: card.last4, month: card.exp_month, year: card.exp_year } : null,
  };
}

function detailsOf({ name, email, address }: Stripe.Customer, taxId: string): BillingDetails {
  return {
    name: name ?? '',
    email: email ?? '',
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    postalCode: address?.postal_code ?? '',
    city: address?.city ?? '',
    country: address?.country ?? '',
    taxId,
  };
}
