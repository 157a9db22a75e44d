import type { RetrievalTrial } from '../../../../../functions/contract/retrieval';
import { call } from '../../../lib/api';

export function tryRetrieval(botId: string, question: string): Promise<RetrievalTrial> {
  return call('tryRetrieval', { params: { botId }, body: { question } });
}
