import { type BotId, WidgetId } from '#contract/base/ids';
import { type CheckSnippet, type SnippetCheck, UnreadablePage } from '#contract/site/snippet-check';
import { limitRate } from '#core/accounts/limits/rate-limit';
import { loadBot } from '#core/bots/bots';
import { isLive, type StoredBot } from '#core/bots/stored-bot';
import { isSiteAllowed } from '#core/conversations/allowed-sites';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { type Guard, type GuardedAnswer, GuardedFetchError, guardedFetch } from '#platform/guarded-fetch';
import { policyAllows } from './content-policy';
import { type ScriptTag, scriptTags } from './script-tags';

export interface SnippetDeps {
  readonly clock: Clock;
  readonly guard: Guard;
  /** Where the widget's script is served. */
  readonly appOrigin: string;
}

/** Checks a minute of one account: each is a call to somebody's website. */
const PER_MINUTE = 20;
const MILLISECONDS = 8_000;
/** Of a page; what is beyond is not looked at. */
const MAX_BYTES = 2_000_000;
/** Some sites show anything unknown a page of their own. */
const AS_BROWSER = {
  'user-agent': 'Mozilla/5.0 (compatible; Parley-Snippet-Check/1.0)',
  accept: 'text/html,application/xhtml+xml',
};

/** Reads a page as a stranger would and tells whether it carries the bot's script. */
export async function checkSnippet(
  deps: SnippetDeps,
  actor: Actor,
  botId: BotId,
  { url }: CheckSnippet,
): Promise<SnippetCheck> {
  const bot = await loadBot({ accountId: actor.accountId, botId });
  await limitRate(deps.clock, `SNIPPET_CHECKS#${actor.accountId}`, PER_MINUTE);
  const page = await read(deps.guard, url);
  const unread = { url, foundWidgetId: null, status: null, reason: null, ...NOTHING_FORBIDDEN };
  if (page instanceof GuardedFetchError)
    return { ...unread, result: 'not_reachable', reason: reasonOf(page) };
  const found = { ...unread, url: page.url, status: page.status };
  if (page.status >= 400) return { ...found, result: 'not_reachable', reason: 'status' };
  if (!isPage(page)) return { ...found, result: 'not_reachable', reason: 'no_page' };
  return { ...found, ...judge(deps, bot, page) };
}

const NOTHING_FORBIDDEN = { isSiteAllowed: true, isAllowedByPolicy: true };

async function read(guard: Guard, url: string): Promise<GuardedAnswer | GuardedFetchError> {
  try {
    return await guardedFetch(guard, url, {
      method: 'GET',
      headers: AS_BROWSER,
      milliseconds: MILLISECONDS,
      maxBytes: MAX_BYTES,
      redirects: 3,
    });
  } catch (error) {
    if (error instanceof GuardedFetchError) return error;
    throw error;
  }
}

function reasonOf({ reason }: GuardedFetchError): UnreadablePage {
  return UnreadablePage.safeParse(reason).data ?? 'address_refused';
}

function isPage({ headers, text }: GuardedAnswer): boolean {
  const type = headers['content-type'];
  return type === undefined ? /<(html|head|body|script)\b/i.test(text) : /\bx?html\b/i.test(type);
}

function judge(
  { appOrigin }: SnippetDeps,
  bot: StoredBot,
  page: GuardedAnswer,
): Pick<SnippetCheck, 'result' | 'foundWidgetId' | 'isSiteAllowed' | 'isAllowedByPolicy'> {
  const scripts = scriptTags(page.text).filter((tag) => isOurs(tag, page.url, appOrigin));
  const mine = scripts.find((tag) => idOf(tag, page.url) === bot.widgetId);
  const other = scripts.map((tag) => WidgetId.safeParse(idOf(tag, page.url)).data).find(Boolean);
  const { config } = isLive(bot) ? bot.publication : bot;
  return {
    result: mine ? 'found' : other ? 'other_bot' : scripts.length > 0 ? 'no_bot' : 'not_found',
    foundWidgetId: mine ? null : (other ?? null),
    isSiteAllowed: isSiteAllowed(config.allowedDomains, new URL(page.url).origin, appOrigin),
    isAllowedByPolicy:
      !mine ||
      policyAllows(page.headers['content-security-policy']?.toString(), {
        origin: appOrigin,
        nonce: mine.get('nonce'),
        page: page.url,
      }),
  };
}

/** As the script reads it: its attribute, else its address. */
function idOf(tag: ScriptTag, page: string): string | null {
  return tag.get('data-widget-id') ?? new URL(tag.get('src') ?? '', page).searchParams.get('id');
}

function isOurs(tag: ScriptTag, page: string, appOrigin: string): boolean {
  const src = tag.get('src') ?? '';
  if (!URL.canParse(src, page)) return false;
  const { origin, pathname } = new URL(src, page);
  return origin === appOrigin && pathname === '/widget.js';
}
