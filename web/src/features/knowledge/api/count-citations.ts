import type { CitationCounts } from '../../../../../functions/contract/documents';
import type { DocumentId } from '../../../../../functions/contract/ids';
import { call } from '../../../lib/api';

export function countCitations(
  botId: string,
  documentIds: readonly DocumentId[],
  signal: AbortSignal,
): Promise<CitationCounts> {
  return call('countCitations', { params: { botId }, body: { documentIds: [...documentIds] }, signal });
}
