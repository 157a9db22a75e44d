import type { GoldenQuestion, WriteGolden } from '../../../../../functions/contract/golden';
import type { GoldenId } from '../../../../../functions/contract/ids';
import { call } from '../../../lib/api';

/** Adds a test question, or puts it in the place of the one with this id. */
export function saveGolden(botId: string, id: GoldenId | null, golden: WriteGolden): Promise<GoldenQuestion> {
  return id === null
    ? call('addGolden', { params: { botId }, body: golden })
    : call('changeGolden', { params: { botId, goldenId: id }, body: golden });
}
