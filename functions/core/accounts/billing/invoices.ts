import { type Invoice, type InvoiceLine, type InvoiceList, InvoiceStatus } from '#contract/accounts/billing';
import type { AccountId } from '#contract/base/ids';
import type { Actor } from '#platform/actor';
import { logger } from '#platform/logger';
import { payments, type Stripe } from '#platform/payments';
import { assertOwn } from './checkout';
import { findSubscription } from './customer';
import type { StoredSubscription } from './entity';
import { planOfProduct } from './prices';

/** The newest invoices. Where Stripe does not answer, none: nothing else depends on them. */
export async function getBillingHistory(actor: Actor, userId: string): Promise<InvoiceList> {
  assertOwn(actor, userId);
  return listInvoices(actor.accountId);
}

export async function listInvoices(accountId: AccountId): Promise<InvoiceList> {
  const stored = await findSubscription(accountId);
  if (!stored) return { invoices: [] };
  try {
    const stripe = await payments();
    const { data } = await stripe.invoices.list({ customer: stored.customerId, limit: 100 });
    return { invoices: data.map((invoice) => ({ ...toInvoice(invoice), ...waysOf(invoice, stored) })) };
  } catch (error) {
    logger.error('The invoices could not be read.', {
      error: error instanceof Error ? error : String(error),
    });
    return { invoices: [] };
  }
}

/** What is open of a subscription that has ended is not asked for any more: paying it would bring nothing back. */
function waysOf(
  { parent, status }: Stripe.Invoice,
  { subscriptionId, status: standing }: StoredSubscription,
): Partial<Pick<Invoice, 'url'>> {
  const of = parent?.subscription_details?.subscription;
  const isRunning = standing !== 'canceled' && (typeof of === 'string' ? of : of?.id) === subscriptionId;
  return status === 'open' && !isRunning ? { url: null } : {};
}

export function toInvoice(invoice: Stripe.Invoice): Invoice {
  return {
    id: invoice.id ?? '',
    number: invoice.number ?? null,
    at: new Date(invoice.created * 1_000).toISOString(),
    status: InvoiceStatus.catch('draft').parse(invoice.status),
    currency: invoice.currency,
    total: invoice.total,
    paid: invoice.amount_paid,
    refunded: invoice.post_payment_credit_notes_amount,
    lines: invoice.lines.data.map(toLine),
    url: invoice.hosted_invoice_url ?? null,
    pdf: invoice.invoice_pdf ?? null,
  };
}

function toLine({ amount, description, period, pricing }: Stripe.InvoiceLineItem): InvoiceLine {
  return {
    plan: planOfProduct(pricing?.price_details?.product),
    description: description ?? '',
    from: new Date(period.start * 1_000).toISOString(),
    until: new Date(period.end * 1_000).toISOString(),
    amount,
  };
}
