import { isDeepStrictEqual } from 'node:util';
import { AccountId, BotId, ConversationId, MessageId } from '#contract/base/ids';
import { messageIdOf } from '#contract/base/message-ids';
import { CONTACT_FIELDS } from '#contract/bots/flow';
import { isOpen, isWithPerson } from '#contract/conversations/conversation-status';
import type { ConversationStatus } from '#contract/conversations/conversations';
import type { EventDraft, Image } from './events';

/** What events are told by in a conversation's head. */
interface Head {
  readonly accountId: string;
  readonly botId: string;
  readonly conversationId: string;
  readonly isTest?: boolean | undefined;
  readonly empty?: boolean | undefined;
  readonly status: ConversationStatus;
  readonly lastSequence: number;
  readonly stars?: number;
  readonly providedContact?: boolean;
  readonly visitorEmail?: string;
  readonly collected?: readonly { readonly type: string }[];
}

/** Whether a conversation is counted and told of. A trial of the draft is not, nor what was opened without a word. */
export function isCounted({ isTest, empty }: Pick<Head, 'isTest' | 'empty'>): boolean {
  return !isTest && !empty;
}

/** What happened in a conversation. All of it is read from its head, which every message and every move changes. */
export function conversationEvents(beforeImage: Image | null, afterImage: Image): readonly EventDraft[] {
  const after = afterImage as unknown as Head;
  if (!isCounted(after)) return [];
  const previous = beforeImage as unknown as Head | null;
  const before = previous?.empty ? null : previous;
  const conversation = {
    accountId: AccountId.parse(after.accountId),
    botId: BotId.parse(after.botId),
    conversationId: ConversationId.parse(after.conversationId),
  };
  const events: EventDraft[] = [];
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
