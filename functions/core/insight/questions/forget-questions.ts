import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteTransaction, UpdateTransaction } from 'dynamodb-toolbox';
import { replaced } from '#core/bots/entity';
import type { Erased } from '#core/conversations/erasures';
import type { BotKey } from '#core/retrieval/ports';
import { transact } from '#platform/table-writes';
import { type StoredUnanswered, UnansweredEntity } from './entity';
import { allUnanswered } from './read-unanswered';
import { Changed, MAX_ATTEMPTS, nextRevision } from './revision';

/** Groups that are written together: a transaction has at most 100 writes. */
const AT_ONCE = 50;

/**
 * Takes what was asked in a conversation that is erased out of the bot's unanswered questions. A group that others have
 * asked too is named by one of theirs; one that nobody else is known to have asked goes. Analytics counted the answers:
 * there they stay.
 */
export async function forgetQuestions(conversation: Erased): Promise<void> {
  const { accountId, botId, conversationId, unanswered = 0 } = conversation;
  if (unanswered === 0) return;
  for (let attempt = 1; ; attempt += 1) {
    try {
      while (await tryToForget({ accountId, botId }, conversationId));
      return;
    } catch (error) {
      if (!(error instanceof Changed) || attempt === MAX_ATTEMPTS) throw error;
      await sleep(Math.random() * 20 * attempt);
    }
  }
}

/** Whether there was something to forget: then there may be more. */
async function tryToForget(bot: BotKey, conversationId: string): Promise<boolean> {
  const revision = await nextRevision(bot);
  const holding: StoredUnanswered[] = [];
  for await (const groups of allUnanswered(bot)) {
    holding.push(
      ...groups.filter((group) => group.askedIn === conversationId || isIn(group, conversationId)),
    );
    if (holding.length >= AT_ONCE) break;
  }
  holding.splice(AT_ONCE);
  if (holding.length === 0) return false;
  await transact(revision, ...holding.map((group) => ({ write: without(bot, group, conversationId) })));
  return true;
}

const isIn = ({ examples }: StoredUnanswered, conversationId: string) =>
  examples.some((example) => example.conversationId === conversationId);

function without(bot: BotKey, group: StoredUnanswered, conversationId: string) {
  const key = { ...bot, unansweredId: group.unansweredId };
  const examples = group.examples.filter((example) => example.conversationId !== conversationId);
  const [newest] = examples;
  if (!newest) return UnansweredEntity.build(DeleteTransaction).key(key);
  return UnansweredEntity.build(UpdateTransaction).item({
    ...key,
    examples: replaced(examples),
    ...(group.askedIn === conversationId && {
      question: newest.question,
      askedIn: newest.conversationId,
    }),
  });
}
