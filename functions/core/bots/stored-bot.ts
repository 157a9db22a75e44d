import { isDeepStrictEqual } from 'node:util';
import { AccountId, BotId, WidgetId } from '#contract/base/ids';
import { type BotConfig, botDefaults, CONFIG_FIELDS, DEFAULT_MESSAGES } from '#contract/bots/bot-config';
import { type BotStatus, isDeployed } from '#contract/bots/bot-status';
import { ParleyError } from '#platform/errors';
import { sanitiseCss } from './custom-css';
import type { BotItem, DocumentsInWork, HeldByPlan, Publication } from './entity';

/** A bot as the table has it, whatever fields there were when it was stored. */
export interface StoredBot {
  readonly accountId: AccountId;
  readonly botId: BotId;
  readonly widgetId: WidgetId;
  readonly name: string;
  readonly status: BotStatus;
  /** The draft. */
  readonly config: BotConfig;
  /** Null: visitors have no widget of it. */
  readonly publication: Publication | null;
  readonly lastPublication: number;
  /** Null: the plan keeps it from nothing. */
  readonly heldByPlan: HeldByPlan | null;
  readonly readsPictures: boolean;
  readonly documents: DocumentsInWork;
  readonly timesCounted: number;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Fields of a configuration; one that is undefined is left out. */
type Changes = { readonly [FIELD in keyof BotConfig]?: BotConfig[FIELD] | undefined };

/** A bot that visitors have a widget of. */
export type LiveBot = StoredBot & { readonly publication: Publication };

export function readBot(item: BotItem): StoredBot {
  const { publication } = item;
  return {
    accountId: AccountId.parse(item.accountId),
    botId: BotId.parse(item.botId),
    widgetId: WidgetId.parse(item.widgetId),
    name: item.name,
    status: item.status,
    config: completeConfig(item.config),
    publication: publication ? { ...publication, config: completeConfig(publication.config) } : null,
    lastPublication: item.lastPublication ?? 0,
    heldByPlan: item.heldByPlan ?? null,
    readsPictures: item.readsPictures ?? false,
    documents: item.documents ?? { pending: 0, processing: 0, failed: 0 },
    timesCounted: item.timesCounted ?? 0,
    version: item.version,
    createdAt: item.createdAt,
    updatedAt: item.updatedAt,
  };
}

/** Whether visitors have a widget of it. */
export function isLive(bot: StoredBot): bot is LiveBot {
  return bot.publication !== null && isDeployed(bot.status);
}

/** Whether that widget is for strangers. */
export function isPublic(bot: StoredBot): bot is LiveBot {
  return isLive(bot) && bot.publication.config.visibility === 'public';
}

/** Whether the draft differs from what visitors see. */
export function hasUnpublishedChanges({ config, publication }: StoredBot): boolean {
  return publication !== null && !isDeepStrictEqual(config, publication.config);
}

/**
 * The configuration with some fields changed; those left out stay. Texts that nobody ever changed follow the bot
 * into another language.
 */
export function changedConfig(config: BotConfig, changes: Changes): BotConfig {
  const changed = { ...config, ...given(changes) };
  if (changes.customCss !== undefined) changed.customCss = sanitiseCss(changes.customCss).css;
  if (changed.language === config.language) return changed;
  const [former, own] = [DEFAULT_MESSAGES[config.language], DEFAULT_MESSAGES[changed.language]];
  const unchanged = (Object.keys(own) as (keyof typeof own)[]).filter(
    (name) => changes[name] === undefined && config[name] === former[name],
  );
  return { ...changed, ...Object.fromEntries(unchanged.map((name) => [name, own[name]])) };
}

/** Draft and publication stand in one item, which the table lets have 400 kB. */
const MAX_CONFIG_BYTES = 160_000;

/** Throws `request.too_large` for a configuration that would not fit. */
export function assertStorable(config: BotConfig): void {
  if (Buffer.byteLength(JSON.stringify(config)) > MAX_CONFIG_BYTES)
    throw new ParleyError('request.too_large');
}

/** Fields that came later have their defaults; what is no field any more is left out. */
export function completeConfig(config: Changes): BotConfig {
  const whole = { ...botDefaults(config.language ?? 'en'), ...given(config) };
  return Object.fromEntries(CONFIG_FIELDS.map((field) => [field, whole[field]])) as BotConfig;
}

/** A field left out stays; zod gives it as undefined where JSON had none. */
function given<CHANGES extends object>(changes: CHANGES) {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as {
    [NAME in keyof CHANGES]: Exclude<CHANGES[NAME], undefined>;
  };
}
