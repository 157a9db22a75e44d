import { isDeepStrictEqual } from 'node:util';
import { isOpen, isWithPerson } from '../../contract/conversation-status';
import type { ConversationStatus } from '../../contract/conversations';
import { CONTACT_FIELDS } from '../../contract/flow';
import { AccountId, BotId, ConversationId, MessageId, messageIdOf } from '../../contract/ids';
import type { Happened, Image } from './events';

/** What events are told by in a conversation's head. */
interface Head {
  readonly accountId: string;
  readonly botId: string;
  readonly conversationId: string;
  readonly isTest?: boolean;
  readonly unsaid?: boolean;
  readonly status: ConversationStatus;
  readonly lastSequence: number;
  readonly stars?: number;
  readonly providedContact?: boolean;
  readonly visitorEmail?: string;
  readonly collected?: readonly { readonly type: string }[];
}

/**
 * What happened in a conversation. All of it is read from its head, which every message and every move changes: a trial
 * of the draft tells nobody, and neither does what was opened without a word.
 */
export function conversationEvents(beforeImage: Image | null, afterImage: Image): readonly Happened[] {
  const after = afterImage as unknown as Head;
  if (after.isTest || after.unsaid) return [];
  const previous = beforeImage as unknown as Head | null;
  const before = previous?.unsaid ? null : previous;
  const conversation = {
    accountId: AccountId.parse(after.accountId),
    botId: BotId.parse(after.botId),
    conversationId: ConversationId.parse(after.conversationId),
  };
  const events: Happened[] = [];
  if (!before) events.push({ type: 'conversation.started', ...conversation });
  for (let number = (before?.lastSequence ?? 0) + 1; number <= after.lastSequence; number += 1) {
    const messageId = MessageId.parse(messageIdOf(after.conversationId, number));
    events.push({ type: 'message.created', ...conversation, messageId, subject: messageId });
  }
  const [was, is] = [before?.status ?? 'active', after.status];
  if (!isWithPerson(was) && isWithPerson(is))
    events.push({ type: 'conversation.escalated', ...conversation });
  if (isOpen(was) && !isOpen(is)) events.push({ type: 'conversation.ended', ...conversation });
  if (after.providedContact && !isDeepStrictEqual(contactOf(before), contactOf(after)))
    events.push({ type: 'contact.collected', ...conversation });
  if (before?.stars !== after.stars && after.stars !== undefined)
    events.push({ type: 'conversation.rated', ...conversation });
  return events;
}

/** How a visitor can be reached. */
function contactOf(conversation: Head | null) {
  if (!conversation?.providedContact) return null;
  const { collected = [], visitorEmail } = conversation;
  return {
    visitorEmail,
    collected: collected.filter(({ type }) => CONTACT_FIELDS.some((field) => field === type)),
  };
}
