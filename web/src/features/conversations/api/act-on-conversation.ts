import type { Conversation, ConversationAction } from '../../../../../functions/contract/inbox';
import { call } from '../../../lib/api';

export function actOnConversation(conversationId: string, action: ConversationAction): Promise<Conversation> {
  return call('actOnConversation', { params: { conversationId }, body: { action } });
}
