import type { AccountId } from '#contract/base/ids';
import type { ActOnSubscription, AdminSubscription } from '#contract/operator/admin';
import { findSubscription } from '#core/accounts/billing/customer';
import { takeBackEnding } from '#core/accounts/billing/ending';
import { failing } from '#core/accounts/billing/failing';
import { toInvoice } from '#core/accounts/billing/invoices';
import { type BillingDeps, syncAfterChange } from '#core/accounts/billing/sync';
import type { Actor } from '#platform/actor';
import { ParleyError } from '#platform/errors';
import { isMissing, type Stripe } from '#platform/payments';
import { type Logged, writeLog } from './log';
import { logRefund, type RefundOrder, refundOrder } from './log-refund';
import { loadAdminSubscription } from './subscriptions';

type Refund = Extract<ActOnSubscription, { readonly action: 'refund' }>;

/** Does at Stripe what an administrator wants, reads the outcome from there, and writes it down. */
export async function actOnSubscription(
  deps: BillingDeps,
  actor: Actor,
  accountId: AccountId,
  act: ActOnSubscription,
): Promise<AdminSubscription> {
  const { accountName } = await loadAdminSubscription(deps.clock, accountId);
  const stored = await findSubscription(accountId);
  if (!stored) throw new ParleyError('admin.subscription_not_found');
  const log = (logged: Pick<Logged, 'action' | 'note'>) =>
    writeLog(deps.clock, actor, { ...logged, subject: { id: accountId, name: accountName } });
  if (act.action === 'refund') {
    const note = await refund(deps.stripe, stored.customerId, act, await refundOrder(actor, act.reason));
    if (note) await logRefund(note, { id: accountId, name: accountName });
    return loadAdminSubscription(deps.clock, accountId);
  }
  const { subscriptionId, status, endsAt } = stored;
  if (subscriptionId === undefined || status === 'canceled')
    throw new ParleyError('admin.subscription_not_found');
  await failing(act.action === 'cancel' ? 'billing.cancel_failed' : 'billing.change_failed', async () => {
    if (act.action === 'reactivate') return takeBackEnding(deps.stripe, subscriptionId);
    if (act.at === 'now') return deps.stripe.subscriptions.cancel(subscriptionId);
    if (endsAt === undefined)
      return deps.stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true });
  });
  await syncAfterChange(deps, accountId);
  await log(
    act.action === 'cancel'
      ? { action: 'subscription_canceled', note: act.reason }
      : { action: 'subscription_reactivated' },
  );
  return loadAdminSubscription(deps.clock, accountId);
}

/**
 * Refunds by a credit note, so that the books have a document for it. The key of the call is what had been refunded
 * before: a call that is repeated refunds once. Null where that refund was made already.
 */
async function refund(
  stripe: Stripe,
  customerId: string,
  { invoiceId, amount, refunded }: Refund,
  order: RefundOrder,
): Promise<Stripe.CreditNote | null> {
  const invoice = await stripe.invoices.retrieve(invoiceId).catch((error: unknown) => {
    if (isMissing(error)) throw new ParleyError('admin.refund_too_large');
    throw error;
  });
  const owner = typeof invoice.customer === 'string' ? invoice.customer : invoice.customer?.id;
  const { paid, refunded: now } = toInvoice(invoice);
  // An invoice of somebody else: nothing of it is this account's.
  if (owner !== customerId || amount > paid - refunded) throw new ParleyError('admin.refund_too_large');
  if (now === refunded + amount) return null;
  if (now !== refunded) throw new ParleyError('admin.refund_changed');
  // Two at once are one to Stripe.
  const idempotencyKey = `refund ${invoiceId} ${refunded} ${amount}`;
  return failing('billing.change_failed', () =>
    stripe.creditNotes.create(
      { invoice: invoiceId, amount, refund_amount: amount, reason: 'order_change', metadata: { ...order } },
      { idempotencyKey },
    ),
  );
}
