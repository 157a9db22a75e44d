import type { DocumentLink } from '../../../../../functions/contract/documents';
import type { DocumentId } from '../../../../../functions/contract/ids';
import { call } from '../../../lib/api';

export function getOriginal(botId: string, documentId: DocumentId): Promise<DocumentLink> {
  return call('getOriginal', { params: { botId, documentId } });
}
