import type { Unanswered } from '../../../../../functions/contract/unanswered';
import { call } from '../../../lib/api';

export function reopenUnanswered(botId: string, unansweredId: string): Promise<Unanswered> {
  return call('actOnUnanswered', { params: { botId, unansweredId }, body: { action: 'reopen' } });
}
