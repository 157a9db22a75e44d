import { $remove, ConditionCheck, UpdateTransaction } from 'dynamodb-toolbox';
import { AccountId } from '#contract/base/ids';
import type { StoredAccount } from '#core/accounts/entity';
import { noteUncounted, release, reserve } from '#core/accounts/limits/quotas';
import type { BotRef } from '#core/bots/bots';
import { BotOwnerEntity } from '#core/bots/entity';
import { ParleyError } from '#platform/errors';
import { readItem } from '#platform/table-reads';
import type { ConditionalWrite } from '#platform/table-writes';
import { DocumentEntity } from './entity';
import { DocumentChanged } from './optimistic-retry';
import { readDocuments, type StoredDocument } from './stored-document';

type Placed = Pick<StoredDocument, 'accountId' | 'botId' | 'documentId' | 'replaces'>;

/**
 * Takes a document's place in the plan, in the transaction that announces it. One of a bot that was deleted meanwhile is
 * refused: it would count, and nobody would see it.
 */
export function reserveQuota(
  account: StoredAccount,
  { botId }: Pick<Placed, 'botId'>,
  now: Date,
): readonly ConditionalWrite[] {
  return [
    {
      write: BotOwnerEntity.build(ConditionCheck)
        .key({ botId })
        .condition({ attr: 'isDeleted', exists: false }),
      refused: () => new ParleyError('bot.not_found'),
    },
    reserve(account, 'documents', now),
  ];
}

/**
 * Releases the quota that a document took when it was announced, in the transaction that ends it. A new version took
 * none: it releases the hand-over of the former version's quota. Of a deleted bot it was released with the bot.
 */
export async function releaseQuota(document: Placed): Promise<readonly ConditionalWrite[]> {
  const { accountId, botId, documentId, replaces } = document;
  if (replaces === undefined) {
    const isReleased = await countsNowhere(botId);
    const account = AccountId.parse(accountId);
    return [
      {
        write: BotOwnerEntity.build(ConditionCheck)
          .key({ botId })
          .condition({ attr: 'isDeleted', exists: isReleased }),
        refused: () => new DocumentChanged(),
      },
      isReleased ? noteUncounted(account) : release(account, 'documents'),
    ];
  }
  return [
    {
      write: DocumentEntity.build(UpdateTransaction)
        .item({ accountId, botId, documentId: replaces, replacement: $remove() })
        .options({ condition: { attr: 'replacement', eq: documentId } }),
      // The former version was deleted meanwhile, which left its quota to this one.
      refused: () => new DocumentChanged(),
    },
  ];
}

/** Whether the documents of a bot count in no plan: it is deleted, and they wait with it. */
export async function countsNowhere(botId: string): Promise<boolean> {
  const found = await readItem(BotOwnerEntity, { botId });
  return found?.isDeleted === true;
}

/**
 * How many documents of a bot have a place in the plan. What failed gave its place back, and a new version has that of
 * the document which it replaces.
 */
export async function countedDocuments(bot: BotRef): Promise<number> {
  const documents = await readDocuments(bot);
  return documents.filter(({ status, replaces }) => status !== 'failed' && replaces === undefined).length;
}

/**
 * Hands a document's quota over to a new version of it, when that version succeeds. A document has one such successor
 * at a time, and only one that answers can be replaced. The new version copies the document's title and tags as they
 * were read: refused when they have changed since.
 */
export function handOverQuota(
  { accountId, botId, documentId }: Placed,
  replaced: StoredDocument,
): ConditionalWrite {
  if (replaced.status !== 'success' || replaced.replacement !== undefined)
    throw new ParleyError('document.not_replaceable');
  return {
    write: DocumentEntity.build(UpdateTransaction)
      .item({ accountId, botId, documentId: replaced.documentId, replacement: documentId })
      .options({
        condition: {
          and: [
            { attr: 'status', eq: 'success' },
            { attr: 'replacement', exists: false },
            { attr: 'updatedAt', eq: replaced.updatedAt },
          ],
        },
      }),
    refused: () => new DocumentChanged(),
  };
}
