import type { Message } from '../../../../../functions/contract/conversations';
import { call } from '../../../lib/api';

/** The same id again sends nothing twice. */
export function replyToVisitor(
  conversationId: string,
  message: { readonly id: string; readonly text: string },
): Promise<Message> {
  return call('replyToVisitor', { params: { conversationId }, body: message });
}
