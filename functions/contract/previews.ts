import * as z from 'zod';
import { BotVisibility } from './bot-config';
import { BotStatus } from './bot-status';
import { BotId } from './ids';
import { PublicBot } from './public-bot';

/** What people of the account see of a bot before anyone else does: its draft. */
export const BotPreview = z.object({
  botId: BotId,
  bot: PublicBot,
  visibility: BotVisibility,
  status: BotStatus,
  /** Whether visitors see something else, or nothing. */
  isUnpublished: z.boolean(),
});
export type BotPreview = z.infer<typeof BotPreview>;

/** Widget ids of the bots by which Parley shows itself; null where the stage has none. */
export const Demo = z.object({ widgets: z.object({ en: z.string(), de: z.string() }).nullable() });
export type Demo = z.infer<typeof Demo>;
