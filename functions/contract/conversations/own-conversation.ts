import * as z from 'zod';
import { Language } from '../accounts/profile';
import { BotId, ConversationId } from '../base/ids';
import { CollectedValue } from './inbox';

/** What is stored of a visitor with their conversation, for themselves. Its messages are listed by a call of their own. */
export const OwnConversation = z.object({
  conversationId: ConversationId,
  botId: BotId,
  startedAt: z.iso.datetime(),
  lastMessageAt: z.iso.datetime().nullable(),
  language: Language,
  /** Where it began. */
  page: z.string().nullable(),
  visitor: z.object({ id: z.string().nullable(), name: z.string().nullable(), email: z.string().nullable() }),
  /** What the website said of the visitor, and what the flow asked for. */
  variables: z.record(z.string(), z.string()),
  collected: z.array(CollectedValue),
  rating: z.object({ stars: z.number().int(), comment: z.string().nullable() }).nullable(),
});
export type OwnConversation = z.infer<typeof OwnConversation>;
