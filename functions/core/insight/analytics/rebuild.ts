import { AccountId, ConversationId } from '#contract/base/ids';
import { conversationChannel } from '#core/accounts/sockets/entity';
import { conversationsOf, HEAD_KEY } from '#core/conversations/entity';
import { logger } from '#platform/logger';
import { queryIndexPage } from '#platform/pages';
import { countConversation } from './count-conversation';

/** What became of a bot's conversations. */
export interface Recount {
  readonly counted: number;
  readonly failed: readonly ConversationId[];
}

/**
 * Counts all conversations of a bot again from what is stored of them; each replaces what it had added. Those that were
 * erased are not asked any more: what they had added stays, as it was counted last.
 * While it runs the figures are those of a moment before, never too much or too little.
 */
export async function recountBot(bot: {
  readonly accountId: string;
  readonly botId: string;
}): Promise<Recount> {
  const accountId = AccountId.parse(bot.accountId);
  let counted = 0;
  const failed: ConversationId[] = [];
  let cursor: string | null = null;
  do {
    const page: { items: readonly string[]; cursor: string | null } = await queryIndexPage(
      { index: 'gsi2', partition: conversationsOf(bot) },
      { limit: 50, ...(cursor !== null && { cursor }) },
      (sortKey) => ({ pk: conversationChannel(accountId, idOf(sortKey)), sk: HEAD_KEY }),
    );
    for (const sortKey of page.items) {
      const conversationId = idOf(sortKey);
      try {
        await countConversation({ accountId, conversationId }, { anew: true });
        counted += 1;
      } catch (error) {
        // One failure must not stop the rest.
        logger.error('A conversation could not be counted.', {
          conversationId,
          error: error instanceof Error ? error : String(error),
        });
        failed.push(conversationId);
      }
    }
    cursor = page.cursor;
  } while (cursor !== null);
  return { counted, failed };
}

function idOf(sortKey: string): ConversationId {
  return ConversationId.parse(sortKey.slice(sortKey.lastIndexOf('#') + 1));
}
