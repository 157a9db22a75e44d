import type { Bot, UpdateBot } from '../../../../../functions/contract/bots';
import { call } from '../../../lib/api';

export function saveFlow(botId: string, change: UpdateBot): Promise<Bot> {
  return call('updateBot', { params: { botId }, body: change });
}
