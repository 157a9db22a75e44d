import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteTransaction, UpdateTransaction } from 'dynamodb-toolbox';
import { replaced } from '#core/bots/entity';
import type { BotKey } from '#core/retrieval/ports';
import { transact } from '#platform/table-writes';
import { type StoredUnanswered, UnansweredEntity } from './entity';
import { allUnanswered } from './read-unanswered';
import { Changed, MAX_ATTEMPTS, nextRevision } from './revision';

/** Groups that are written together: a transaction has at most 100 writes. */
const AT_ONCE = 50;

/**
 * Takes what was asked in conversations that are erased out of their bot's unanswered questions. A group that others have
 * asked too is named by one of theirs; one that nobody else is known to have asked goes. Analytics counted the answers:
 * there they stay.
 */
export async function forgetQuestions(bot: BotKey, erased: readonly Asked[]): Promise<void> {
  const ids = new Set(
    erased.flatMap(({ conversationId, unanswered = 0 }) => (unanswered > 0 ? [conversationId] : [])),
  );
  if (ids.size === 0) return;
  const { accountId, botId } = bot;
  for (let attempt = 1; ; attempt += 1) {
    try {
      while (await tryToForget({ accountId, botId }, ids));
      return;
    } catch (error) {
      if (!(error instanceof Changed) || attempt === MAX_ATTEMPTS) throw error;
      await sleep(Math.random() * 20 * attempt);
    }
  }
}

interface Asked {
  readonly conversationId: string;
  readonly unanswered?: number | undefined;
}

/** Whether there was something to forget: then there may be more. */
async function tryToForget(bot: BotKey, gone: ReadonlySet<string>): Promise<boolean> {
  const revision = await nextRevision(bot);
  const holding: StoredUnanswered[] = [];
  for await (const groups of allUnanswered(bot)) {
    holding.push(...groups.filter((group) => gone.has(group.askedIn) || group.examples.some(isOf(gone))));
    if (holding.length >= AT_ONCE) break;
  }
  holding.splice(AT_ONCE);
  if (holding.length === 0) return false;
  await transact(revision, ...holding.map((group) => ({ write: without(bot, group, gone) })));
  return true;
}

const isOf =
  (gone: ReadonlySet<string>) =>
  ({ conversationId }: StoredUnanswered['examples'][number]) =>
    gone.has(conversationId);

function without(bot: BotKey, group: StoredUnanswered, gone: ReadonlySet<string>) {
  const key = { ...bot, unansweredId: group.unansweredId };
  const examples = group.examples.filter((example) => !isOf(gone)(example));
  const [newest] = examples;
  if (!newest) return UnansweredEntity.build(DeleteTransaction).key(key);
  return UnansweredEntity.build(UpdateTransaction).item({
    ...key,
    examples: replaced(examples),
    ...(gone.has(group.askedIn) && {
      question: newest.question,
      askedIn: newest.conversationId,
    }),
  });
}
