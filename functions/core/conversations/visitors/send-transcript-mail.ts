import { BotId } from '#contract/base/ids';
import type { MailTranscript } from '#contract/conversations/widget';
import type { Receipt } from '#contract/site/feedback';
import { hashedNetwork } from '#core/accounts/limits/rate-limit';
import { type PostDeps, post } from '#core/accounts/mail/post';
import { findBot } from '#core/bots/bots';
import { senderName } from '#core/bots/sender-name';
import { ParleyError } from '#platform/errors';
import type { Visitor } from '#platform/visitor-token';
import { answeringConfig } from '../asked-bot';
import type { StoredMessage } from '../entity';
import { latestMessages, loadConversation, toMessage } from '../messages';
import { onceAMinute } from './sent-transcript';
import { transcriptMail } from './transcript-mail';

/** What fits into a mail that mail programs show whole: of a longer conversation, its end. */
const MAX_MESSAGES = 300;
const MAX_CHARACTERS = 60_000;

/** Mails a conversation to the address that its visitor gives. Anybody's address can be given, so few are sent. */
export async function sendTranscriptMail(
  deps: PostDeps,
  visitor: Visitor,
  { email }: MailTranscript,
  address: string,
): Promise<Receipt> {
  const { clock } = deps;
  const { accountId, conversationId } = visitor;
  const [conversation, stored] = await Promise.all([
    loadConversation(visitor),
    latestMessages(visitor, { limit: MAX_MESSAGES }),
  ]);
  if (stored.length === 0) throw new ParleyError('conversation.not_found');
  const botId = BotId.parse(conversation.botId);
  const bot = await findBot({ accountId, botId });
  const config = answeringConfig(bot, conversation);
  if (!bot || !config) throw new ParleyError('widget.not_found');
  const { language, startedAt, lastSequence } = conversation;
  await onceAMinute(clock, visitor, { email, lastSequence }, async () => {
    const cause = {
      conversation: conversationId,
      visitor: `${accountId}#${await hashedNetwork(address)}`,
      bot: botId,
      account: accountId,
    };
    const messages = lastOf(stored);
    await post(
      deps,
      'transcript',
      cause,
      transcriptMail({
        to: email,
        language,
        botName: bot.name,
        companyName: senderName(bot, config),
        timeZone: config.timezone,
        startedAt,
        messages: messages.map(toMessage),
        isShortened: messages.length < lastSequence,
      }),
    );
  });
  return { reference: `T-${conversationId.slice(-8).toUpperCase()}`, receivedAt: clock().toISOString() };
}

function lastOf(messages: readonly StoredMessage[]): readonly StoredMessage[] {
  let characters = 0;
  const first = messages.findLastIndex(({ text }) => {
    characters += text.length;
    return characters > MAX_CHARACTERS;
  });
  return messages.slice(first + 1);
}
