import type { Document, UpdateDocument } from '../../../../../functions/contract/documents';
import type { DocumentId } from '../../../../../functions/contract/ids';
import { call } from '../../../lib/api';

export function updateDocument(
  botId: string,
  documentId: DocumentId,
  change: UpdateDocument,
): Promise<Document> {
  return call('updateDocument', { params: { botId, documentId }, body: change });
}
