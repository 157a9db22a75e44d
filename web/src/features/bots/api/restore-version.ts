import type { Bot } from '../../../../../functions/contract/bots';
import { call } from '../../../lib/api';

export function restoreVersion(botId: string, number: number): Promise<Bot> {
  return call('restoreBotVersion', { params: { botId, number: String(number) } });
}
