import { DeleteItemCommand, Entity, item, number, PutItemCommand, string } from 'dynamodb-toolbox';
import type { AccountId } from '#contract/base/ids';
import { accountPartition } from '#core/accounts/entity';
import { isRefusal, postToAll } from '#core/accounts/mail/post';
import { addSeconds, type Clock, epochSeconds } from '#platform/clock';
import { queryIndexPage } from '#platform/pages';
import { table } from '#platform/table';
import { readItem } from '#platform/table-reads';
import { ifHolds } from '#platform/table-writes';
import { conversationsOfAccount } from '../entity';
import { type AlertDeps, managersToMail } from './alerts';
import { digestMail } from './digest-mail';

/** So long further visitors are waited for before one mail tells of all of them. */
export const DIGEST_SECONDS = 900;
/** A digest that was begun and never sent: its job has died, and another one is begun. */
const LOST_AFTER = 4 * 3_600;
/** More are told as 'more than'. */
const COUNTED = 100;

/** That a mail is due that tells the team how many visitors wait. */
export const AlertDigestEntity = new Entity({
  name: 'AlertDigest',
  table,
  timestamps: false,
  schema: item({ accountId: string().key(), begunAt: number(), expiresAt: number() }),
  computeKey: ({ accountId }) => ({ pk: accountPartition(accountId), sk: 'ALERT_DIGEST' }),
});

/** False where one is under way already. */
export async function beginDigest(clock: Clock, accountId: AccountId): Promise<boolean> {
  const now = clock();
  return ifHolds(
    AlertDigestEntity.build(PutItemCommand)
      .item({
        accountId,
        begunAt: epochSeconds(now),
        expiresAt: epochSeconds(addSeconds(now, 2 * LOST_AFTER)),
      })
      .options({
        condition: {
          or: [
            { attr: 'accountId', exists: false },
            { attr: 'begunAt', lt: epochSeconds(now) - LOST_AFTER },
          ],
        },
      })
      .send(),
  );
}

/**
 * Mails the owner and admins how many visitors wait, unless none does any more. `wait`: they were told within the hour.
 * Repeating it changes nothing.
 */
export async function sendDigest(deps: AlertDeps, accountId: AccountId): Promise<'done' | 'wait'> {
  const due = await readItem(AlertDigestEntity, { accountId });
  if (!due) return 'done';
  const { items, cursor } = await queryIndexPage(
    { index: 'gsi1', partition: `${conversationsOfAccount(accountId)}#escalated` },
    { limit: COUNTED },
    (key) => ({ pk: '', sk: key }),
  );
  const waiting = { count: items.length, isMore: cursor !== null, url: `${deps.appOrigin}/conversations` };
  try {
    if (waiting.count > 0)
      await postToAll(
        deps,
        'visitors_wait',
        { account: accountId },
        await managersToMail(accountId, 'conversation_waiting'),
        ({ email, language }) => digestMail(email, language, waiting),
      );
  } catch (error) {
    if (isRefusal(error)) return 'wait';
    throw error;
  }
  await AlertDigestEntity.build(DeleteItemCommand).key({ accountId }).send();
  return 'done';
}
