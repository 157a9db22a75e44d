import type { BotPage } from '../../../../../functions/contract/bots';
import { call } from '../../../lib/api';

export function listBots(signal: AbortSignal): Promise<BotPage> {
  return call('listBots', { query: { limit: 100 }, signal });
}
