import { AccountId, ConversationId } from '#contract/base/ids';
import type { DomainEvent } from '#core/base/events/events';
import type { StoredConversation } from './entity';
import { findConversation } from './messages';

interface Ref {
  readonly accountId: string;
  readonly conversationId: string;
}

/**
 * Gives the heads of conversations that events tell of: as the last event has it, since a message comes with a change of
 * its head, else as it is. What was erased has none.
 */
export function headsOf(
  events: readonly DomainEvent[],
): (ref: Ref) => Promise<StoredConversation | undefined> {
  const heads = new Map<string, Promise<StoredConversation | undefined>>();
  for (const event of events) {
    if (event.type !== 'conversation.changed') continue;
    const head = event.after as StoredConversation;
    heads.set(head.conversationId, Promise.resolve(head));
  }
  return ({ accountId, conversationId }) => {
    const known =
      heads.get(conversationId) ??
      findConversation({
        accountId: AccountId.parse(accountId),
        conversationId: ConversationId.parse(conversationId),
      });
    heads.set(conversationId, known);
    return known;
  };
}
