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

/** Two names that people would take for the same are the same. */
export function normalizeName(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}
