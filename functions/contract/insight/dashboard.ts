import * as z from 'zod';
import { BotId, ConversationId, DocumentId } from '../base/ids';

/** Days that the dashboard's totals are of; they are compared with as many before, up to the same minute. */
export const DASHBOARD_DAYS = 30;
/** A span of time of which is kept whether something failed in it. */
export const UPTIME_MINUTES = 5;

const count = z.number().int().nonnegative();
const compared = <VALUE extends z.ZodType>(value: VALUE) => z.object({ now: value, before: value });

/** Why a bot does not do as well as it could, the gravest first. Each has a page that mends it. */
export const HEALTH_REASONS = [
  'answers_failed',
  'paused',
  'not_published',
  'no_documents',
  'documents_failed',
  'many_unanswered',
  'not_seen',
  'unpublished_changes',
] as const;
export const HealthReason = z.enum(HEALTH_REASONS);
export type HealthReason = z.infer<typeof HealthReason>;

/** Visitors get no good answer with these. The others are to be looked at; a draft is no fault. */
export const GRAVE_REASONS: readonly HealthReason[] = ['answers_failed', 'paused', 'no_documents'];

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
