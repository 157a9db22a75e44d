/** How far a visitor's messages have come. */
import type { ConversationState } from '#contract/conversations/conversations';
import type { ChatState } from './chat-state';

/** What was read on the server before, and comes after what is known, changes nothing. */
export function noteState(chat: ChatState, state: ConversationState): void {
  if (state.revision >= (chat.state?.revision ?? 0)) chat.state = state;
}

/** As the state says, which may be told before the message itself is. */
export function advanceByState(chat: ChatState, messageId: string): void {
  if (messageId <= (chat.state?.deliveredThrough ?? '')) advance(chat, messageId, 'delivered');
  if (messageId <= (chat.state?.readThrough ?? '')) advance(chat, messageId, 'read');
}

/** Never back. */
export function advance(chat: ChatState, messageId: string, status: 'delivered' | 'read'): void {
  const entry = chat.entries.find(({ id }) => id === messageId);
  if (entry?.author === 'visitor' && entry.status !== 'read') entry.status = status;
}

/** Such a message waits for nobody's answer. */
export function isForPerson(chat: ChatState, messageId: string): boolean {
  return chat.isWithPerson || messageId <= (chat.state?.deliveredThrough ?? '');
}
