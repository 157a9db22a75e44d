import { BatchGetRequest } from 'dynamodb-toolbox';
import type { AccountId } from '#contract/base/ids';
import { DeletedBotEntity } from '#core/bots/entity';
import { readItems } from '#platform/table-reads';

/** Names of deleted bots by id, as long as they can be brought back. */
export async function nameDeletedBots(
  accountId: AccountId,
  botIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const requests = botIds.map((botId) => DeletedBotEntity.build(BatchGetRequest).key({ accountId, botId }));
  const found = await readItems(requests, { consistent: false });
  return new Map(found.filter((each) => each !== undefined).map(({ botId, name }) => [botId, name]));
}
