import type { Language } from '#contract/accounts/profile';
import { AccountId, ConversationId } from '#contract/base/ids';
import type { EndReason } from '#contract/conversations/conversations';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { type BotRef, findBot } from '../bots/bots';
import { isPublic } from '../bots/stored-bot';
import { appendMessage } from './append-message';
import type { StoredConversation } from './entity';
import { openConversations, type Since } from './open-conversations';

/**
 * Ends what is under way with a bot that visitors do not have any more, with a word to each of them. False when time ran
 * out: called again it goes on with the others, since what has ended is not under way.
 */
export async function endConversationsUnderWay(
  clock: Clock,
  bot: BotRef,
  { because, sessionTimeoutMinutes }: Pick<Since, 'sessionTimeoutMinutes'> & { readonly because: EndReason },
  hasTime: () => boolean,
): Promise<boolean> {
  // Published again before it came to that: nobody has lost the bot.
  const isBack = await findBot(bot).then((stored) => stored !== null && isPublic(stored));
  if (isBack) return true;
  for await (const conversation of openConversations(bot, { now: clock(), sessionTimeoutMinutes })) {
    if (!hasTime()) return false;
    await end(clock, conversation, because);
  }
  return true;
}

async function end(clock: Clock, conversation: StoredConversation, because: EndReason): Promise<void> {
  const ref = {
    accountId: AccountId.parse(conversation.accountId),
    conversationId: ConversationId.parse(conversation.conversationId),
  };
  try {
    await appendMessage(
      ref,
      {
        author: 'bot',
        kind: 'ended',
        text: FAREWELL[conversation.language],
        createdAt: clock().toISOString(),
      },
      () => ({ writes: [], statusEvent: { type: 'end', because } }),
      conversation,
    );
  } catch (error) {
    // Somebody else has ended it, or closed it, by now.
    if (!(error instanceof ParleyError) || error.code !== 'conversation.transition_refused') throw error;
  }
}

const FAREWELL: Readonly<Record<Language, string>> = {
  en: 'This chat has ended because this chatbot is no longer available here.',
  de: 'Dieser Chat ist beendet, weil es diesen Chatbot hier nicht mehr gibt.',
};
