import { BotId, ConversationId } from '#contract/ids';
import type { OwnConversation } from '#contract/own-conversation';
import type { Visitor } from '#platform/visitor-token';
import { eraseConversation } from '../bot-lifecycle/erase-conversation';
import { loadConversation } from '../conversations/messages';

/** What is stored of the visitor with her conversation, machine-readable (GDPR, article 20). */
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

/** Erases the conversation at the visitor's wish (GDPR, article 17). Repeated, there is none: that is no error. */
export async function eraseOwnConversation(visitor: Visitor, hasTime: () => boolean): Promise<void> {
  if (!(await eraseConversation(visitor, hasTime)))
    throw new Error('There was no time to erase the whole conversation: asked again it goes on.');
}
