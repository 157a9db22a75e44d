import type { Conversation } from '../../../../../functions/contract/inbox';
import { call } from '../../../lib/api';

export function getConversation(conversationId: string, signal: AbortSignal): Promise<Conversation> {
  return call('getConversation', { params: { conversationId }, signal });
}
