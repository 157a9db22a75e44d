import { BotId } from '#contract/base/ids';
import type { MailTranscript } from '#contract/conversations/widget';
import type { Receipt } from '#contract/site/feedback';
import { hashedAddress, hashedNetwork, limitWithin } from '#core/accounts/limits/rate-limit';
import { findBot } from '#core/bots/bots';
import { senderName } from '#core/bots/sender-name';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import type { SendMail } from '#platform/mail';
import type { Visitor } from '#platform/visitor-token';
import { answeringConfig } from '../asked-bot';
import type { StoredMessage } from '../entity';
import { latestMessages, loadConversation, toMessage } from '../messages';
import { onceAMinute } from './sent-transcript';
import { transcriptMail } from './transcript-mail';

const HOUR = 60 * 60;
const DAY = 24 * HOUR;
/** Of one conversation, to one mailbox, and from one network address, behind which an office may sit. */
const PER_CONVERSATION = { seconds: HOUR, times: 3 };
const PER_MAILBOX = { seconds: DAY, times: 10 };
const PER_ADDRESS = { seconds: HOUR, times: 30 };

/** What fits into a mail that mail programs show whole: of a longer conversation, its end. */
const MAX_MESSAGES = 300;
const MAX_CHARACTERS = 60_000;

export interface TranscriptDeps {
  readonly clock: Clock;
  readonly sendMail: SendMail;
}

/** Mails a conversation to the address that its visitor gives. Anybody's address can be given, so few are sent. */
export async function mailTranscript(
  { clock, sendMail }: TranscriptDeps,
  visitor: Visitor,
  { email }: MailTranscript,
  address: string,
): Promise<Receipt> {
  const { accountId, conversationId } = visitor;
  const [conversation, stored] = await Promise.all([
    loadConversation(visitor),
    latestMessages(visitor, { limit: MAX_MESSAGES }),
  ]);
  if (stored.length === 0) throw new ParleyError('conversation.not_found');
  const bot = await findBot({ accountId, botId: BotId.parse(conversation.botId) });
  const config = answeringConfig(bot, conversation);
  if (!bot || !config) throw new ParleyError('widget.not_found');
  const { language, startedAt, lastSequence } = conversation;
  await onceAMinute(clock, visitor, { email, lastSequence }, async () => {
    await limitWithin(clock, `TRANSCRIPTS#${conversationId}`, PER_CONVERSATION);
    await limitWithin(clock, `TRANSCRIPTS_FROM#${await hashedNetwork(address)}`, PER_ADDRESS);
    await limitWithin(clock, `TRANSCRIPTS_TO#${await hashedAddress(email.toLowerCase())}`, PER_MAILBOX);
    const messages = lastOf(stored);
    await sendMail(
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
