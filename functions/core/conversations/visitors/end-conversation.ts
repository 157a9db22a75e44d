import { isOpen } from '#contract/conversations/conversation-status';
import type { ConversationState } from '#contract/conversations/conversations';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import type { Visitor } from '#platform/visitor-token';
import { changeStatus } from '../change-status';
import { loadConversation, stateOf } from '../messages';
import { entryWrite, visitorEntry } from '../timeline-entity';

/** Ends the conversation; what follows the table tells its other tabs and its team. Repeating it changes nothing. */
export async function endConversation(clock: Clock, visitor: Visitor): Promise<ConversationState> {
  const { accountId, conversationId } = visitor;
  try {
    const ref = { accountId, conversationId };
    // What was opened without a word goes by itself, and nothing of it may stay.
    const conversation = await loadConversation(ref);
    const entry = visitorEntry(clock, ref, { kind: 'end' });
    return stateOf(
      await changeStatus(ref, { type: 'end' }, conversation.empty ? [] : [entryWrite(conversation, entry)]),
    );
  } catch (error) {
    const isRefused = error instanceof ParleyError && error.code === 'conversation.transition_refused';
    const conversation = await loadConversation(visitor);
    if (!isRefused || isOpen(conversation.status)) throw error;
    return stateOf(conversation);
  }
}
