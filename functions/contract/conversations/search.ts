import * as z from 'zod';
import { BotId, ConversationId, DocumentId } from '../base/ids';
import { Line } from '../base/text';

/** Of each kind. */
export const MOST_FOUND = 5;

export const AccountSearchQuery = z.object({ q: Line({ min: 1, max: 100 }) });
export type AccountSearchQuery = z.infer<typeof AccountSearchQuery>;

/** The first few of each kind, those whose name begins with what was typed before the others. */
export const AccountSearch = z.object({
  bots: z.array(z.object({ id: BotId, name: z.string() })),
  documents: z.array(z.object({ id: DocumentId, title: z.string(), botId: BotId, botName: z.string() })),
  conversations: z.array(
    z.object({ id: ConversationId, visitor: z.string(), botName: z.string(), at: z.iso.datetime() }),
  ),
});
export type AccountSearch = z.infer<typeof AccountSearch>;
