import type { BotVersionPage } from '../../../../../functions/contract/bots';
import { call } from '../../../lib/api';

export function listVersions(
  botId: string,
  cursor: string | null,
  signal: AbortSignal,
): Promise<BotVersionPage> {
  return call('listBotVersions', { params: { botId }, query: cursor ? { cursor } : {}, signal });
}
