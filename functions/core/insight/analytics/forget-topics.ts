import { PutTransaction } from 'dynamodb-toolbox';
import { foldCountersTransaction, readCounters } from '#platform/counters';
import { readItem } from '#platform/table-reads';
import { transact } from '#platform/table-writes';
import type { ConversationRef } from './count-conversation';
import { ConversationCountEntity, dayKey } from './entity';
import { unnamed } from './tally';

const MAX_ATTEMPTS = 5;
/** Sign of topics that are made of words of a question, since no document answered it. */
const ASKED = '-';

/**
 * Takes the words of a conversation's questions out of its day's topics, before it is erased: its unanswered questions
 * then count without a name, and a name that no other conversation of the day has goes. Called again, it goes on.
 */
export async function forgetTopics(ref: ConversationRef): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryToForget(ref);
    } catch (error) {
      if (!(error instanceof CountedMeanwhile) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Another conversation of the same day was counted, or forgotten, since its topics were read. */
class CountedMeanwhile extends Error {}

async function tryToForget(ref: ConversationRef): Promise<void> {
  const { accountId, conversationId } = ref;
  const stored = await readItem(ConversationCountEntity, { accountId, conversationId });
  const topics = stored?.counted.contribution.TOPICS ?? {};
  const other = unnamed('TOPICS', ASKED);
  const asked = Object.entries(topics).filter(([name]) => name.startsWith(ASKED) && name !== other);
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
              TOPICS: { ...kept, [other]: (kept[other] ?? 0) + sum },
            },
          },
        })
        .options({ condition: { attr: 'revision', eq: stored.revision } }),
      refused,
    },
    ...(day ? [{ ...foldCountersTransaction(day, Object.fromEntries(asked), other), refused }] : []),
  );
}
