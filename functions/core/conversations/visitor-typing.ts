import { isWithPerson } from '#contract/conversation-status';
import { AccountId } from '#contract/ids';
import type { Sockets } from '#platform/sockets';
import { broadcast } from '../sockets/broadcast';
import { dashboardChannel } from '../sockets/entity';
import { type ConversationRef, loadConversation } from './messages';

/** Tells the team that the visitor writes, where a person answers her. Nothing is stored: dashboards forget it. */
export async function tellTyping(sockets: Sockets, ref: ConversationRef): Promise<void> {
  const { status } = await loadConversation(ref);
  if (!isWithPerson(status)) return;
  await broadcast(sockets, dashboardChannel(AccountId.parse(ref.accountId)), {
    type: 'visitor.typing',
    conversationId: ref.conversationId,
  });
}
