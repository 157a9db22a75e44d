import { $remove, UpdateItemCommand } from 'dynamodb-toolbox';
import { isWithPerson } from '#contract/conversations/conversation-status';
import { isRefusal, postToAll } from '#core/accounts/mail/post';
import { type BotRef, findBot } from '#core/bots/bots';
import { ifHolds } from '#platform/table-writes';
import { ConversationEntity } from '../entity';
import { type ConversationRef, findConversation } from '../messages';
import { visitorOriginOf } from '../visitor-origin';
import { beginDigest } from './alert-digest';
import { alertMail } from './alert-mail';
import { type AlertDeps, managersToMail } from './alerts';

/**
 * Mails the account's owner and admins that a visitor waits, once each time that a conversation is passed on. Repeating it
 * changes nothing. When no mail could be sent, another delivery tries again. Where one visitor or one account has had its
 * mails of the hour it answers `digest`: one mail tells of all that wait then.
 */
export async function alertTeam(deps: AlertDeps, ref: ConversationRef & BotRef): Promise<'done' | 'digest'> {
  const { accountId, conversationId } = ref;
  const conversation = await findConversation(ref);
  const bot = await findBot(ref);
  // Somebody was faster than the mail would be.
  if (!conversation?.escalation || !bot || !isWithPerson(conversation.status) || conversation.assigneeId)
    return 'done';
  const alertedAt = deps.clock().toISOString();
  if (!(await claim(ref, alertedAt))) return 'done';
  const { lastMessage, escalation } = conversation;
  const alert = {
    botName: bot.name,
    trigger: escalation.trigger,
    said: lastMessage?.author === 'visitor' ? lastMessage.text : null,
    url: `${deps.appOrigin}/conversations/${conversationId}`,
  };
  const visitor = `${accountId}#${(await visitorOriginOf(conversation))?.id ?? conversationId}`;
  try {
    await postToAll(
      deps,
      'visitor_waits',
      { conversation: conversationId, visitor, account: accountId },
      await managersToMail(accountId, 'conversation_waiting'),
      ({ email, language }) => alertMail(email, language, alert),
    );
    return 'done';
  } catch (error) {
    if (isRefusal(error)) return (await beginDigest(deps.clock, accountId)) ? 'digest' : 'done';
    await giveBack(ref, alertedAt);
    throw error;
  }
}

async function claim({ accountId, conversationId }: ConversationRef, alertedAt: string): Promise<boolean> {
  return ifHolds(
    ConversationEntity.build(UpdateItemCommand)
      .item({ accountId, conversationId, alertedAt })
      .options({
        condition: {
          and: [
            { attr: 'botId', exists: true },
            { attr: 'alertedAt', exists: false },
          ],
        },
      })
      .send(),
  );
}

/** Unless the conversation has been passed on again meanwhile, and that was claimed. */
async function giveBack({ accountId, conversationId }: ConversationRef, alertedAt: string): Promise<void> {
  await ifHolds(
    ConversationEntity.build(UpdateItemCommand)
      .item({ accountId, conversationId, alertedAt: $remove() })
      .options({ condition: { attr: 'alertedAt', eq: alertedAt } })
      .send(),
  );
}
