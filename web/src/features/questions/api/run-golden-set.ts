import type { GoldenSet } from '../../../../../functions/contract/golden';
import { call } from '../../../lib/api';

export function runGoldenSet(botId: string): Promise<GoldenSet> {
  return call('runGoldenSet', { params: { botId } });
}
