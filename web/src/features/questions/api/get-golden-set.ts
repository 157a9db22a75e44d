import type { GoldenSet } from '../../../../../functions/contract/golden';
import { call } from '../../../lib/api';

export function getGoldenSet(botId: string, signal: AbortSignal): Promise<GoldenSet> {
  return call('getGoldenSet', { params: { botId }, signal });
}
