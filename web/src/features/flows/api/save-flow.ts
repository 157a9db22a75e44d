import type { Bot } from '../../../../../functions/contract/bots';
import type { Flow } from '../../../../../functions/contract/flow';
import { call } from '../../../lib/api';

export function saveFlow(botId: string, version: number, flow: Flow | null): Promise<Bot> {
  return call('updateBot', { params: { botId }, body: { version, flow } });
}
