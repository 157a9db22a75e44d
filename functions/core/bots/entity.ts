import { createHash } from 'node:crypto';
import { Entity, type FormattedItem, item, list, number, string } from 'dynamodb-toolbox';
import { table } from '../../platform/table';
import { accountPartition } from '../accounts/entity';

/** Ids sort by time: newest first is descending. */
export const BotEntity = new Entity({
  name: 'Bot',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    botId: string().key(),
    widgetId: string(),
    name: string(),
    description: string(),
    language: string().enum('en', 'de'),
    status: string().enum('draft', 'training', 'ready', 'active', 'inactive', 'error'),
    companyName: string(),
    welcomeMessage: string(),
    fallbackMessage: string(),
    primaryColor: string(),
    secondaryColor: string(),
    position: string().enum('bottom-right', 'bottom-left', 'top-right', 'top-left'),
    allowedDomains: list(string()),
    /** Grows with every change of an editor. */
    version: number(),
    createdAt: string(),
    updatedAt: string(),
  }),
  computeKey: ({ accountId, botId }) => ({ pk: accountPartition(accountId), sk: `BOT#${botId}` }),
});
export type StoredBot = FormattedItem<typeof BotEntity>;

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
