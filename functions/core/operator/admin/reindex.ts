import { DeleteItemCommand, PutItemCommand } from 'dynamodb-toolbox';
import { PLATFORM_METRICS, type PlatformMetric } from '#contract/operator/admin';
import type { StoredAccount, StoredProfile } from '#core/accounts/entity';
import { isCounted } from '#core/base/events/conversation-events';
import { isGone, type StoredConversation } from '#core/conversations/entity';
import { renewWords } from '#core/conversations/words/index-words';
import { SHARDS, TOTAL } from './counts';
import { listSubscription, listUser } from './directory';
import { PlatformCountEntity } from './entity';

const METRIC_OF: Readonly<Record<string, PlatformMetric>> = {
  Profile: 'users',
  Account: 'accounts',
  Bot: 'bots',
  Document: 'documents',
};

/**
 * Lists users and subscriptions, counts the platform's totals and renews the words by which conversations are found,
 * from all items: for a stage that is older than its administration, or than the way in which words are indexed. What happens meanwhile may be counted twice or not at all, so it is run when little does.
 * Conversations that were erased since they were counted are missing from the new totals.
 */
export async function reindex(
  pages: AsyncIterable<readonly Readonly<Record<string, unknown>>[]>,
): Promise<Readonly<Record<PlatformMetric, number>>> {
  const counts = Object.fromEntries(PLATFORM_METRICS.map((metric) => [metric, 0])) as Record<
    PlatformMetric,
    number
  >;
  for await (const page of pages) {
    for (const item of page) {
      if (item.entity === 'Conversation') {
        const conversation = item as unknown as StoredConversation;
        if (!isCounted(conversation)) continue;
        if (!isGone(conversation)) await renewWords(conversation);
        counts.conversations += 1;
        // Messages have no gaps in their numbers, and their own items do not say whose conversation is a test.
        counts.messages += conversation.lastSequence;
        continue;
      }
      const metric = METRIC_OF[String(item.entity)];
      if (metric === undefined) continue;
      counts[metric] += 1;
      if (item.entity === 'Profile') await listUser(null, item as StoredProfile);
      if (item.entity === 'Account') await listSubscription(null, item as unknown as StoredAccount);
    }
  }
  await PlatformCountEntity.build(PutItemCommand)
    .item({ period: TOTAL, shard: 0, ...counts })
    .send();
  for (let shard = 1; shard < SHARDS; shard++)
    await PlatformCountEntity.build(DeleteItemCommand).key({ period: TOTAL, shard }).send();
  return counts;
}
