import type { GoldenSet, UpdateGoldenSet } from '../../../../../functions/contract/golden';
import { call } from '../../../lib/api';

export function updateGoldenSet(botId: string, change: UpdateGoldenSet): Promise<GoldenSet> {
  return call('updateGoldenSet', { params: { botId }, body: change });
}
