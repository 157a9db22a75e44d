import type { BotAction } from '../../../../../functions/contract/bot-status';
import type { Bot } from '../../../../../functions/contract/bots';
import { call } from '../../../lib/api';

export function actOnBot(botId: string, action: BotAction): Promise<Bot> {
  return call('actOnBot', { params: { botId }, body: { action } });
}
