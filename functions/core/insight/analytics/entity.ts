import { any, Entity, type FormattedItem, item, number, string } from 'dynamodb-toolbox';
import type { LayoutWidget } from '#contract/insight/analytics-layout';
import { accountPartition } from '#core/accounts/entity';
import { conversationChannel } from '#core/accounts/sockets/entity';
import { table } from '#platform/table';
import type { DayKind } from './days';
import type { Counted } from './tally';

interface BotKey {
  readonly accountId: string;
  readonly botId: string;
}

/** Roll-ups of a bot: its days by kind, in the account's time zone. */
export function analyticsPartition({ accountId, botId }: BotKey): string {
  return `ACCOUNT#${accountId}#BOT#${botId}#ANALYTICS`;
}

/** Of these sort keys are the roll-ups that hold words of visitors and documents, or addresses: they go with their bot. */
export const WORDS_OF_FIGURES = ['TOPICS#', 'TOPIC_NAMES', 'PAGES#', 'FLOW#', 'VISIT_BATCH#'] as const;

/** Key of a day's item. Its attributes are counters, named at run time. */
export function dayKey(
  bot: BotKey,
  kind: DayKind,
  day: string,
): { readonly pk: string; readonly sk: string } {
  return { pk: analyticsPartition(bot), sk: `${kind}#${day}` };
}

/** What a conversation has added to its bot's days: it is replaced, and the difference added, in one transaction. */
export const ConversationCountEntity = new Entity({
  name: 'ConversationCount',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    conversationId: string().key(),
    botId: string(),
    /** The day on which it began, as it was counted first: another time zone moves nothing. */
    day: string(),
    /** By which its day and hour were told. Those that were counted first have none. */
    timeZone: string().optional(),
    revision: number(),
    counted: any().castAs<Counted>(),
    /** Messages of it that are in the platform's counts; none: it is in none. */
    onPlatform: number().optional(),
    expiresAt: number().optional(),
  }),
  computeKey: ({ accountId, conversationId }) => ({
    pk: conversationChannel(accountId, conversationId),
    sk: 'COUNTED',
  }),
});
export type StoredConversationCount = FormattedItem<typeof ConversationCountEntity>;

/** A rating, in the account's list by when its conversation began. */
export const RatingEntity = new Entity({
  name: 'Rating',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    startedAt: string().key(),
    conversationId: string().key(),
    botId: string(),
    /** In the account's time zone. */
    day: string(),
    stars: number(),
    comment: string().optional(),
  }),
  computeKey: ({ accountId, startedAt, conversationId }) => ({
    pk: ratingsPartition(accountId),
    sk: `RATING#${startedAt}#${conversationId}`,
  }),
});

export function ratingsPartition(accountId: string): string {
  return `ACCOUNT#${accountId}#RATINGS`;
}

/** What topics of a bot were renamed to; empty names are none. */
export const TopicNamesEntity = new Entity({
  name: 'TopicNames',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    botId: string().key(),
    names: any().castAs<Readonly<Record<string, string>>>(),
    version: number(),
  }),
  computeKey: (bot) => ({ pk: analyticsPartition(bot), sk: 'TOPIC_NAMES' }),
});

/** A person's own dashboard in an account. */
export const AnalyticsLayoutEntity = new Entity({
  name: 'AnalyticsLayout',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    userId: string().key(),
    version: number(),
    widgets: any().castAs<readonly LayoutWidget[]>(),
  }),
  computeKey: ({ accountId, userId }) => ({
    pk: accountPartition(accountId),
    sk: `ANALYTICS_LAYOUT#${userId}`,
  }),
});
