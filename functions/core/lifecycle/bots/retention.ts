import { BatchGetRequest, DeleteItemCommand, Entity, item, PutItemCommand, string } from 'dynamodb-toolbox';
import { AccountId, BotId, ConversationId } from '#contract/base/ids';
import { conversationChannel } from '#core/accounts/sockets/entity';
import type { DomainEvent } from '#core/base/events/events';
import { type BotRef, findBot } from '#core/bots/bots';
import type { BotItem } from '#core/bots/entity';
import { readBot, type StoredBot } from '#core/bots/stored-bot';
import { ConversationEntity, conversationsOf, HEAD_KEY, testsOf } from '#core/conversations/entity';
import { addSeconds, type Clock } from '#platform/clock';
import { queryIndexPage, queryPage } from '#platform/pages';
import { table } from '#platform/table';
import { readItems } from '#platform/table-reads';
import { eraseConversation } from './erase-conversation';

const PAGE = 50;

/** That a bot's conversations are kept for a time only: what is looked at every day. */
export const RetentionEntity = new Entity({
  name: 'Retention',
  table,
  timestamps: false,
  schema: item({ accountId: string().key(), botId: string().key() }),
  computeKey: ({ accountId, botId }) => ({ pk: RETENTION, sk: `${accountId}#${botId}` }),
});
const RETENTION = 'RETENTION';

/** What is published counts, not what an editor tries; with no widget anywhere, the bot as it is. */
function daysKept({ publication, config }: StoredBot): number | null {
  return (publication?.config ?? config).retentionDays;
}

/** Lists a bot whose conversations are kept for a time only, and no other. Repeating it changes nothing. */
export async function followRetention({ before, after }: DomainEvent<'bot.changed'>): Promise<void> {
  const [was, is] = [before, after].map((image) => image && readBot(image as BotItem));
  const [hadDays, hasDays] = [was, is].map((bot) => bot && daysKept(bot) !== null);
  const bot = is ?? was;
  if (!bot || hadDays === hasDays) return;
  const key = { accountId: bot.accountId, botId: bot.botId };
  if (hasDays) await RetentionEntity.build(PutItemCommand).item(key).send();
  else await RetentionEntity.build(DeleteItemCommand).key(key).send();
}

/** Bots whose conversations are kept for a time only. */
export async function* botsWithRetention(): AsyncGenerator<BotRef> {
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof pageOfBots>> = await pageOfBots(cursor);
    for (const { accountId, botId } of page.items)
      yield { accountId: AccountId.parse(accountId), botId: BotId.parse(botId) };
    cursor = page.cursor;
  } while (cursor !== null);
}

function pageOfBots(cursor: string | null) {
  return queryPage(
    RetentionEntity,
    { partition: RETENTION, prefix: '' },
    { limit: PAGE, ...(cursor !== null && { cursor }) },
  );
}

/**
 * Erases what was last written to longer ago than the bot keeps it, also trials of the draft. False when time ran out:
 * called again it goes on, since what is erased is not listed any more.
 */
export async function expireConversations(
  clock: Clock,
  ref: BotRef,
  hasTime: () => boolean,
): Promise<boolean> {
  const bot = await findBot(ref);
  const days = bot ? daysKept(bot) : null;
  if (days === null) return true;
  const until = addSeconds(clock(), -days * 86_400).toISOString();
  for (const partition of [conversationsOf(ref), testsOf(ref)]) {
    let cursor: string | null = null;
    do {
      const page = await queryIndexPage(
        // None that began later was last written to before.
        { index: 'gsi2', partition, to: until },
        { limit: PAGE, ...(cursor !== null && { cursor }) },
        (sortKey) => ({ pk: conversationChannel(ref.accountId, idOf(sortKey)), sk: HEAD_KEY }),
      );
      const heads = await readItems(
        page.items.map((sortKey) =>
          ConversationEntity.build(BatchGetRequest).key({
            accountId: ref.accountId,
            conversationId: idOf(sortKey),
          }),
        ),
        { consistent: true },
      );
      for (const head of heads) {
        if (!head || (head.lastMessageAt ?? head.startedAt) >= until) continue;
        const key = { accountId: ref.accountId, conversationId: ConversationId.parse(head.conversationId) };
        if (!hasTime() || !(await eraseConversation(key, hasTime))) return false;
      }
      cursor = page.cursor;
    } while (cursor !== null);
  }
  return true;
}

/** A sort key of the lists of conversations: when it began, and its id. */
function idOf(sortKey: string): ConversationId {
  return ConversationId.parse(sortKey.slice(sortKey.lastIndexOf('#') + 1));
}
