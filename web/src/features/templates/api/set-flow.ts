import type { Bot } from '../../../../../functions/contract/bots';
import type { Flow } from '../../../../../functions/contract/flow';
import { call } from '../../../lib/api';

/** Refused where the bot was changed since it was read: what is replaced is what was shown. */
export function setFlow({ id, version }: Pick<Bot, 'id' | 'version'>, flow: Flow | null): Promise<Bot> {
  return call('updateBot', { params: { botId: id }, body: { version, flow } });
}
