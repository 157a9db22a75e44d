import { BatchDeleteRequest, BatchPutRequest, DeleteItemCommand, PutItemCommand } from 'dynamodb-toolbox';
import { SUBSCRIPTIONS, SubscriptionListingEntity } from '#core/accounts/billing/listing';
import type { StoredAccount, StoredProfile } from '#core/accounts/entity';
import { writeItems } from '#platform/batch-writes';
import { UserListingEntity, UserWordEntity } from './entity';
import { wordsOf } from './user-words';

/** Keeps the lists by which administrators find a user. Repeating it changes nothing. */
export async function listUser(before: StoredProfile | null, after: StoredProfile | null): Promise<void> {
  const person = after ?? before;
  if (!person) return;
  const { userId, createdAt } = person;
  const [was, is] = [before ? wordsOf(before) : [], after ? wordsOf(after) : []];
  await writeItems([
    ...is
      .filter((text) => !was.includes(text))
      .map((text) => UserWordEntity.build(BatchPutRequest).item({ text, userId })),
    ...was
      .filter((text) => !is.includes(text))
      .map((text) => UserWordEntity.build(BatchDeleteRequest).key({ text, userId })),
    ...(after ? [] : [UserListingEntity.build(BatchDeleteRequest).key({ createdAt, userId })]),
    ...(before ? [] : [UserListingEntity.build(BatchPutRequest).item({ createdAt, userId })]),
  ]);
}

/** The same of an account's subscription. */
export async function listSubscription(
  before: StoredAccount | null,
  after: StoredAccount | null,
): Promise<void> {
  if (!after) {
    if (!before) return;
    const { createdAt, accountId } = before;
    await SubscriptionListingEntity.build(DeleteItemCommand).key({ createdAt, accountId }).send();
    return;
  }
  if (before?.plan === after.plan && before.subscriptionStatus === after.subscriptionStatus) return;
  const { createdAt, accountId, plan, subscriptionStatus } = after;
  const sortKey = `${createdAt}#${accountId}`;
  await SubscriptionListingEntity.build(PutItemCommand)
    .item({
      createdAt,
      accountId,
      gsi1pk: `${SUBSCRIPTIONS}#STATUS#${subscriptionStatus}`,
      gsi1sk: sortKey,
      gsi2pk: `${SUBSCRIPTIONS}#PLAN#${plan}`,
      gsi2sk: sortKey,
    })
    .send();
}
