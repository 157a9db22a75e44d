import type { UnansweredList, UnansweredState } from '../../../../../functions/contract/unanswered';
import { call } from '../../../lib/api';

export function listUnanswered(
  botId: string,
  state: UnansweredState,
  signal: AbortSignal,
): Promise<UnansweredList> {
  return call('listUnanswered', { params: { botId }, query: { state }, signal });
}
