import { isOpen } from '#contract/conversation-status';
import type { ConversationState } from '#contract/conversations';
import { ParleyError } from '#platform/errors';
import type { Visitor } from '#platform/visitor-token';
import { changeStatus } from '../conversations/change-status';
import { loadConversation, stateOf } from '../conversations/messages';

/** Ends the conversation; what follows the table tells its other tabs and its team. Repeating it changes nothing. */
export async function endConversation(visitor: Visitor): Promise<ConversationState> {
  const { accountId, conversationId } = visitor;
  try {
    return stateOf(await changeStatus({ accountId, conversationId }, { type: 'end' }));
  } catch (error) {
    const isRefused = error instanceof ParleyError && error.code === 'conversation.transition_refused';
    const conversation = await loadConversation(visitor);
    if (!isRefused || isOpen(conversation.status)) throw error;
    return stateOf(conversation);
  }
}
