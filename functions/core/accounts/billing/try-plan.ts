import { UpdateItemCommand } from 'dynamodb-toolbox';
import type { Billing, TriedPlan } from '#contract/accounts/billing';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { conditionally } from '#platform/table-writes';
import { AccountEntity } from '../entity';
import { assertKept, loadAccount } from '../plan';
import { getBilling } from './billing';

/** Makes the rest of the trial one of another plan, without a card. Its end stays; repeating changes nothing. */
export async function tryPlan(clock: Clock, actor: Actor, plan: TriedPlan): Promise<Billing> {
  const { accountId } = actor;
  assertKept(await loadAccount(accountId));
  const now = clock().toISOString();
  await conditionally(
    AccountEntity.build(UpdateItemCommand)
      .item({ accountId, plan, updatedAt: now })
      .options({
        condition: {
          and: [
            { attr: 'subscriptionStatus', eq: 'trialing' },
            { attr: 'isSubscribed', exists: false },
            { attr: 'trialEndsAt', gt: now },
          ],
        },
      })
      .send(),
    () => new ParleyError('billing.no_trial'),
  );
  return getBilling(clock, actor);
}
