import { AccountId } from '#contract/base/ids';
import { isWithPerson } from '#contract/conversations/conversation-status';
import { broadcast } from '#core/accounts/sockets/broadcast';
import { dashboardChannel } from '#core/accounts/sockets/entity';
import type { Sockets } from '#platform/sockets';
import { type ConversationRef, loadConversation } from './messages';

/** Tells the team that the visitor writes, where a person answers them. Nothing is stored: dashboards forget it. */
export async function showTyping(sockets: Sockets, ref: ConversationRef): Promise<void> {
  const { status } = await loadConversation(ref);
  if (!isWithPerson(status)) return;
  await broadcast(sockets, dashboardChannel(AccountId.parse(ref.accountId)), {
    type: 'visitor.typing',
    conversationId: ref.conversationId,
  });
}
