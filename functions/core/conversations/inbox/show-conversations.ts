import { ConversationId } from '#contract/base/ids';
import { isWithPerson } from '#contract/conversations/conversation-status';
import { broadcast } from '#core/accounts/sockets/broadcast';
import { conversationChannel, dashboardChannel } from '#core/accounts/sockets/entity';
import type { DomainEvent } from '#core/base/events/events';
import type { Sockets } from '#platform/sockets';
import type { StoredConversation, StoredMessage } from '../entity';
import { stateOf, toMessage } from '../messages';
import type { StoredTimelineEntry } from '../timeline-entity';
import { toSummary } from './views';

/** The visitor hears where their conversation stands; dashboards see those with a person in them. */
export async function showConversation(
  sockets: Sockets,
  event: DomainEvent<'conversation.changed'>,
): Promise<void> {
  const before = event.before as StoredConversation | null;
  const after = event.after as StoredConversation;
  const { accountId, conversationId } = after;
  if (before && before.revision !== after.revision)
    await broadcast(sockets, conversationChannel(accountId, conversationId), {
      type: 'conversation.state',
      conversationId: ConversationId.parse(conversationId),
      state: stateOf(after),
    });
  if (after.isTest) return;
  if (after.deletedAt !== undefined) {
    await broadcast(sockets, dashboardChannel(accountId), {
      type: 'conversation.removed',
      conversationId: ConversationId.parse(conversationId),
    });
    return;
  }
  if (isWithPerson(after.status) || (before && isWithPerson(before.status)))
    await broadcast(sockets, dashboardChannel(accountId), {
      type: 'conversation.changed',
      conversation: toSummary(after),
    });
}

/** Dashboards stop showing what was erased. */
export async function showRemoved(
  sockets: Sockets,
  event: DomainEvent<'conversation.removed'>,
): Promise<void> {
  const { accountId, conversationId, isTest } = event.before as StoredConversation;
  if (isTest) return;
  await broadcast(sockets, dashboardChannel(accountId), {
    type: 'conversation.removed',
    conversationId: ConversationId.parse(conversationId),
  });
}

/** Dashboards see at once what is said to and by a person. */
export async function showMessage(sockets: Sockets, event: DomainEvent<'message.added'>): Promise<void> {
  const message = event.after as StoredMessage;
  // Nobody's call says it: the visitor hears it from here.
  if (message.kind === 'ended')
    await broadcast(sockets, conversationChannel(message.accountId, message.conversationId), {
      type: 'message.added',
      message: toMessage(message),
    });
  if (!message.toPerson && message.author !== 'agent' && !isTold(message.kind)) return;
  await broadcast(sockets, dashboardChannel(message.accountId), {
    type: 'message.added',
    message: toMessage(message),
  });
}

/** Dashboards see what colleagues do, and their notes. */
export async function showTimeline(
  sockets: Sockets,
  { after }: DomainEvent<'conversation.worked_on'>,
): Promise<void> {
  const { accountId, conversationId } = after as StoredTimelineEntry;
  await broadcast(sockets, dashboardChannel(accountId), {
    type: 'conversation.worked_on',
    conversationId: ConversationId.parse(conversationId),
  });
}

/** Of what a bot says, what dashboards see at once. */
function isTold(kind: StoredMessage['kind']): boolean {
  return kind === 'escalated' || kind === 'ended';
}
