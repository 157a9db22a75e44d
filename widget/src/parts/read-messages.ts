import type { Message } from '#contract/conversations/conversations';
import type { MessageList } from '#contract/conversations/widget';

/** All that was said in a chat, page by page. */
export async function readMessages(get: (path: string) => Promise<MessageList>): Promise<readonly Message[]> {
  const messages: Message[] = [];
  for (;;) {
    const after = messages.at(-1)?.id;
    const { items } = await get(after ? `messages?after=${after}` : 'messages');
    if (items.length === 0) return messages;
    messages.push(...items);
  }
}
