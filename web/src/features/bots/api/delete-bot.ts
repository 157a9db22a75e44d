import type { DeletedBot } from '../../../../../functions/contract/bots';
import { call } from '../../../lib/api';

/** `name` is what the person typed to confirm. */
export function deleteBot(botId: string, name: string): Promise<DeletedBot> {
  return call('deleteBot', { params: { botId }, body: { name } });
}
