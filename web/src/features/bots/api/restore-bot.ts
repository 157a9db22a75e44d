import type { Bot } from '../../../../../functions/contract/bots';
import { call } from '../../../lib/api';

export function restoreBot(botId: string): Promise<Bot> {
  return call('restoreBot', { params: { botId } });
}
