import type * as z from 'zod';
import type { Bot, CreateBot } from '../../../../../functions/contract/bots';
import { call } from '../../../lib/api';

export function createBot(bot: z.input<typeof CreateBot>): Promise<Bot> {
  return call('createBot', { body: bot });
}
