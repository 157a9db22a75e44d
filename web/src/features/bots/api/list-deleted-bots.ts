import type { DeletedBot } from '../../../../../functions/contract/bots';
import { call } from '../../../lib/api';

export async function listDeletedBots(signal: AbortSignal): Promise<readonly DeletedBot[]> {
  const { items } = await call('listDeletedBots', { signal });
  return items;
}
