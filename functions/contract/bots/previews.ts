import * as z from 'zod';
import { BotId } from '../base/ids';
import { BotVisibility } from './bot-config';
import { BotStatus } from './bot-states';
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

const ByLanguage = z.object({ en: z.string(), de: z.string() });

/**
 * Widget ids of the operator's own bots: those by which Parley shows itself, and those that answer from the articles of
 * the help centre. Null where the stage has none.
 */
export const Demo = z.object({ widgets: ByLanguage.nullable(), help: ByLanguage.nullable() });
export type Demo = z.infer<typeof Demo>;
