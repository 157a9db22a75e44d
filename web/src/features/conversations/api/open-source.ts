import type { DocumentLink } from '../../../../../functions/contract/documents';
import { call } from '../../../lib/api';

/** The document that an answer cites. */
export function openSource(botId: string, documentId: string): Promise<DocumentLink> {
  return call('getOriginal', { params: { botId, documentId } });
}
