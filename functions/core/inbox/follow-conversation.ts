import { isDeepStrictEqual } from 'node:util';
import { isWithPerson } from '../../contract/conversation-status';
import { AccountId, BotId, ConversationId } from '../../contract/ids';
import type { Sockets } from '../../platform/sockets';
import { queueBotJob } from '../bots/jobs';
import type { StoredConversation, StoredMessage } from '../conversations/entity';
import { stateOf, toMessage } from '../conversations/messages';
import { broadcast } from '../sockets/broadcast';
import { conversationChannel, dashboardChannel } from '../sockets/entity';
import { BURST_SECONDS, replyToMail } from './mail-replies';
import { toSummary } from './views';

/**
 * The visitor hears where her conversation stands, dashboards see those with a person in them, the team is alerted by
 * mail, whoever moved it, and what an agent wrote goes by mail to a visitor who isn't there.
 */
export async function followConversation(
  sockets: Sockets,
  before: StoredConversation | null,
  after: StoredConversation | null,
): Promise<void> {
  if (!after) return;
  const { accountId, conversationId } = after;
  if (before && !isDeepStrictEqual(stateOf(before), stateOf(after)))
    await broadcast(sockets, conversationChannel(accountId, conversationId), {
      type: 'conversation.state',
      conversationId: ConversationId.parse(conversationId),
      state: stateOf(after),
    });
  if (after.isTest) return;
  if (isWithPerson(after.status) || (before && isWithPerson(before.status)))
    await broadcast(sockets, dashboardChannel(accountId), {
      type: 'conversation.changed',
      conversation: toSummary(after),
    });
  const ref = {
    accountId: AccountId.parse(accountId),
    botId: BotId.parse(after.botId),
    conversationId: ConversationId.parse(conversationId),
  };
  if (after.escalation && after.escalation.at !== before?.escalation?.at && after.alertedAt === undefined)
    await queueBotJob({ kind: 'alert_team', ...ref });
  const through = replyToMail(before, after);
  if (through) await queueBotJob({ kind: 'mail_replies', ...ref, through, mayWait: true }, BURST_SECONDS);
}

/** Dashboards see at once what is said to and by a person. */
export async function followMessage(
  sockets: Sockets,
  before: StoredMessage | null,
  after: StoredMessage | null,
): Promise<void> {
  if (before || !after || !(after.toPerson || after.author === 'agent' || after.kind === 'escalated')) return;
  await broadcast(sockets, dashboardChannel(after.accountId), {
    type: 'message.added',
    message: toMessage(after),
  });
}
