import { BatchGetRequest, PutTransaction } from 'dynamodb-toolbox';
import type { BotKey } from '#core/retrieval/ports';
import { foldCounters, foldCountersTransaction, readCounters } from '#platform/counters';
import { readItem, readItems } from '#platform/table-reads';
import { transact } from '#platform/table-writes';
import type { ConversationRef } from './count-conversation';
import { ConversationCountEntity, dayKey } from './entity';
import { unnamed } from './tally';

const MAX_ATTEMPTS = 5;
/** Sign of topics that are made of words of a question, since no document answered it. */
const ASKED = '-';
const OTHER = unnamed('TOPICS', ASKED);

/**
 * Takes the words of a conversation's questions out of its day's topics, before it is erased: its unanswered questions
 * then count without a name, and a name that no other conversation of the day has goes. Called again, it goes on.
 */
export async function forgetTopics(ref: ConversationRef): Promise<void> {
  await persistently(() => tryToForget(ref));
}

/** Takes the words of all questions out of the topics of the days of some conversations: these are kept no longer. */
export async function forgetTopicsOfDays(bot: BotKey, conversationIds: readonly string[]): Promise<void> {
  const { accountId } = bot;
  const counts = await readItems(
    conversationIds.map((conversationId) =>
      ConversationCountEntity.build(BatchGetRequest).key({ accountId, conversationId }),
    ),
    { consistent: false },
  );
  const days = new Set(counts.flatMap((stored) => (stored && stored.day !== '' ? [stored.day] : [])));
  for (const day of days) while (await persistently(() => tryToForgetDay(bot, day)));
}

async function persistently<RESULT>(act: () => Promise<RESULT>): Promise<RESULT> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof CountedMeanwhile) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Names that one expression has room for. */
const AT_ONCE = 50;

/** Whether there was something to forget: then there may be more. */
async function tryToForgetDay(bot: BotKey, day: string): Promise<boolean> {
  const { pk, sk } = dayKey(bot, 'TOPICS', day);
  const [item] = await readCounters(pk, sk, sk);
  const asked = Object.entries(item?.counters ?? {})
    .filter(isAsked)
    .slice(0, AT_ONCE);
  if (!item || asked.length === 0) return false;
  if (!(await foldCounters(item, Object.fromEntries(asked), OTHER))) throw new CountedMeanwhile();
  return true;
}

/** Whether a topic has words of a question in its name. */
function isAsked([name]: readonly [string, number]): boolean {
  return name.startsWith(ASKED) && name !== OTHER;
}

/** Another conversation of the same day was counted, or forgotten, since its topics were read. */
class CountedMeanwhile extends Error {}

async function tryToForget(ref: ConversationRef): Promise<void> {
  const { accountId, conversationId } = ref;
  const stored = await readItem(ConversationCountEntity, { accountId, conversationId });
  const topics = stored?.counted.contribution.TOPICS ?? {};
  const asked = Object.entries(topics).filter(isAsked);
  if (!stored || asked.length === 0) return;
  const { pk, sk } = dayKey({ accountId, botId: stored.botId }, 'TOPICS', stored.day);
  const [day] = await readCounters(pk, sk, sk);
  const kept = Object.fromEntries(
    Object.entries(topics).filter(([name]) => !asked.some(([gone]) => gone === name)),
  );
  const sum = asked.reduce((total, [, count]) => total + count, 0);
  const refused = () => new CountedMeanwhile();
  await transact(
    {
      write: ConversationCountEntity.build(PutTransaction)
        .item({
          ...stored,
          revision: stored.revision + 1,
          counted: {
            ...stored.counted,
            contribution: {
              ...stored.counted.contribution,
              TOPICS: { ...kept, [OTHER]: (kept[OTHER] ?? 0) + sum },
            },
          },
        })
        .options({ condition: { attr: 'revision', eq: stored.revision } }),
      refused,
    },
    ...(day ? [{ ...foldCountersTransaction(day, Object.fromEntries(asked), OTHER), refused }] : []),
  );
}
