import { PutItemCommand } from 'dynamodb-toolbox';
import { AccountId } from '#contract/base/ids';
import { findSubscription } from '#core/accounts/billing/customer';
import { loadAccount } from '#core/accounts/plan';
import { findProfile } from '#core/accounts/stored-profile';
import type { Actor } from '#platform/actor';
import type { Stripe } from '#platform/payments';
import { ifHolds } from '#platform/table-writes';
import { AdminLogEntity, actionPartition } from './entity';
import { actorNameOf } from './log';

/** Who gives money back and why: it lies with the refund at Stripe, so that the log can be written from there. */
export interface RefundOrder {
  readonly actorId: string;
  readonly actorName: string;
  readonly reason: string;
}

/** Stripe keeps this much of one value. */
const METADATA_LENGTH = 500;

export async function refundOrder({ userId }: Pick<Actor, 'userId'>, reason: string): Promise<RefundOrder> {
  const actorName = actorNameOf(userId, await findProfile(userId)).slice(0, METADATA_LENGTH);
  return { actorId: userId, actorName, reason: reason.slice(0, METADATA_LENGTH) };
}

/**
 * Writes a refund down under the time and id that Stripe gave its credit note: written by the call that made it, and by
 * Stripe's event in case that call died, it is one entry.
 */
export async function logRefund(
  { id, created, amount, currency, number, reason, metadata }: Stripe.CreditNote,
  account: { readonly id: AccountId; readonly name: string },
): Promise<void> {
  const at = new Date(created * 1_000).toISOString();
  const order = metadata as Partial<RefundOrder> | null;
  const given = `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}, ${number}`;
  await ifHolds(
    AdminLogEntity.build(PutItemCommand)
      .item({
        at,
        id,
        action: 'payment_refunded',
        actorId: order?.actorId ?? 'stripe',
        // Made at Stripe itself, or by ourselves of what was paid twice.
        actorName: order?.actorName ?? 'Stripe',
        subjectId: account.id,
        subjectName: account.name,
        note: `${given}: ${order?.reason ?? reason ?? '–'}`,
        gsi1pk: actionPartition('payment_refunded'),
        gsi1sk: `${at}#${id}`,
      })
      .options({ condition: { attr: 'id', exists: false } })
      .send(),
  );
}

/** Follows Stripe's event of a credit note; one that pays nothing back is no refund. */
export async function followRefund(
  { stripe }: { readonly stripe: Stripe },
  event: Stripe.Event,
): Promise<void> {
  if (event.type !== 'credit_note.created') return;
  const note = event.data.object;
  if (note.refunds.length === 0) return;
  const customerId = typeof note.customer === 'string' ? note.customer : note.customer.id;
  const customer = await stripe.customers.retrieve(customerId);
  const accountId = AccountId.safeParse('metadata' in customer ? customer.metadata.accountId : undefined);
  if (!accountId.success || (await findSubscription(accountId.data))?.customerId !== customerId) return;
  const { name } = await loadAccount(accountId.data);
  await logRefund(note, { id: accountId.data, name });
}
