import type { OriginalLink } from '../../../../../functions/contract/documents';
import { call } from '../../../lib/api';

/** The document that an answer cites. */
export function openSource(botId: string, documentId: string): Promise<OriginalLink> {
  return call('getOriginal', { params: { botId, documentId } });
}
