import { setTimeout as sleep } from 'node:timers/promises';
import { $add, PutTransaction, UpdateTransaction } from 'dynamodb-toolbox';
import type { Language } from '#contract/accounts/profile';
import { cleanLine } from '#contract/base/clean';
import { AccountId, ConversationId, MessageId } from '#contract/base/ids';
import { type AskedQuestion, MAX_EXAMPLES } from '#contract/insight/unanswered';
import { replaced } from '#core/bots/entity';
import type { StoredMessage } from '#core/conversations/entity';
import { loadConversation } from '#core/conversations/messages';
import type { BotKey } from '#core/retrieval/ports';
import { detectSpoken } from '#core/text/language';
import { epochSeconds } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { idOf } from '#platform/ids';
import { type ConditionalWrite, transact } from '#platform/table-writes';
import { CountedQuestionEntity, type StoredUnanswered, UnansweredEntity } from './entity';
import { readUnanswered } from './read-unanswered';
import { Changed, MAX_ATTEMPTS, nextRevision } from './revision';
import { asksSomething, nearest } from './similarity';

/** Days after which what nobody asks any more is forgotten, and in which the stream may tell of a message again. */
const KEPT_DAYS = 120;
const COUNTED_DAYS = 3;

/** Characters that are kept of a question: a group is read with each that is counted. */
const LONGEST = 300;

/** Counts a question whose answer the documents did not hold, with those that ask the same. An editor's trial asks nothing. */
export async function recordUnanswered(answer: StoredMessage): Promise<void> {
  const { unanswered, inReplyTo } = answer;
  if (unanswered === undefined || inReplyTo === undefined || !asksSomething(unanswered)) return;
  const accountId = AccountId.parse(answer.accountId);
  const conversationId = ConversationId.parse(answer.conversationId);
  const conversation = await loadConversation({ accountId, conversationId }).catch(unlessGone);
  if (!conversation || conversation.isTest) return;
  const question = shortened(unanswered);
  await count(
    { accountId, botId: conversation.botId },
    {
      question,
      conversationId,
      messageId: MessageId.parse(inReplyTo),
      askedAt: answer.createdAt,
    },
    detectSpoken(question) ?? conversation.language,
  );
}

/** Its bot was erased while the stream was on its way. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ParleyError) || error.code !== 'conversation.not_found') throw error;
}

function shortened(question: string): string {
  const line = cleanLine(question);
  const letters = Array.from(line.slice(0, 2 * LONGEST));
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join('')}…` : line;
}

async function count(bot: BotKey, asked: AskedQuestion, language: Language): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await tryToCount(bot, asked, language);
      return;
    } catch (error) {
      if (error instanceof CountedBefore) return;
      if (!(error instanceof Changed) || attempt === MAX_ATTEMPTS) throw error;
      await sleep(Math.random() * 20 * attempt);
    }
  }
}

/** The stream has told of it before. */
class CountedBefore extends Error {}

async function tryToCount(bot: BotKey, asked: AskedQuestion, language: Language): Promise<void> {
  const revision = await nextRevision(bot);
  const groups = await readUnanswered(bot);
  const group = nearest({ question: asked.question, language }, groups);
  const at = epochSeconds(new Date(asked.askedAt));
  await transact(
    {
      write: CountedQuestionEntity.build(PutTransaction)
        .item({ ...bot, messageId: asked.messageId, expiresAt: at + COUNTED_DAYS * 86_400 })
        .options({ condition: { attr: 'messageId', exists: false } }),
      refused: () => new CountedBefore(),
    },
    revision,
    group ? joined(group, asked, at) : begun(bot, asked, language, at),
  );
}

function begun(bot: BotKey, asked: AskedQuestion, language: Language, at: number): ConditionalWrite {
  return {
    write: UnansweredEntity.build(PutTransaction).item({
      ...bot,
      unansweredId: idOf(new Date(asked.askedAt), asked.messageId),
      question: asked.question,
      askedIn: asked.conversationId,
      language,
      count: 1,
      firstAskedAt: asked.askedAt,
      lastAskedAt: asked.askedAt,
      examples: [asked],
      state: 'open',
      expiresAt: at + KEPT_DAYS * 86_400,
    }),
  };
}

/** One that was answered, and is asked again without an answer, comes back; one that was dismissed stays so. */
function joined(group: StoredUnanswered, asked: AskedQuestion, at: number): ConditionalWrite {
  const { accountId, botId, unansweredId, state, settledAt = '' } = group;
  const isBack = state === 'answered' && asked.askedAt > settledAt;
  const examples = [asked, ...group.examples].sort((a, b) => b.askedAt.localeCompare(a.askedAt));
  return {
    write: UnansweredEntity.build(UpdateTransaction)
      .item({
        accountId,
        botId,
        unansweredId,
        count: $add(1),
        lastAskedAt: examples[0]?.askedAt ?? asked.askedAt,
        examples: replaced(examples.slice(0, MAX_EXAMPLES)),
        expiresAt: Math.max(group.expiresAt, at + KEPT_DAYS * 86_400),
        ...(isBack && { state: 'open' as const, reopenedAt: asked.askedAt }),
      })
      .options({ condition: { attr: 'state', eq: state } }),
    refused: () => new Changed(),
  };
}
