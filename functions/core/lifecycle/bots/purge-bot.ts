import { DeleteTransaction, PutTransaction, UpdateItemCommand } from 'dynamodb-toolbox';
import { ConversationId, DocumentId } from '#contract/base/ids';
import { eraseBotMonths } from '#core/accounts/limits/bot-month';
import { conversationChannel } from '#core/accounts/sockets/entity';
import { bury } from '#core/base/tombstones/entity';
import { type BotRef, formerBotsOf } from '#core/bots/bots';
import {
  BotNameEntity,
  BotOwnerEntity,
  BotPurgeEntity,
  DeletedBotEntity,
  FormerBotEntity,
  nameKey,
  versionsPartition,
  WidgetEntity,
} from '#core/bots/entity';
import { integrationsPartition } from '#core/bots/integrations-partition';
import { knowledgePartition } from '#core/bots/manifest/entity';
import { readBot, type StoredBot } from '#core/bots/stored-bot';
import { attachmentsFolder } from '#core/conversations/attachment-entity';
import { conversationsOf, emptyConversationsOf, HEAD_KEY, testsOf } from '#core/conversations/entity';
import { analyticsPartition, WORDS_OF_FIGURES } from '#core/insight/analytics/entity';
import { questionsPartition } from '#core/insight/questions/entity';
import { deliveriesPartition } from '#core/insight/webhooks/entity';
import { readWebhooks } from '#core/insight/webhooks/webhooks';
import { removeDocument } from '#core/knowledge/documents/delete-document';
import { readDocuments } from '#core/knowledge/documents/stored-document';
import { sitesPartition } from '#core/knowledge/sites/entity';
import { deleteEverything, deleteObject, hideEverything } from '#platform/buckets';
import type { Clock } from '#platform/clock';
import { environment } from '#platform/environment';
import { ParleyError } from '#platform/errors';
import { queryIndexPage } from '#platform/pages';
import { deletePartition } from '#platform/table';
import { ifHolds, transact } from '#platform/table-writes';
import { findDeletion } from './delete-bot';
import { eraseConversation } from './erase-conversation';

/**
 * Erases all of a deleted bot but its figures when its time has come: documents, segments, uploads, conversations,
 * publications, pictures, and at last its name. False when time ran out: called again it goes on, since what names the bot goes
 * last. A bot that was brought back, or deleted anew, is left alone.
 */
export async function purgeBot(
  clock: Clock,
  ref: BotRef,
  hasTime: () => boolean,
  /** With `atOnce` before its time has come: nobody is left who could bring it back. */
  { atOnce = false }: { readonly atOnce?: boolean } = {},
): Promise<boolean> {
  if (!(await beginPurge(clock, ref, atOnce))) return true;
  const deletion = await findDeletion(ref);
  if (!deletion) return true;
  await bury('bot', ref.botId);
  const bot = readBot(deletion.bot);
  for (const erase of [eraseKnowledge, eraseConversations, eraseIntegrations, erasePublications])
    if (!(await erase(bot, hasTime))) return false;
  const { accountId, botId } = ref;
  await eraseBotMonths(ref, clock());
  await transact(
    {
      write: BotNameEntity.build(DeleteTransaction).key({ accountId, normalizedName: nameKey(bot.name) }),
    },
    { write: WidgetEntity.build(DeleteTransaction).key({ widgetId: bot.widgetId }) },
    { write: BotOwnerEntity.build(DeleteTransaction).key({ botId }) },
    { write: BotPurgeEntity.build(DeleteTransaction).key({ accountId, botId }) },
    { write: DeletedBotEntity.build(DeleteTransaction).key({ accountId, botId }) },
    { write: FormerBotEntity.build(PutTransaction).item({ accountId, botId }) },
  );
  return true;
}

/**
 * Erases what was written late about a bot that has been erased: what it was asked. Its figures stay, without words, as
 * long as its account is there.
 */
export async function sweepBot(ref: BotRef, hasTime: () => boolean): Promise<boolean> {
  const isKept = (await formerBotsOf(ref.accountId)).includes(ref.botId);
  return (
    (await eraseKnown(ref, hasTime)) && (isKept || deletePartition(analyticsPartition(ref), { hasTime }))
  );
}

async function eraseKnown(ref: BotRef, hasTime: () => boolean): Promise<boolean> {
  for (const partition of [knowledgePartition, sitesPartition, questionsPartition])
    if (!(await deletePartition(partition(ref), { hasTime }))) return false;
  for (const prefix of WORDS_OF_FIGURES)
    if (!(await deletePartition(analyticsPartition(ref), { hasTime, prefix }))) return false;
  return true;
}

/** From here on there is no way back: bringing the bot back and this exclude each other. */
async function beginPurge(clock: Clock, { accountId, botId }: BotRef, atOnce: boolean): Promise<boolean> {
  return ifHolds(
    DeletedBotEntity.build(UpdateItemCommand)
      .item({ accountId, botId, isPurged: true })
      .options({
        condition: atOnce
          ? { attr: 'purgeAt', exists: true }
          : { attr: 'purgeAt', lte: clock().toISOString() },
      })
      .send(),
  );
}

async function eraseKnowledge(bot: StoredBot, hasTime: () => boolean): Promise<boolean> {
  // One by one, since each gives its place in the plan back.
  for (const { documentId } of await readDocuments(bot)) {
    if (!hasTime()) return false;
    await removeDocument(bot, DocumentId.parse(documentId)).catch(unlessGone);
  }
  const folder = `${bot.accountId}/${bot.botId}/`;
  return (
    (await eraseKnown(bot, hasTime)) &&
    (await hideEverything(environment('UPLOADS_BUCKET'), `uploads/${folder}`, hasTime)) &&
    (await deleteEverything(environment('INDEX_BUCKET'), `index/${folder}`, hasTime)) &&
    (await deleteEverything(environment('INDEX_BUCKET'), `pictures/${folder}`, hasTime))
  );
}

/** Another delivery of the same message was faster. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ParleyError) || error.code !== 'document.not_found') throw error;
}

async function eraseConversations(bot: StoredBot, hasTime: () => boolean): Promise<boolean> {
  for (const partition of [emptyConversationsOf(bot), conversationsOf(bot), testsOf(bot)]) {
    let cursor: string | null = null;
    do {
      const page = await queryIndexPage(
        { index: 'gsi2', partition },
        { limit: 50, ...(cursor !== null && { cursor }) },
        (sortKey) => ({ pk: conversationChannel(bot.accountId, idOf(sortKey)), sk: HEAD_KEY }),
      );
      for (const sortKey of page.items) {
        const conversation = { accountId: bot.accountId, conversationId: idOf(sortKey) };
        if (!(await eraseConversation(conversation, hasTime))) return false;
      }
      cursor = page.cursor;
    } while (cursor !== null);
  }
  // Also those that no message ever brought.
  return deleteEverything(environment('UPLOADS_BUCKET'), attachmentsFolder(bot), hasTime);
}

/** A sort key of the lists of conversations: when it began, and its id. */
function idOf(sortKey: string): ConversationId {
  return ConversationId.parse(sortKey.slice(sortKey.lastIndexOf('#') + 1));
}

/** Webhooks after their logs, which they are found by. */
async function eraseIntegrations(bot: StoredBot, hasTime: () => boolean): Promise<boolean> {
  for (const webhook of await readWebhooks(bot))
    if (!(await deletePartition(deliveriesPartition(webhook), { hasTime }))) return false;
  return deletePartition(integrationsPartition(bot), { hasTime });
}

async function erasePublications(bot: StoredBot, hasTime: () => boolean): Promise<boolean> {
  const bucket = environment('WIDGET_BUCKET');
  await deleteObject({ bucket, key: `w/${bot.widgetId}.json` });
  return (
    (await deleteEverything(bucket, `w/${bot.widgetId}/`, hasTime)) &&
    deletePartition(versionsPartition(bot), { hasTime })
  );
}
