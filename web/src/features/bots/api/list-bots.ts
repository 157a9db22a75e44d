import type { BotPage } from '../../../../../functions/contract/bots';
import { call } from '../../../lib/api';

export function listBots(cursor: string | null, signal: AbortSignal): Promise<BotPage> {
  return call('listBots', { query: cursor ? { cursor } : {}, signal });
}
