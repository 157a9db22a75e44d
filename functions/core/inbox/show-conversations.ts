import { isDeepStrictEqual } from 'node:util';
import { isWithPerson } from '../../contract/conversation-status';
import { ConversationId } from '../../contract/ids';
import type { Sockets } from '../../platform/sockets';
import type { StoredConversation, StoredMessage } from '../conversations/entity';
import { stateOf, toMessage } from '../conversations/messages';
import type { DomainEvent } from '../events/events';
import { broadcast } from '../sockets/broadcast';
import { conversationChannel, dashboardChannel } from '../sockets/entity';
import { toSummary } from './views';

/** The visitor hears where her conversation stands; dashboards see those with a person in them. */
export async function showConversation(
  sockets: Sockets,
  event: DomainEvent<'conversation.changed'>,
): Promise<void> {
  const before = event.before as StoredConversation | null;
  const after = event.after as StoredConversation;
  const { accountId, conversationId } = after;
  if (before && !isDeepStrictEqual(stateOf(before), stateOf(after)))
    await broadcast(sockets, conversationChannel(accountId, conversationId), {
      type: 'conversation.state',
      conversationId: ConversationId.parse(conversationId),
      state: stateOf(after),
    });
  if (after.isTest) return;
  if (isWithPerson(after.status) || (before && isWithPerson(before.status)))
    await broadcast(sockets, dashboardChannel(accountId), {
      type: 'conversation.changed',
      conversation: toSummary(after),
    });
}

/** Dashboards see at once what is said to and by a person. */
export async function showMessage(sockets: Sockets, event: DomainEvent<'message.added'>): Promise<void> {
  const message = event.after as StoredMessage;
  if (!message.toPerson && message.author !== 'agent' && message.kind !== 'escalated') return;
  await broadcast(sockets, dashboardChannel(message.accountId), {
    type: 'message.added',
    message: toMessage(message),
  });
}
