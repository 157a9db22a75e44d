import type { Bot } from '../../../functions/contract/bots';
import { readPreference, writePreference } from './preferences';

/**
 * The script tag that puts the bot on a website. The data attributes serve the first paint only: what is
 * published at the edge overrides them, so a change of the bot needs no change of the website.
 */
export function embedCode(bot: Bot, appOrigin: string): string {
  const attributes: readonly (readonly [string, string])[] = [
    ['widget-id', bot.widgetId],
    ['company-name', bot.companyName],
    ['bot-name', bot.name],
    ['primary-color', bot.primaryColor],
    ['secondary-color', bot.secondaryColor],
    ['greeting', bot.welcomeMessage],
    ['position', bot.position],
  ];
  const lines = attributes.map(([name, value]) => `  data-${name}="${escapeAttribute(value)}"`);
  return [`<script async src="${appOrigin}/widget.js"`, ...lines].join('\n').concat('></script>');
}

const copiedKey = (botId: string) => `parley.embedCopied.${botId}` as const;

/** Remembered in this browser only: it ticks off a step of the checklist. */
export function rememberEmbedCopied(botId: string): void {
  writePreference(copiedKey(botId), 'true');
}

export function hasCopiedEmbedCode(botId: string): boolean {
  return readPreference(copiedKey(botId)) !== null;
}

function escapeAttribute(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\n', '&#10;');
}
