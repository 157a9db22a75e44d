import type { UnansweredId } from '../../../../../functions/contract/ids';
import type { Unanswered, UnansweredAction } from '../../../../../functions/contract/unanswered';
import { call } from '../../../lib/api';

export function actOnUnanswered(
  botId: string,
  unansweredId: UnansweredId,
  action: UnansweredAction,
): Promise<Unanswered> {
  return call('actOnUnanswered', { params: { botId, unansweredId }, body: { action } });
}
