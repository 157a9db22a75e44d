import type { PassageSearch } from '../../../../../functions/contract/retrieval';
import { call } from '../../../lib/api';

export function searchPassages(botId: string, words: string, signal: AbortSignal): Promise<PassageSearch> {
  return call('searchPassages', { params: { botId }, body: { words }, signal });
}
