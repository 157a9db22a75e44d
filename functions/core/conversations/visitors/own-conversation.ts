import { BotId, ConversationId } from '#contract/base/ids';
import type { OwnConversation } from '#contract/conversations/own-conversation';
import type { Visitor } from '#platform/visitor-token';
import { loadConversation } from '../messages';

/** What is stored of the visitor with their conversation, machine-readable (GDPR, article 20). */
export async function showOwnConversation(visitor: Visitor): Promise<OwnConversation> {
  const stored = await loadConversation(visitor);
  return {
    conversationId: ConversationId.parse(stored.conversationId),
    botId: BotId.parse(stored.botId),
    startedAt: stored.startedAt,
    lastMessageAt: stored.lastMessageAt ?? null,
    language: stored.language,
    page: stored.page ?? null,
    visitor: {
      id: stored.visitorUserId ?? null,
      name: stored.visitorName ?? null,
      email: stored.visitorEmail ?? null,
    },
    variables: stored.variables ?? {},
    collected: [...(stored.collected ?? [])],
    rating:
      stored.stars === undefined ? null : { stars: stored.stars, comment: stored.ratingComment ?? null },
  };
}
