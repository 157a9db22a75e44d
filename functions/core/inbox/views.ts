import { BotId, ConversationId, MessageId, UserId } from '../../contract/ids';
import type { Conversation, ConversationSummary } from '../../contract/inbox';
import type { StoredConversation } from '../conversations/entity';

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
    visitorName: nameOf(stored) ?? stored.visitorEmail ?? null,
    unread: stored.unread ?? 0,
    assignee:
      stored.assigneeId === undefined
        ? null
        : { userId: UserId.parse(stored.assigneeId), name: stored.assigneeName ?? '' },
    stars: stored.stars ?? null,
  };
}

export function toConversation(stored: StoredConversation): Conversation {
  return {
    ...toSummary(stored),
    page: stored.page ?? null,
    visitor: {
      userId: stored.visitorUserId ?? null,
      name: nameOf(stored) ?? null,
      email: stored.visitorEmail ?? null,
    },
    variables: { ...stored.variables },
    collected: [...(stored.collected ?? [])],
    providedContact: stored.providedContact ?? false,
    escalation: stored.escalation ?? null,
    ratingComment: stored.ratingComment ?? null,
    visitorReadThrough: stored.readThrough === undefined ? null : MessageId.parse(stored.readThrough),
  };
}

/** Fields of flows that hold a person's name. */
const NAME_KEYS = new Set(['name', 'fullname', 'full_name', 'yourname', 'contactname', 'contact_name']);

/** What the website says, or what she has told the bot's flow herself. */
function nameOf({ visitorName, collected }: StoredConversation): string | undefined {
  if (visitorName !== undefined) return visitorName;
  const given = collected?.find(({ key }) => NAME_KEYS.has(key.toLowerCase()))?.value;
  return typeof given === 'string' && given !== '' ? given : undefined;
}
