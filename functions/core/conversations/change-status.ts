import { ParleyError } from '#platform/errors';
import { type ConditionalWrite, transact } from '#platform/table-writes';
import { conversationUpdate } from './conversation-update';
import type { StoredConversation } from './entity';
import { type ConversationRef, loadConversation } from './messages';
import { type StatusEvent, type Transition, transitionOf } from './transitions';

/** Times that others may move a conversation between its reading and its writing. */
const MAX_ATTEMPTS = 5;

/**
 * Moves a conversation where the table of transitions leads, in one transaction with its place in all lists; else
 * throws `conversation.transition_refused`. Of two that move it at once the second finds what the first has made.
 */
export async function changeStatus(
  ref: ConversationRef,
  statusEvent: StatusEvent,
  /** Further writes of the transaction that moves it. */
  alongside: readonly ConditionalWrite[] = [],
  /** False: it has become another meanwhile, and stays as it is. */
  isStill: (conversation: StoredConversation) => boolean = () => true,
): Promise<StoredConversation> {
  for (let attempt = 1; ; attempt += 1) {
    const conversation = await loadConversation(ref);
    if (!isStill(conversation)) return conversation;
    const move = transitionOf(conversation, statusEvent);
    if (Object.keys(move.head).length === 0) return conversation;
    try {
      await store(conversation, { ...move, writes: [...move.writes, ...alongside] });
      return await loadConversation(ref);
    } catch (error) {
      if (!(error instanceof Moved)) throw error;
      if (attempt === MAX_ATTEMPTS) throw new ParleyError('server.unavailable', { cause: error });
    }
  }
}

async function store(conversation: StoredConversation, { head, writes }: Transition): Promise<void> {
  const { status, lastSequence, empty } = conversation;
  const change = conversationUpdate(conversation, head, {
    condition: {
      and: [
        { attr: 'status', eq: status },
        // A message that came meanwhile would be missing in what has been delivered.
        { attr: 'lastSequence', eq: lastSequence },
        // With the first word it comes into the lists.
        { attr: 'empty', exists: empty === true },
      ],
    },
    refused: () => new Moved(),
  });
  await transact(change, ...writes);
}

class Moved extends Error {}
