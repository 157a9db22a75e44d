import type { OriginalLink } from '../../../../../functions/contract/documents';
import { call } from '../../../lib/api';

export function openAttachment(conversationId: string, attachmentId: string): Promise<OriginalLink> {
  return call('openConversationAttachment', { params: { conversationId, attachmentId } });
}
