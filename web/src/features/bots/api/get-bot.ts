import type { Bot } from '../../../../../functions/contract/bots';
import { call } from '../../../lib/api';

export function getBot(botId: string, signal: AbortSignal): Promise<Bot> {
  return call('getBot', { params: { botId }, signal });
}
