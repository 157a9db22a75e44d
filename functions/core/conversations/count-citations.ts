import type { BotId, DocumentId } from '#contract/base/ids';
import { type AskCitations, type CitationCounts, MOST_COUNTED_ANSWERS } from '#contract/knowledge/documents';
import { conversationChannel } from '#core/accounts/sockets/entity';
import type { BotRef } from '#core/bots/bots';
import { citationKey, citationsOf, conversationOf } from '#core/conversations/entity';
import type { Actor } from '#platform/actor';
import { queryIndexPage } from '#platform/pages';
import { requireBot } from '../knowledge/documents/documents';
import { citedAs, newestVersion } from '../knowledge/documents/versions';

/** Queries that one call has under way. */
const AT_ONCE = 10;

/**
 * Counts the answers that cite documents. Each document is its lineage and one Query of keys, up to a bound. An id that is
 * no document's of this bot, also not of a former version of one, is `document.not_found`.
 */
export async function countCitations(
  actor: Actor,
  botId: BotId,
  { documentIds }: AskCitations,
): Promise<CitationCounts> {
  const bot = await requireBot(actor, botId);
  const asked = [...new Set(documentIds)];
  const found: { readonly documentId: DocumentId; readonly messages: readonly string[] }[] = [];
  for (let at = 0; at < asked.length; at += AT_ONCE) {
    const batch = asked.slice(at, at + AT_ONCE);
    found.push(
      ...(await Promise.all(
        batch.map(async (documentId) => ({ documentId, messages: await answersCiting(bot, documentId) })),
      )),
    );
  }
  return {
    answers: new Set(found.flatMap(({ messages }) => messages)).size,
    hasMore: found.some(({ messages }) => messages.length >= MOST_COUNTED_ANSWERS),
    documents: found
      .map(({ documentId, messages }) => ({ documentId, answers: messages.length }))
      .filter(({ answers }) => answers > 0)
      .sort((a, b) => b.answers - a.answers),
  };
}

/** Also those that cite a former version: they open this one. */
async function answersCiting(bot: BotRef, documentId: DocumentId): Promise<readonly string[]> {
  const { document } = await newestVersion(bot, documentId);
  const lineage = citedAs(document);
  const { items } = await queryIndexPage(
    { index: 'gsi1', partition: citationsOf(bot, lineage) },
    { limit: MOST_COUNTED_ANSWERS, newestFirst: true },
    (sortKey) => {
      const messageId = messageOf(sortKey);
      return {
        pk: conversationChannel(bot.accountId, conversationOf(messageId)),
        sk: citationKey(messageId, lineage),
      };
    },
  );
  return items.map(messageOf);
}

/** A sort key of the list: when its conversation began, and the answer's id. */
function messageOf(sortKey: string): string {
  return sortKey.slice(sortKey.lastIndexOf('#') + 1);
}
