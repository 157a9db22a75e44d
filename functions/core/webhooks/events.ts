import { isDeepStrictEqual } from 'node:util';
import { isOpen, isWithPerson } from '../../contract/conversation-status';
import { CONTACT_FIELDS } from '../../contract/flow';
import { AccountId, BotId, ConversationId } from '../../contract/ids';
import type { WebhookEventType } from '../../contract/webhooks';
import { idOf } from '../../platform/ids';
import type { StoredConversation } from '../conversations/entity';
import { messageIdOf } from '../conversations/entity';
import { queueWebhookJob } from './jobs';
import { readWebhooks } from './webhooks';

/** Something that happened in a conversation, as the change of its head tells it. */
export interface ConversationHappening {
  readonly type: WebhookEventType;
  /** Of `message.created`. */
  readonly messageId?: string;
}

/**
 * What webhooks are told of a change of a conversation. All of it is read from its head, which every message and
 * every move changes: a trial of the draft tells nobody, and neither does what was opened without a word.
 */
export function happeningsOf(
  previous: StoredConversation | null,
  after: StoredConversation | null,
): readonly ConversationHappening[] {
  if (!after || after.isTest || after.unsaid) return [];
  const before = previous?.unsaid ? null : previous;
  const happenings: ConversationHappening[] = [];
  if (!before) happenings.push({ type: 'conversation.started' });
  for (let number = (before?.lastSequence ?? 0) + 1; number <= after.lastSequence; number += 1)
    happenings.push({ type: 'message.created', messageId: messageIdOf(after.conversationId, number) });
  const [was, is] = [before?.status ?? 'active', after.status];
  if (!isWithPerson(was) && isWithPerson(is)) happenings.push({ type: 'conversation.escalated' });
  if (isOpen(was) && !isOpen(is)) happenings.push({ type: 'conversation.ended' });
  if (after.providedContact && !isDeepStrictEqual(contactOf(before), contactOf(after)))
    happenings.push({ type: 'contact.collected' });
  if (before?.stars !== after.stars && after.stars !== undefined)
    happenings.push({ type: 'conversation.rated' });
  return happenings;
}

/** How a visitor can be reached. */
function contactOf(conversation: StoredConversation | null) {
  if (!conversation?.providedContact) return null;
  const { collected = [], visitorEmail } = conversation;
  return { visitorEmail, collected: collected.filter(({ type }) => CONTACT_FIELDS.includes(type)) };
}

/** Tells the webhooks of a conversation's bot, if there are any that want to know. Twice the same is once. */
export async function announce(
  before: StoredConversation | null,
  after: StoredConversation | null,
  at: Date,
): Promise<void> {
  const happenings = happeningsOf(before, after);
  if (!after || happenings.length === 0) return;
  const ref = { accountId: AccountId.parse(after.accountId), botId: BotId.parse(after.botId) };
  const wanted = new Set((await readWebhooks(ref)).flatMap(({ enabled, events }) => (enabled ? events : [])));
  for (const { type, messageId } of happenings) {
    if (!wanted.has(type)) continue;
    await queueWebhookJob({
      kind: 'event',
      ...ref,
      conversationId: ConversationId.parse(after.conversationId),
      type,
      ...(messageId !== undefined && { messageId }),
      at: at.toISOString(),
      eventId: idOf(at, `${after.conversationId} ${type} ${messageId ?? at.toISOString()}`),
    });
  }
}
