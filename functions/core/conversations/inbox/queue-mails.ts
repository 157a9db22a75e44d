import { AccountId, BotId, ConversationId } from '#contract/base/ids';
import type { DomainEvent } from '#core/base/events/events';
import type { StoredConversation } from '../entity';
import { queueInboxJob } from './jobs';
import { BURST_SECONDS, replyToBeMailed } from './send-reply-mail';

/**
 * The team is alerted by mail when a conversation is passed on, whoever moved it, and what an agent wrote goes by mail to
 * a visitor who isn't there.
 */
export async function queueMails(event: DomainEvent<'conversation.changed'>): Promise<void> {
  const before = event.before as StoredConversation | null;
  const after = event.after as StoredConversation;
  if (after.isTest) return;
  const ref = {
    accountId: AccountId.parse(after.accountId),
    botId: BotId.parse(after.botId),
    conversationId: ConversationId.parse(after.conversationId),
  };
  if (after.escalation && after.escalation.at !== before?.escalation?.at && after.alertedAt === undefined)
    await queueInboxJob({ kind: 'alert_team', ...ref });
  const through = replyToBeMailed(before, after);
  if (through) await queueInboxJob({ kind: 'mail_replies', ...ref, through, mayWait: true }, BURST_SECONDS);
}

/** An account is told that a limit is nearly reached, and when it is. */
export async function queueLimitMail({
  accountId,
  botId,
  period,
  place,
}: DomainEvent<'limit.warned'>): Promise<void> {
  await queueInboxJob({ kind: 'alert_limit', accountId, botId, period, ...(place && { place }) });
}
