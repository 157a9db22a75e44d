import type { WidgetId } from '#contract/base/ids';
import type { OpenSession, SessionGrant } from '#contract/conversations/widget';
import { countInOrder, limitRate, perMinute, perMinuteFrom } from '#core/accounts/limits/rate-limit';
import type { TicketDeps } from '#core/accounts/sockets/tickets';
import type { Clock } from '#platform/clock';
import { assertPublic, assertTakesQuestions, findWidgetBot } from '../bots/bots';
import { assertSiteAllowed } from './allowed-sites';
import { grantSession } from './open-conversation';

export interface SessionDeps extends TicketDeps {
  /** Our own pages show a bot wherever it may run. */
  readonly appOrigin: string;
}

export interface SessionCall {
  /** The site that the browser says it is on. */
  readonly site: string | null;
  readonly address: string;
}

/** Sessions a minute from one address, behind which an office may sit, of one bot, and of all bots of an account. */
const PER_ADDRESS = 120;
const PER_BOT = 3_000;
const PER_ACCOUNT = 6_000;

/** Counts a session of a widget, before anything of it is read. */
export async function admitSession(
  clock: Clock,
  widgetId: WidgetId,
  { address }: Pick<SessionCall, 'address'>,
): Promise<void> {
  await countInOrder(clock, [
    await perMinuteFrom(`SESSIONS#${widgetId}`, address, PER_ADDRESS),
    perMinute(`SESSIONS#${widgetId}`, PER_BOT),
  ]);
}

/** Begins a conversation, or resumes the token's, after checking that the widget may run on the caller's site. */
export async function openSession(
  deps: SessionDeps,
  widgetId: WidgetId,
  input: OpenSession,
  { site, address }: Pick<SessionCall, 'site'> & Partial<SessionCall>,
): Promise<SessionGrant> {
  const bot = await findWidgetBot(widgetId);
  await limitRate(deps.clock, `SESSIONS#${bot.accountId}`, PER_ACCOUNT);
  // Whoever only comes back may still read what was said, and what a person answers. A paused bot begins nothing but what
  // is left for the team.
  if (!(input.token && input.resume) && !assertPublic(bot).publication.config.escalationEnabled)
    assertTakesQuestions(bot);
  const { config } = bot.publication;
  assertSiteAllowed(config.allowedDomains, site, deps.appOrigin);
  return grantSession(deps, bot, input, { isTest: false, config, ...(address !== undefined && { address }) });
}
