import type { ReviewedMessage } from '../../../../../functions/contract/answer-record';
import { call } from '../../../lib/api';

/** So many come at once. */
const PAGE = 100;

/** All messages of a conversation, oldest first. */
export async function listMessages(
  conversationId: string,
  signal: AbortSignal,
): Promise<readonly ReviewedMessage[]> {
  const messages: ReviewedMessage[] = [];
  for (;;) {
    const after = messages.at(-1)?.id;
    const { items } = await call('listConversationMessages', {
      params: { conversationId },
      query: after === undefined ? {} : { after },
      signal,
    });
    messages.push(...items);
    if (items.length < PAGE) return messages;
  }
}
