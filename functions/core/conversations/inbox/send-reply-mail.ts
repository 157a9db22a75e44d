import { $remove, UpdateItemCommand } from 'dynamodb-toolbox';
import { MessageId } from '#contract/base/ids';
import { messageIdOf } from '#contract/base/message-ids';
import { admit, isRefusal, type PostDeps } from '#core/accounts/mail/post';
import { listenersOf } from '#core/accounts/sockets/broadcast';
import { conversationChannel } from '#core/accounts/sockets/entity';
import { type BotRef, findBot } from '#core/bots/bots';
import { senderName } from '#core/bots/sender-name';
import { logger } from '#platform/logger';
import { ifHolds } from '#platform/table-writes';
import { answeringConfig } from '../asked-bot';
import { ConversationEntity, type StoredConversation } from '../entity';
import { type ConversationRef, findConversation, latestMessages, toMessage } from '../messages';
import { replyMail } from './reply-mail';

/** Replies within this window share one mail. */
export const BURST_SECONDS = 60;
/** How long to wait while the chat is open. */
export const UNREAD_SECONDS = 600;

/** The reply that a change of a conversation brings, where its visitor has left an address for it. */
export function replyToBeMailed(
  before: StoredConversation | null,
  after: StoredConversation,
): MessageId | undefined {
  const { conversationId, lastSequence, lastMessage, visitorEmail, isTest } = after;
  if (isTest || visitorEmail === undefined || lastMessage?.author !== 'agent') return undefined;
  if (before?.lastSequence === lastSequence) return undefined;
  return MessageId.parse(messageIdOf(conversationId, lastSequence));
}

/**
 * Mails the visitor what agents wrote and they haven't read, as far as this reply; one that came after it has a call of
 * its own, so that a burst is one mail. `wait`: their chat is open, they may be about to read it. Repeating it changes nothing.
 */
export async function sendReplyMail(
  deps: PostDeps,
  ref: ConversationRef & BotRef,
  { through, mayWait }: { readonly through: MessageId; readonly mayWait: boolean },
): Promise<'done' | 'wait'> {
  const conversation = await findConversation(ref);
  if (!conversation || conversation.isTest || conversation.visitorEmail === undefined) return 'done';
  const { visitorEmail, readThrough = '', repliesMailedThrough, language, page } = conversation;
  const messages = await latestMessages(ref);
  if (messages.findLast(({ author }) => author === 'agent')?.messageId !== through) return 'done';
  // Writing later implies having read.
  const since = messages.findLastIndex(({ author }) => author === 'visitor');
  const replies = messages
    .slice(since + 1)
    .filter(
      ({ author, messageId }) =>
        author === 'agent' && messageId > readThrough && messageId > (repliesMailedThrough ?? ''),
    );
  const bot = await findBot(ref);
  if (replies.length === 0 || !bot) return 'done';
  if (mayWait && (await listenersOf(conversationChannel(ref.accountId, ref.conversationId))).length > 0)
    return 'wait';
  const send = await admitted(deps, ref, visitorEmail);
  if (!send) return 'done';
  if (!(await setMailed(ref, repliesMailedThrough, through))) return 'done';
  const config = answeringConfig(bot, conversation) ?? bot.config;
  const asked = messages[since];
  try {
    await send(
      replyMail({
        to: visitorEmail,
        language,
        companyName: senderName(bot, config),
        timeZone: config.timezone,
        page: page ?? null,
        allowedDomains: config.allowedDomains,
        asked: asked ? toMessage(asked) : null,
        replies: replies.map(toMessage),
      }),
    );
  } catch (error) {
    // The job's own delivery is repeated, and must find them unsent.
    await setMailed(ref, through, repliesMailedThrough);
    throw error;
  }
  return 'done';
}

/** Undefined where there were too many, or the address takes none: nothing is noted as mailed then. */
async function admitted(
  deps: PostDeps,
  { accountId, botId, conversationId }: ConversationRef & BotRef,
  to: string,
) {
  try {
    return await admit(deps, 'reply', { conversation: conversationId, bot: botId, account: accountId }, to);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    logger.warn('A reply was not mailed.', { accountId, conversationId, reason: error.code });
    return undefined;
  }
}

/** How far replies have been mailed, unless another delivery has moved it: of two at once one mails. */
async function setMailed(
  { accountId, conversationId }: ConversationRef,
  from: string | undefined,
  to: string | undefined,
): Promise<boolean> {
  const unmoved =
    from === undefined
      ? ({ attr: 'repliesMailedThrough', exists: false } as const)
      : ({ attr: 'repliesMailedThrough', eq: from } as const);
  return ifHolds(
    ConversationEntity.build(UpdateItemCommand)
      .item({ accountId, conversationId, repliesMailedThrough: to ?? $remove() })
      .options({ condition: { and: [{ attr: 'botId', exists: true }, unmoved] } })
      .send(),
  );
}
