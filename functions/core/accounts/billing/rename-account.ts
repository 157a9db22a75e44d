import { UpdateItemCommand } from 'dynamodb-toolbox';
import type { RenameAccount } from '#contract/accounts/account';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { logger } from '#platform/logger';
import type { Stripe } from '#platform/payments';
import { conditionally } from '#platform/table-writes';
import { AccountEntity } from '../entity';
import { loadAccount } from '../plan';
import { findSubscription } from './customer';

/**
 * What the account is called from now on: in invitations and mails, which read its name as they are written, and with
 * Stripe, unless its billing details say another. Repeating changes nothing.
 */
export async function renameAccount(
  { clock, stripe }: { readonly clock: Clock; readonly stripe: () => Promise<Stripe> },
  { accountId }: Pick<Actor, 'accountId'>,
  { name }: RenameAccount,
): Promise<RenameAccount> {
  const { name: former } = await loadAccount(accountId);
  await conditionally(
    AccountEntity.build(UpdateItemCommand)
      .item({ accountId, name, updatedAt: clock().toISOString() })
      .options({ condition: { attr: 'ownerId', exists: true } })
      .send(),
    () => new ParleyError('profile.not_found'),
  );
  try {
    const customer = await findSubscription(accountId);
    if (customer) await renameCustomer(await stripe(), customer.customerId, former, name);
  } catch (error) {
    // The name is kept; with Stripe it can be set on the page of billing.
    logger.error('Stripe was not told of a new name.', {
      accountId,
      error: error instanceof Error ? error : String(error),
    });
  }
  return { name };
}

async function renameCustomer(stripe: Stripe, id: string, former: string, name: string): Promise<void> {
  const customer = await stripe.customers.retrieve(id);
  if (!customer.deleted && (customer.name ?? former) === former) await stripe.customers.update(id, { name });
}
