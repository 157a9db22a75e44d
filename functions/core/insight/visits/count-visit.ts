import { isbot } from 'isbot';
import * as z from 'zod';
import { dayAndHour } from '#contract/base/calendar';
import { AccountId, BotId, type WidgetId } from '#contract/base/ids';
import type { Beacon } from '#contract/insight/beacon';
import { countInOrder, perMinuteFrom } from '#core/accounts/limits/rate-limit';
import { findWidgetBot } from '#core/bots/bots';
import { assertSiteAllowed } from '#core/conversations/allowed-sites';
import type { Clock } from '#platform/clock';
import { newId } from '#platform/ids';
import { keyedHash } from '#platform/keyed-hash';
import { timeZoneOf } from '../analytics/read-days';

/** A visit on its way to its bot's day. `visitor` is a hash that nobody can repeat after the day. */
export const Visit = z.object({
  id: z.string().min(1).max(64),
  accountId: AccountId,
  botId: BotId,
  day: z.iso.date(),
  /** Of the account's day, such as `02:29`. */
  minute: z.string().regex(/^\d{2}:\d{2}$/),
  event: z.enum(['shown', 'opened']),
  visitor: z.string().min(1).max(64),
});
export type Visit = z.infer<typeof Visit>;

export interface VisitDeps {
  readonly clock: Clock;
  readonly appOrigin: string;
  readonly salt: (accountId: AccountId, day: string) => Promise<string>;
  readonly send: (visit: Visit) => Promise<void>;
}

export interface VisitOrigin {
  readonly site: string | null;
  readonly address: string;
  readonly userAgent: string;
}

/** A minute, from one address, behind which an office may sit. */
const PER_ADDRESS = 240;
/** One beacon in so many is counted by its address, for as many: it is a write, and most addresses send one an hour. */
const SAMPLED = 10;

/** Counts a beacon of a widget, before anything of it is read. */
export async function admitVisit(
  clock: Clock,
  widgetId: WidgetId,
  { address }: Pick<VisitOrigin, 'address'>,
): Promise<void> {
  const bound = await perMinuteFrom(`BEACON#${widgetId}`, address, PER_ADDRESS);
  await countInOrder(clock, [{ ...bound, sampled: SAMPLED }]);
}

/**
 * Counts a visit to pages that show the widget, or an opening of its chat. Neither address nor agent is kept: a visitor is a hash
 * of both and the site under a salt of the day. Programs that say what they are don't count.
 */
export async function countVisit(
  deps: VisitDeps,
  widgetId: WidgetId,
  { event }: Beacon,
  { site, address, userAgent }: VisitOrigin,
): Promise<void> {
  if (userAgent === '' || isbot(userAgent)) return;
  const now = deps.clock();
  const { accountId, botId, allowedDomains, timeZone } = await countedBot(widgetId, now);
  assertSiteAllowed(allowedDomains, site, deps.appOrigin);
  const { day, minute } = dayAndHour(now, timeZone);
  const salt = await saltOf(deps, accountId, day);
  const visitor = await keyedHash(`visitor ${salt}`, `${address}\0${userAgent}\0${site ?? ''}`);
  await deps.send({ id: newId(now), accountId, botId, day, minute, event, visitor });
}

interface CountedBot {
  readonly accountId: AccountId;
  readonly botId: BotId;
  readonly allowedDomains: readonly string[];
  readonly timeZone: string;
}

/** Each page view asks: what is read for it is kept for a minute. */
const KEPT_MS = 60_000;
const MOST_KEPT = 1_000;
const bots = new Map<string, { readonly bot: Promise<CountedBot>; readonly until: number }>();
const salts = new Map<string, { readonly salt: Promise<string>; readonly until: number }>();

function countedBot(widgetId: WidgetId, now: Date): Promise<CountedBot> {
  const known = bots.get(widgetId);
  if (known && known.until > now.getTime()) return known.bot;
  const bot = readBot(widgetId);
  keep(bots, widgetId, { bot, until: now.getTime() + KEPT_MS });
  bot.catch(() => bots.delete(widgetId));
  return bot;
}

async function readBot(widgetId: WidgetId): Promise<CountedBot> {
  const { accountId, botId, publication } = await findWidgetBot(widgetId);
  const { allowedDomains } = publication.config;
  return { accountId, botId, allowedDomains, timeZone: await timeZoneOf(accountId) };
}

function saltOf({ clock, salt }: VisitDeps, accountId: AccountId, day: string): Promise<string> {
  const name = `${accountId} ${day}`;
  const now = clock().getTime();
  const known = salts.get(name);
  if (known && known.until > now) return known.salt;
  const read = salt(accountId, day);
  keep(salts, name, { salt: read, until: now + KEPT_MS });
  read.catch(() => salts.delete(name));
  return read;
}

function keep<VALUE>(map: Map<string, VALUE>, name: string, value: VALUE): void {
  if (map.size >= MOST_KEPT) map.clear();
  map.set(name, value);
}
