import type { Document } from '../../../../../functions/contract/documents';
import type { DocumentId } from '../../../../../functions/contract/ids';
import { call } from '../../../lib/api';

export function retryDocument(botId: string, documentId: DocumentId): Promise<Document> {
  return call('retryDocument', { params: { botId, documentId } });
}
