import { BotId, DocumentId } from '#contract/base/ids';
import { type AccountSearch, type AccountSearchQuery, MOST_FOUND } from '#contract/conversations/search';
import { botsOf } from '#core/bots/bots';
import { knowledgePartition } from '#core/bots/manifest/entity';
import type { StoredBot } from '#core/bots/stored-bot';
import { DocumentEntity } from '#core/knowledge/documents/entity';
import type { Actor } from '#platform/actor';
import { queryPage } from '#platform/pages';
import { listConversations } from '../inbox/list-conversations';

/** Documents and newest conversations of the account that one search looks at, and bots whose documents they are. */
const DOCUMENTS_READ = 600;
const CONVERSATIONS_READ = 100;
const BOTS_READ = 30;
/** Documents of one bot. */
const MOST_OF_A_BOT = 300;

/**
 * Bots and documents by name, conversations by what their visitor is called or wrote last. It reads a bounded number of
 * each: whoever has more finds them in their lists.
 */
export async function searchAccount(actor: Actor, { q }: AccountSearchQuery): Promise<AccountSearch> {
  const bots = await botsOf(actor.accountId);
  const names = new Map<string, string>(bots.map(({ botId, name }) => [botId, name]));
  const [documents, conversations] = await Promise.all([
    documentsOf(bots),
    listConversations(actor, { limit: CONVERSATIONS_READ }),
  ]);
  return {
    bots: best(q, bots, ({ name }) => [name]).map(({ botId, name }) => ({ id: BotId.parse(botId), name })),
    documents: best(q, documents, ({ title, fileName }) => [title, fileName]).map(
      ({ documentId, title, botId }) => ({
        id: DocumentId.parse(documentId),
        title,
        botId: BotId.parse(botId),
        botName: names.get(botId) ?? '',
      }),
    ),
    conversations: best(q, conversations.items, ({ visitorName, lastMessage }) => [
      visitorName ?? '',
      lastMessage?.text ?? '',
    ]).map(({ id, visitorName, lastMessage, botId, lastMessageAt, startedAt }) => ({
      id,
      visitor: visitorName ?? lastMessage?.text ?? '',
      botName: names.get(botId) ?? '',
      at: lastMessageAt ?? startedAt,
    })),
  };
}

/** The newest documents of the first bots, in equal shares. */
async function documentsOf(bots: readonly StoredBot[]) {
  const read = bots.slice(0, BOTS_READ);
  const limit = Math.min(MOST_OF_A_BOT, Math.floor(DOCUMENTS_READ / Math.max(1, read.length)));
  const pages = await Promise.all(
    read.map((bot) =>
      queryPage(
        DocumentEntity,
        { partition: knowledgePartition(bot), prefix: 'DOCUMENT#' },
        { limit, newestFirst: true },
      ),
    ),
  );
  return pages.flatMap(({ items }) => items);
}

/** Those that have all words of `q`, the ones that begin with it first; within both in their order. */
function best<ITEM>(q: string, items: readonly ITEM[], textsOf: (item: ITEM) => readonly string[]): ITEM[] {
  const words = folded(q).split(' ').filter(Boolean);
  const found = items.flatMap((item) => {
    const texts = textsOf(item).map(folded);
    const whole = texts.join(' ');
    if (!words.every((word) => whole.includes(word))) return [];
    return [{ item, begins: texts.some((text) => text.startsWith(words.join(' '))) }];
  });
  return [...found.filter(({ begins }) => begins), ...found.filter(({ begins }) => !begins)]
    .slice(0, MOST_FOUND)
    .map(({ item }) => item);
}

/** Without case, accents and runs of space. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim();
}
