import type { Document } from '../../../../../functions/contract/documents';
import type { DocumentId } from '../../../../../functions/contract/ids';
import { call } from '../../../lib/api';

export function completeUpload(botId: string, documentId: DocumentId): Promise<Document> {
  return call('completeUpload', { params: { botId, documentId } });
}
