import type { DocumentLink, OriginalQuery } from '../../../../../functions/contract/documents';
import type { DocumentId } from '../../../../../functions/contract/ids';
import { call } from '../../../lib/api';

export function getOriginal(
  botId: string,
  documentId: DocumentId,
  as: OriginalQuery['as'] = 'shown',
): Promise<DocumentLink> {
  return call('getOriginal', { params: { botId, documentId }, query: { as } });
}
