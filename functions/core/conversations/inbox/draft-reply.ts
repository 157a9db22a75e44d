import { BotId, type ConversationId } from '#contract/base/ids';
import type { ReplyDraft } from '#contract/conversations/inbox-work';
import { limitRate } from '#core/accounts/limits/rate-limit';
import { type Answerer, questionTo } from '#core/answers/answerer';
import { loadBot } from '#core/bots/bots';
import { withoutMarkdown } from '#core/quoting/faq-answer';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { latestMessages } from '../messages';
import { loadForInbox } from './list-conversations';

/** Each may be a paid call of the model. */
const PER_MINUTE = 20;
/** Messages before the question that its answer may refer to. */
const HISTORY = 12;

/** What the bot would answer to the visitor's last message. Nothing is stored: the agent changes it and sends it. */
export async function draftReply(
  { clock, answerer }: { readonly clock: Clock; readonly answerer: Pick<Answerer, 'answer'> },
  actor: Actor,
  conversationId: ConversationId,
): Promise<ReplyDraft> {
  const { accountId } = actor;
  const conversation = await loadForInbox(actor, conversationId);
  const botId = BotId.parse(conversation.botId);
  const [{ name, config }, messages] = await Promise.all([
    loadBot({ accountId, botId }),
    latestMessages({ accountId, conversationId }, { limit: HISTORY }),
    limitRate(clock, `DRAFTS#${accountId}`, PER_MINUTE),
  ]);
  const at = messages.findLastIndex(({ author }) => author === 'visitor');
  const asked = messages[at];
  if (!asked)
    throw new ParleyError('request.invalid', { fields: { conversationId: 'Nothing was asked lately.' } });
  const history = messages.slice(0, at).map(({ author, text }) => ({ author, text }));
  const bot = { ref: { accountId, botId }, name, config };
  const { text, kind, citations } = await answerer.answer(
    // The team asks: its visitors' answers are left to them.
    { ...questionTo(bot, asked.text, history, conversation.language), isTest: true },
    {
      onText: () => {},
    },
  );
  // What an agent sends is shown as it was typed: marks of a bot's answer would be read as such.
  return { text: withoutMarkdown(text), isSupported: kind !== 'abstained', citations: [...citations] };
}
