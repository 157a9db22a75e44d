import { createHash } from 'node:crypto';
import { $set, any, boolean, Entity, type FormattedItem, item, map, number, string } from 'dynamodb-toolbox';
import type { BotConfig } from '#contract/bots/bot-config';
import { BOT_STATUSES } from '#contract/bots/bot-status';
import { table } from '#platform/table';
import { accountPartition } from '../accounts/entity';

/** What visitors get: a version of the configuration that never changes. */
export interface Publication {
  readonly number: number;
  readonly config: BotConfig;
}

/** A bot that was on the air until its account's plan became too small. */
export interface HeldByPlan {
  readonly status: 'active' | 'inactive';
  readonly publication: Publication;
  readonly at: string;
}

/** How many documents of a bot are in which state, as far as it doesn't answer from them. */
export interface DocumentsInWork {
  readonly pending: number;
  readonly processing: number;
  readonly failed: number;
}

/**
 * A bot: its draft, which editors change, and its publication, by which visitors are answered. Ids sort by time:
 * newest first is descending.
 */
export const BotEntity = new Entity({
  name: 'Bot',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    botId: string().key(),
    widgetId: string(),
    name: string(),
    status: string().enum(...BOT_STATUSES),
    config: any().castAs<BotConfig>(),
    publication: any().castAs<Publication>().optional(),
    /** Number of the newest publication, also of one that was withdrawn: no number comes twice. */
    lastPublication: number().optional(),
    /** Whether the text of pages that are pictures is recognised. */
    readsPictures: boolean().optional(),
    documents: any().castAs<DocumentsInWork>().optional(),
    /** Times that they were counted anew: of two counts at once the older is not written. */
    timesCounted: number().optional(),
    /** When a person last asked for a training. */
    trainingRequestedAt: string().optional(),
    /** Whether that training reads everything anew, not only what failed. */
    trainsAnew: boolean().optional(),
    /** What the plan took off the air, as it was: it comes back with a plan that has room for it. */
    heldByPlan: map({
      status: string().enum('active', 'inactive'),
      publication: any().castAs<Publication>(),
      at: string(),
    }).optional(),
    /** The bot whose documents a duplicate was made with. */
    knowledgeFrom: string().optional(),
    /** Grows with every change of the draft. */
    version: number(),
    createdAt: string(),
    updatedAt: string(),
  }),
  computeKey: ({ accountId, botId }) => ({ pk: accountPartition(accountId), sk: `BOT#${botId}` }),
});
export type BotItem = FormattedItem<typeof BotEntity>;

/**
 * For updates: the whole value of an attribute of any shape. Written plainly its fields would be merged into the
 * former ones. (The library does so, but its types know it of maps only.)
 */
export function replaced<VALUE extends object>(value: VALUE): VALUE {
  return $set(value) as unknown as VALUE;
}

/** All versions that a bot was ever published in. Numbers sort as they count. */
export function versionsPartition({ accountId, botId }: { accountId: string; botId: string }): string {
  return `ACCOUNT#${accountId}#BOT#${botId}#VERSIONS`;
}

/** What was published of a bot, under a number that never comes twice. */
export const BotVersionEntity = new Entity({
  name: 'BotVersion',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    botId: string().key(),
    number: number().key(),
    config: any().castAs<BotConfig>(),
    publishedAt: string(),
    publishedBy: string(),
    restoredFrom: number().optional(),
  }),
  computeKey: (input) => ({
    pk: versionsPartition(input),
    sk: `VERSION#${String(input.number).padStart(9, '0')}`,
  }),
});
export type StoredVersion = FormattedItem<typeof BotVersionEntity>;

/** A bot that was deleted, as it was: it can be brought back until its time has come. */
export const DeletedBotEntity = new Entity({
  name: 'DeletedBot',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    botId: string().key(),
    name: string(),
    bot: any().castAs<BotItem>(),
    deletedAt: string(),
    purgeAt: string(),
    /** All of it is being erased: there is no way back. */
    isPurged: boolean().optional(),
  }),
  computeKey: ({ accountId, botId }) => ({ pk: accountPartition(accountId), sk: `DELETED_BOT#${botId}` }),
});
export type StoredDeletion = FormattedItem<typeof DeletedBotEntity>;

/** A bot that was erased, of which its figures are left. */
export const FormerBotEntity = new Entity({
  name: 'FormerBot',
  table,
  timestamps: false,
  schema: item({ accountId: string().key(), botId: string().key() }),
  computeKey: ({ accountId, botId }) => ({ pk: accountPartition(accountId), sk: `FORMER_BOT#${botId}` }),
});

/** Ends by its time to live: that is when a deleted bot is erased. What is deleted itself erases nothing. */
export const BotPurgeEntity = new Entity({
  name: 'BotPurge',
  table,
  timestamps: false,
  schema: item({ accountId: string().key(), botId: string().key(), expiresAt: number() }),
  computeKey: ({ accountId, botId }) => ({ pk: accountPartition(accountId), sk: `BOT_PURGE#${botId}` }),
});

/** Takes a name in an account. */
export const BotNameEntity = new Entity({
  name: 'BotName',
  table,
  timestamps: false,
  schema: item({ accountId: string().key(), normalizedName: string().key(), botId: string() }),
  computeKey: ({ accountId, normalizedName }) => ({
    pk: accountPartition(accountId),
    sk: `BOTNAME#${normalizedName}`,
  }),
});

/** Which bot a widget is: visitors know nothing else of it. */
export const WidgetEntity = new Entity({
  name: 'Widget',
  table,
  timestamps: false,
  schema: item({ widgetId: string().key(), accountId: string(), botId: string() }),
  computeKey: ({ widgetId }) => ({ pk: `WIDGET#${widgetId}`, sk: 'WIDGET' }),
});

/** Whose a bot is: a link to it names no account. Documents' places in the plan depend on it (`document-quota.ts`). */
export const BotOwnerEntity = new Entity({
  name: 'BotOwner',
  table,
  timestamps: false,
  schema: item({
    botId: string().key(),
    accountId: string(),
    /** While the bot is deleted and can come back: its documents count nowhere. */
    isDeleted: boolean().optional(),
  }),
  computeKey: ({ botId }) => ({ pk: `BOT#${botId}`, sk: 'BOT' }),
});

/** The longest name as its own key; a longer one, which some characters fold to, goes by its hash. */
const MAX_KEY_BYTES = 512;

/** Names that people would take for the same have one key: whatever their case, width, accents' form and spaces. */
export function nameKey(name: string): string {
  const folded = name
    .normalize('NFKC')
    // Both ways, so that also `STRASSE` is `Straße`.
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  return Buffer.byteLength(folded) <= MAX_KEY_BYTES
    ? folded
    : createHash('sha256').update(folded).digest('hex');
}
