import type { BotConfig } from '#contract/bots/bot-config';
import type { Bot } from '#contract/bots/bots';

export type EmbedMode = BotConfig['mode'];

/** What the code says of a bot. */
type Embedded = Pick<
  Bot,
  | 'widgetId'
  | 'name'
  | 'mode'
  | 'companyName'
  | 'avatarUrl'
  | 'primaryColor'
  | 'secondaryColor'
  | 'welcomeMessage'
  | 'position'
>;

/** The element of the website that an embedded chat stands in. */
export const EMBED_TARGET = 'parley-chat';

/**
 * The script tag that puts the bot on a website. The data attributes serve the first paint only: what is
 * published at the edge overrides them, so a change of the bot needs no change of the website. A chat that stands in
 * the page brings the element it stands in.
 */
export function embedCode(bot: Embedded, appOrigin: string, mode: EmbedMode = bot.mode): string {
  const attributes: readonly (readonly [string, string | null])[] = [
    ['widget-id', bot.widgetId],
    ['company-name', bot.companyName || null],
    ['bot-name', bot.name],
    ['logo', bot.avatarUrl ?? `${appOrigin}/w/${bot.widgetId}/logo.svg`],
    ['primary-color', bot.primaryColor],
    ['secondary-color', bot.secondaryColor],
    ['greeting', bot.welcomeMessage],
    ['position', mode === 'embedded' ? null : bot.position],
    ['mode', mode === 'floating' ? null : mode],
    ['target', mode === 'floating' ? null : `#${EMBED_TARGET}`],
  ];
  const lines = attributes
    .filter((attribute): attribute is readonly [string, string] => attribute[1] !== null)
    .map(([name, value]) => `  data-${name}="${escapeAttribute(value)}"`);
  const script = [`<script async src="${appOrigin}/widget.js"`, ...lines].join('\n').concat('></script>');
  return mode === 'floating' ? script : `<div id="${EMBED_TARGET}"></div>\n${script}`;
}

/** The same in one line, of a chat that floats: all else it reads where it is published. */
export function shortEmbedCode({ widgetId }: Pick<Bot, 'widgetId'>, appOrigin: string): string {
  return `<script async src="${appOrigin}/widget.js?id=${widgetId}"></script>`;
}

function escapeAttribute(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\n', '&#10;');
}
