import * as z from 'zod';
import { BotId, ConversationId, DocumentId } from '../base/ids';
import { HEALTH_REASONS } from './health';

const count = z.number().int().nonnegative();
const compared = <VALUE extends z.ZodType>(value: VALUE) => z.object({ now: value, before: value });

export const HealthReason = z.enum(HEALTH_REASONS);

export const Dashboard = z.object({
  bots: compared(count),
  conversations: compared(count),
  messages: compared(count),
  /** Share of the spans with a health check, or a failed answer, in which nothing failed; null: there was no check. */
  uptime: compared(z.number().min(0).max(1).nullable()),
  days: z.array(z.object({ day: z.string(), conversations: count, messages: count })),
  health: z.array(z.object({ botId: BotId, name: z.string(), reasons: z.array(HealthReason) })),
  /** Whether the account can still claim the longer trial of the alpha programme. */
  alphaTrial: z.enum(['open', 'claimed', 'closed']),
});
export type Dashboard = z.infer<typeof Dashboard>;

export const ACTIVITY_TYPES = ['conversation', 'message', 'document', 'bot_created', 'bot_updated'] as const;
export const ActivityType = z.enum(ACTIVITY_TYPES);
export type ActivityType = z.infer<typeof ActivityType>;

/** Something that happened in an account. */
export const Activity = z.object({
  id: z.string(),
  type: ActivityType,
  at: z.iso.datetime(),
  botId: BotId,
  /** As it was named then. */
  botName: z.string(),
  conversationId: ConversationId.nullable(),
  documentId: DocumentId.nullable(),
  /** A document's title, or the beginning of a message. */
  text: z.string().nullable(),
});
export type Activity = z.infer<typeof Activity>;

export const ActivityPage = z.object({ items: z.array(Activity), cursor: z.string().nullable() });
export type ActivityPage = z.infer<typeof ActivityPage>;
