import type { BotId } from '#contract/base/ids';
import type { OpenSession, SessionGrant } from '#contract/conversations/widget';
import { limitRate } from '#core/accounts/limits/rate-limit';
import type { TicketDeps } from '#core/accounts/sockets/tickets';
import type { Actor } from '#platform/actor';
import { loadBot } from '../bots/bots';
import { loadPreviewed } from '../bots/previews';
import type { StoredBot } from '../bots/stored-bot';
import { grantSession } from './open-conversation';

/** Trials a minute that a team opens: by hand, with some windows. */
const PER_ACCOUNT = 120;

/**
 * Begins an editor's conversation with the draft of a bot, whatever its status, or resumes the token's. It is in no
 * list of visitors' conversations and is not counted.
 */
export function openTestSession(
  deps: TicketDeps,
  actor: Actor,
  botId: BotId,
  input: OpenSession,
): Promise<SessionGrant> {
  return openTrial(deps, actor, input, loadBot({ accountId: actor.accountId, botId }));
}

/** The same for visitors of the bot's preview. */
export function openPreviewSession(
  deps: TicketDeps,
  actor: Actor,
  botId: BotId,
  input: OpenSession,
): Promise<SessionGrant> {
  return openTrial(deps, actor, input, loadPreviewed(actor, botId));
}

async function openTrial(
  deps: TicketDeps,
  { accountId }: Actor,
  input: OpenSession,
  loading: Promise<StoredBot>,
): Promise<SessionGrant> {
  const [bot] = await Promise.all([
    loading,
    limitRate(deps.clock, `TEST_SESSIONS#${accountId}`, PER_ACCOUNT),
  ]);
  return grantSession(deps, bot, input, { isTest: true, config: bot.config });
}
