import { DeleteItemCommand, PutItemCommand } from 'dynamodb-toolbox';
import { PLATFORM_METRICS, type PlatformMetric } from '#contract/admin';
import type { StoredAccount, StoredProfile } from '../accounts/entity';
import type { StoredConversation } from '../conversations/entity';
import { isCounted } from '../events/conversation-events';
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
 * Lists users and subscriptions and counts the platform's totals anew, from all items: for a stage that is older than
 * its administration. What happens meanwhile may be counted twice or not at all, so it is run when little does.
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
