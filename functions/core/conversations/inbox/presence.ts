import type { ConversationId } from '#contract/base/ids';
import { isWithPerson } from '#contract/conversations/conversation-status';
import type { ShowPresence } from '#contract/conversations/inbox-work';
import { limitRate } from '#core/accounts/limits/rate-limit';
import { broadcast } from '#core/accounts/sockets/broadcast';
import { conversationChannel, dashboardChannel } from '#core/accounts/sockets/entity';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import type { Sockets } from '#platform/sockets';
import { doerOf } from './agents';
import { loadForInbox } from './list-conversations';

const PER_AGENT = 60;

/**
 * Tells the account's dashboards that an agent has a conversation open, and the visitor that they are written to. Nothing is stored: they forget it by
 * themselves.
 */
export async function showPresence(
  { clock, sockets }: { readonly clock: Clock; readonly sockets: Sockets },
  actor: Actor,
  conversationId: ConversationId,
  { typing }: ShowPresence,
): Promise<void> {
  const [agent, { status }] = await Promise.all([
    doerOf(actor),
    loadForInbox(actor, conversationId),
    limitRate(clock, `PRESENCE#${actor.userId}`, PER_AGENT),
  ]);
  await broadcast(sockets, dashboardChannel(actor.accountId), {
    type: 'agent.present',
    conversationId,
    agent,
    typing,
  });
  if (typing && isWithPerson(status))
    await broadcast(sockets, conversationChannel(actor.accountId, conversationId), {
      type: 'agent.typing',
      conversationId,
      name: agent.name,
    });
}
