import { $remove, UpdateItemCommand } from 'dynamodb-toolbox';
import { isWithPerson } from '#contract/conversations/conversation-status';
import { wants } from '#contract/insight/notifications';
import { limitWithin } from '#core/accounts/limits/rate-limit';
import { managersOf } from '#core/accounts/team/managers';
import { type BotRef, findBot } from '#core/bots/bots';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { logger } from '#platform/logger';
import type { SendMail } from '#platform/mail';
import { isConditionFailure } from '#platform/table-writes';
import { ConversationEntity } from '../entity';
import { type ConversationRef, findConversation } from '../messages';
import { alertMail } from './alert-mail';

export interface AlertDeps {
  readonly clock: Clock;
  readonly sendMail: SendMail;
  /** Of the dashboard. */
  readonly appOrigin: string;
}

/**
 * Mails the account's owner and admins that a visitor waits, once each time that a conversation is passed on, and no more
 * than a few times an hour, so that a visitor that goes to and fro fills no mailbox. Repeating it changes nothing. When
 * no mail could be sent, another delivery tries again.
 */
export async function alertTeam(deps: AlertDeps, ref: ConversationRef & BotRef): Promise<void> {
  const { accountId, conversationId } = ref;
  const conversation = await findConversation(ref);
  const bot = await findBot(ref);
  // Somebody was faster than the mail would be.
  if (!conversation?.escalation || !bot || !isWithPerson(conversation.status) || conversation.assigneeId)
    return;
  const alertedAt = deps.clock().toISOString();
  if (!(await claim(ref, alertedAt)) || !(await mayMail(deps.clock, ref))) return;
  const { lastMessage, escalation } = conversation;
  const alert = {
    botName: bot.name,
    trigger: escalation.trigger,
    said: lastMessage?.author === 'visitor' ? lastMessage.text : null,
    url: `${deps.appOrigin}/conversations/${conversationId}`,
  };
  const team = (await managersOf(accountId)).filter(({ notifications }) =>
    wants(notifications, 'conversation_waiting', 'email'),
  );
  const sent = await Promise.allSettled(
    team.map(({ email, language }) => deps.sendMail(alertMail(email, language, alert))),
  );
  const failures = sent.filter((outcome) => outcome.status === 'rejected');
  for (const { reason } of failures)
    logger.warn('An alert was not sent.', {
      conversationId,
      error: reason instanceof Error ? reason : String(reason),
    });
  if (failures.length === 0 || failures.length < team.length) return;
  await giveBack(ref, alertedAt);
  throw failures[0]?.reason;
}

/** Mails about one conversation. */
const MAILS = { seconds: 3_600, times: 4 };

async function mayMail(clock: Clock, { conversationId }: ConversationRef): Promise<boolean> {
  try {
    await limitWithin(clock, `ALERTS#${conversationId}`, MAILS);
    return true;
  } catch (error) {
    if (error instanceof ParleyError && error.code === 'request.rate_limited') return false;
    throw error;
  }
}

async function claim({ accountId, conversationId }: ConversationRef, alertedAt: string): Promise<boolean> {
  return ifPossible(
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
  await ifPossible(
    ConversationEntity.build(UpdateItemCommand)
      .item({ accountId, conversationId, alertedAt: $remove() })
      .options({ condition: { attr: 'alertedAt', eq: alertedAt } })
      .send(),
  );
}

async function ifPossible(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw error;
  }
}
