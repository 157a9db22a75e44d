import type { Document } from '../../../../../functions/contract/documents';
import { call } from '../../../lib/api';

export function getDocument(botId: string, documentId: string, signal: AbortSignal): Promise<Document> {
  return call('getDocument', { params: { botId, documentId }, signal });
}
