import type { DocumentPage } from '../../../../../functions/contract/documents';
import { call } from '../../../lib/api';

export function listDocuments(
  botId: string,
  cursor: string | null,
  signal: AbortSignal,
): Promise<DocumentPage> {
  return call('listDocuments', { params: { botId }, query: cursor ? { cursor } : {}, signal });
}
