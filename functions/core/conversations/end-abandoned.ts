import { BotId } from '#contract/base/ids';
import { addSeconds, type Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { findBot } from '../bots/bots';
import { changeStatus } from './change-status';
import { type ConversationRef, loadConversation } from './messages';

/** A visitor's browser counts from when it heard the last word: it is always done before. */
const LATER_SECONDS = 60;

/**
 * Ends a conversation with the bot whose visitor has left: who says nothing for as long as the bot's session lasts begins
 * another the next time. Nobody is told, and coming back it goes on.
 *
 * @returns when it is to be looked at again; null where there is nothing more to do.
 */
export async function endAbandoned(clock: Clock, ref: ConversationRef): Promise<Date | null> {
  const conversation = await loadConversation(ref).catch(nullIfGone);
  if (conversation?.status !== 'active') return null;
  const { accountId } = ref;
  const bot = await findBot({ accountId, botId: BotId.parse(conversation.botId) });
  // What becomes of the conversations of a deleted bot is its deletion's.
  if (!bot) return null;
  const { sessionTimeoutMinutes } = (bot.publication ?? bot).config;
  const last = conversation.lastMessageAt ?? conversation.startedAt;
  const due = addSeconds(new Date(last), sessionTimeoutMinutes * 60 + LATER_SECONDS);
  if (due > clock()) return due;
  // Of two changes at once the other one holds: it is read again, and then it is not silent, or not the bot's any more.
  await changeStatus(
    ref,
    { type: 'end', because: 'abandoned' },
    [],
    ({ lastSequence, status }) => status === 'active' && lastSequence === conversation.lastSequence,
  );
  return null;
}

function nullIfGone(error: unknown): null {
  if (error instanceof ParleyError && error.code === 'conversation.not_found') return null;
  throw error;
}
