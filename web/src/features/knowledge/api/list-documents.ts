import type { DocumentPage } from '../../../../../functions/contract/documents';
import { call } from '../../../lib/api';

export function listDocuments(
  botId: string,
  cursor: string | null,
  signal: AbortSignal,
): Promise<DocumentPage> {
  const query = cursor ? { limit: 100, cursor } : { limit: 100 };
  return call('listDocuments', { params: { botId }, query, signal });
}
