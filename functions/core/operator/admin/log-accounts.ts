import { DeleteItemCommand, PutItemCommand } from 'dynamodb-toolbox';
import type { AccountId } from '#contract/base/ids';
import type { StoredSubscription } from '#core/accounts/billing/entity';
import { AccountEntity } from '#core/accounts/entity';
import type { DomainEvent } from '#core/base/events/events';
import type { BotItem } from '#core/bots/entity';
import { queryIndexPage } from '#platform/pages';
import { readItem } from '#platform/table-reads';
import { ADMIN_LOG, AdminLogEntity, accountLogPartition, actionPartition } from './entity';
import type { Logged } from './log';

/** What an account has begun to pay for stands in the log of the administration. */
export async function logSubscription(event: DomainEvent<'subscription.changed'>): Promise<void> {
  const before = event.before as StoredSubscription | null;
  const { accountId, subscriptionId, plan, interval } = event.after as StoredSubscription;
  if (subscriptionId === undefined || subscriptionId === before?.subscriptionId) return;
  await log(event, accountId, {
    action: 'subscription_created',
    subject: { id: subscriptionId, name: [plan, interval].filter(Boolean).join(', ') },
  });
}

/** So does a bot that an account has deleted. */
export async function logDeletedBot(event: DomainEvent<'bot.changed'>): Promise<void> {
  const before = event.before as BotItem | null;
  if (!before || event.after) return;
  const { accountId, botId, name } = before;
  await log(event, accountId, { action: 'bot_deleted', subject: { id: botId, name } });
}

/**
 * Under the event's id: told twice, it is the same entry. One that is about to be erased leaves no trace.
 */
async function log(
  event: Pick<DomainEvent, 'id' | 'at'>,
  accountId: string,
  { action, subject }: Required<Pick<Logged, 'action' | 'subject'>>,
): Promise<void> {
  const account = await readItem(AccountEntity, { accountId });
  if (!account || account.isPurged) return;
  const at = event.at.toISOString();
  const sortKey = `${at}#${event.id}`;
  await AdminLogEntity.build(PutItemCommand)
    .item({
      at,
      id: event.id,
      action,
      actorId: accountId,
      actorName: account.name,
      subjectId: subject.id,
      subjectName: subject.name,
      gsi1pk: actionPartition(action),
      gsi1sk: sortKey,
      gsi2pk: accountLogPartition(accountId),
      gsi2sk: sortKey,
    })
    .send();
}

/** Erases what the log holds of what an account did itself; false where time ran out. */
export async function eraseAccountLog(accountId: AccountId, hasTime: () => boolean): Promise<boolean> {
  for (let cursor: string | null = null; ; ) {
    const request = { limit: 100, ...(cursor !== null && { cursor }) };
    const page: Awaited<ReturnType<typeof queryIndexPage>> = await queryIndexPage(
      { index: 'gsi2', partition: accountLogPartition(accountId) },
      request,
      (sortKey) => ({ pk: ADMIN_LOG, sk: sortKey }),
    );
    for (const sortKey of page.items) {
      if (!hasTime()) return false;
      const at = sortKey.slice(0, sortKey.indexOf('#'));
      await AdminLogEntity.build(DeleteItemCommand)
        .key({ at, id: sortKey.slice(at.length + 1) })
        .send();
    }
    cursor = page.cursor;
    if (cursor === null) return true;
  }
}
