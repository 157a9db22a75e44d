import type { Bot, DuplicateBot } from '../../../../../functions/contract/bots';
import { call } from '../../../lib/api';

export function duplicateBot(botId: string, copy: DuplicateBot): Promise<Bot> {
  return call('duplicateBot', { params: { botId }, body: copy });
}
