import type { Conversation } from './conversation';
import type { PartContext } from './parts/part';

/** Returns what tells the page of each message that has come since, once. */
export function createMessageEvents(conversation: Conversation, emit: PartContext['emit']): () => void {
  const told = new Set<string>();
  return () => {
    for (const { key, author, text, receivedAt, status } of conversation.entries) {
      if (receivedAt === 0 || told.has(key) || (author !== 'visitor' && status !== 'done')) continue;
      told.add(key);
      emit('message', { author, text });
      if (author === 'bot') emit('answer', { text });
    }
  };
}
