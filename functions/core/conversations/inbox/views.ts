import { BotId, ConversationId, MessageId, UserId } from '#contract/base/ids';
import type { Conversation, ConversationSummary } from '#contract/conversations/inbox';
import type { StoredConversation } from '../entity';
import { visitorNumber } from '../visitor-number';

/** A conversation as lists show it. */
export function toSummary(stored: StoredConversation): ConversationSummary {
  return {
    id: ConversationId.parse(stored.conversationId),
    botId: BotId.parse(stored.botId),
    status: stored.status,
    language: stored.language,
    startedAt: stored.startedAt,
    lastMessageAt: stored.lastMessageAt ?? null,
    // They are numbered without gaps.
    messageCount: stored.lastSequence,
    lastMessage: stored.lastMessage ?? null,
    visitorName: stored.visitorName ?? stored.visitorEmail ?? null,
    unread: stored.unread ?? 0,
    assignee:
      stored.assigneeId === undefined
        ? null
        : { userId: UserId.parse(stored.assigneeId), name: stored.assigneeName ?? '' },
    stars: stored.stars ?? null,
    visitorNumber: visitorNumber(stored),
    currentPage: stored.currentPage ?? stored.page ?? null,
    unanswered: stored.unanswered ?? 0,
    lastQuestion: stored.lastQuestion ?? null,
    waitingSince: (stored.status === 'escalated' && (stored.waitingSince ?? stored.lastMessageAt)) || null,
    endedBecause: stored.endedBecause ?? null,
  };
}

export function toConversation(stored: StoredConversation): Conversation {
  return {
    ...toSummary(stored),
    page: stored.page ?? null,
    visitor: {
      userId: stored.visitorUserId ?? null,
      name: stored.visitorName ?? null,
      email: stored.visitorEmail ?? null,
    },
    variables: { ...stored.variables },
    collected: [...(stored.collected ?? [])],
    providedContact: stored.providedContact ?? false,
    escalation: stored.escalation ?? null,
    ratingComment: stored.ratingComment ?? null,
    visitorDeliveredThrough:
      stored.visitorDeliveredThrough === undefined ? null : MessageId.parse(stored.visitorDeliveredThrough),
    visitorReadThrough: stored.readThrough === undefined ? null : MessageId.parse(stored.readThrough),
    repliesMailedThrough:
      stored.repliesMailedThrough === undefined ? null : MessageId.parse(stored.repliesMailedThrough),
  };
}
