import { PutItemCommand } from 'dynamodb-toolbox';
import type { AccountId } from '#contract/base/ids';
import type { Clock } from '#platform/clock';
import type { Stripe } from '#platform/payments';
import { readItem } from '#platform/table-reads';
import { ifHolds } from '#platform/table-writes';
import { type StoredSubscription, SubscriptionEntity } from './entity';
import { failing } from './failing';

export async function findSubscription(accountId: AccountId): Promise<StoredSubscription | undefined> {
  return readItem(SubscriptionEntity, { accountId });
}

/**
 * The account's customer with Stripe: one, whoever asks first and however often. Two at once make the same one, by the
 * key of the call. Stripe refuses a key that comes with other words than before, so whose it is by mail and name, which
 * two callers may say differently, is written apart.
 */
export async function ensureCustomer(
  { clock, stripe }: { readonly clock: Clock; readonly stripe: Stripe },
  {
    accountId,
    email,
    name,
  }: { readonly accountId: AccountId; readonly email: string; readonly name: string },
): Promise<StoredSubscription> {
  const known = await findSubscription(accountId);
  if (known) return known;
  const customer = await failing('billing.checkout_failed', async () => {
    const { id } = await stripe.customers.create(
      { metadata: { accountId } },
      { idempotencyKey: `customer of ${accountId}` },
    );
    return stripe.customers.update(id, { email, name });
  });
  const at = clock().toISOString();
  const stored: StoredSubscription = {
    accountId,
    customerId: customer.id,
    readings: 0,
    createdAt: at,
    updatedAt: at,
  };
  const isStored = await ifHolds(
    SubscriptionEntity.build(PutItemCommand)
      .item(stored)
      .options({ condition: { attr: 'customerId', exists: false } })
      .send(),
  );
  if (isStored) return stored;
  return (await findSubscription(accountId)) ?? stored;
}
