import type { BotConfig } from '#contract/bots/bot-config';
import { generatedAvatarSvg } from '#contract/bots/generated-avatar';
import { deleteObject, putObject } from '#platform/buckets';
import { environment } from '#platform/environment';
import { findBotAt } from './bots';
import { publicBot } from './public-bot';
import { isPublic, type LiveBot, type StoredBot } from './stored-bot';

/**
 * Brings what visitors may know of a bot to where they read it: an object of this publication that never changes,
 * and the widget's address, which caches keep for 60 seconds; where they have no widget of it, takes the address
 * away. Two may do so in any order, so after its write each looks whether the bot that has the address has gone on
 * meanwhile, or is another by now, and follows: what was written last is what holds.
 */
export async function publishBot(stored: StoredBot): Promise<void> {
  let shown = shownOf(stored);
  for (;;) {
    await write(stored, shown);
    const current = shownOf(await findBotAt(stored.widgetId, { consistent: true }));
    if (current?.version === shown?.version && current?.paused === shown?.paused) return;
    shown = current;
  }
}

/** What visitors see of a bot; null: nothing. Of its publications only these two ever differ. */
export function shownOf(bot: StoredBot | null): Shown | null {
  if (!bot || !isPublic(bot)) return null;
  return { bot, version: bot.publication.number, paused: bot.status === 'inactive' };
}

interface Shown {
  readonly bot: LiveBot;
  readonly version: number;
  readonly paused: boolean;
}

async function write({ widgetId }: StoredBot, shown: Shown | null): Promise<void> {
  const address = { bucket: environment('WIDGET_BUCKET'), key: `w/${widgetId}.json` };
  if (!shown) return deleteObject(address);
  const { version, paused, bot } = shown;
  const body = (isPaused: boolean) =>
    JSON.stringify(
      publicBot({ widgetId, version, botName: bot.name, paused: isPaused, config: bot.publication.config }),
    );
  await putJson(
    { ...address, key: `w/${widgetId}/${version}.json` },
    body(false),
    'public, max-age=31536000, immutable',
  );
  // What the embed code names as the logo of a bot that has no picture of its own.
  await putObject(
    { ...address, key: `w/${widgetId}/logo.svg` },
    generatedAvatarSvg(bot.name, bot.publication.config),
    { contentType: 'image/svg+xml', cacheControl: 'public, max-age=3600' },
  );
  await putJson(address, body(paused), 'public, max-age=60', sitesOf(bot.publication.config));
}

async function putJson(
  address: { readonly bucket: string; readonly key: string },
  body: string,
  cacheControl: string,
  metadata: Readonly<Record<string, string>> = {},
): Promise<void> {
  await putObject(address, body, { contentType: 'application/json; charset=utf-8', cacheControl, metadata });
}

/** S3 takes 2 kB of metadata. */
const MAX_SITES = 2_000;

/**
 * The sites that the bot is for, where it is not for all, for the edge to show it nowhere else
 * (infra/constructs/allowed-sites.js). Where they are too many to be told there, every site shows it, and those it is
 * not for are refused with the first session.
 */
function sitesOf({ allowedDomains }: BotConfig): Readonly<Record<string, string>> {
  const sites = allowedDomains.join(' ');
  return sites && sites.length <= MAX_SITES ? { sites } : {};
}
