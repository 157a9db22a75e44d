import type { Conversation } from '../../../../../functions/contract/inbox';
import { call } from '../../../lib/api';

export function markRead(conversationId: string, through: string): Promise<Conversation> {
  return call('markConversationRead', { params: { conversationId }, body: { through } });
}
