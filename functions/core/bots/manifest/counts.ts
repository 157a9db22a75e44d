import { BatchGetRequest } from 'dynamodb-toolbox';
import { readItems } from '#platform/table-reads';
import { ManifestEntity } from './entity';

/** How many documents answer for each bot, and with how many passages; in the order of the bots given. */
export async function readKnowledgeCounts(
  bots: readonly { readonly accountId: string; readonly botId: string }[],
): Promise<readonly { readonly documents: number; readonly passages: number }[]> {
  const requests = bots.map(({ accountId, botId }) =>
    ManifestEntity.build(BatchGetRequest).key({ accountId, botId }),
  );
  return (await readItems(requests, { consistent: false })).map((manifest) => ({
    documents: manifest?.documents ?? 0,
    passages: manifest?.passages ?? 0,
  }));
}
