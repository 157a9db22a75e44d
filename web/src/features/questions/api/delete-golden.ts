import type { GoldenId } from '../../../../../functions/contract/ids';
import { call } from '../../../lib/api';

export async function deleteGolden(botId: string, goldenId: GoldenId): Promise<void> {
  await call('deleteGolden', { params: { botId, goldenId } });
}
