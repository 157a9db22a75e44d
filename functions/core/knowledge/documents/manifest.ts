import { BatchGetCommand, BatchGetRequest, executeBatchGet, QueryCommand } from 'dynamodb-toolbox';
import { table } from '../../../platform/table';
import type { BotKey, Manifest, ManifestReader } from '../index/ports';
import { knowledgePartition, ManifestEntity, SegmentEntity } from './entity';

/** Reads what answers for a bot right now: consistently, so that a deletion holds from the moment it returned. */
export const manifestReader: ManifestReader = { readManifest };

async function readManifest(bot: BotKey): Promise<Manifest> {
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({ partition: knowledgePartition(bot), range: { beginsWith: 'MANIFEST#' } })
    .entities(ManifestEntity, SegmentEntity)
    .options({ consistent: true, maxPages: Number.POSITIVE_INFINITY, showEntityAttr: true })
    .send();
  let version = 0;
  const segments: Manifest['segments'][number][] = [];
  for (const item of Items) {
    if (item.entity === 'Manifest') version = item.version;
    else {
      const removedDocuments = [...(item.removedDocuments ?? [])];
      segments.push({ id: item.segmentId, key: item.objectKey, removedDocuments });
    }
  }
  return { version, segments };
}

/** How many documents answer for each bot, and with how many passages; in the order of the bots given. */
export async function readKnowledgeCounts(
  bots: readonly BotKey[],
): Promise<readonly { readonly documents: number; readonly passages: number }[]> {
  if (bots.length === 0) return [];
  const requests = bots.map(({ accountId, botId }) =>
    ManifestEntity.build(BatchGetRequest).key({ accountId, botId }),
  );
  const { Responses } = await executeBatchGet(
    { maxAttempts: 5 },
    table.build(BatchGetCommand).requests(...requests),
  );
  const [manifests = []] = Responses ?? [];
  return bots.map((_, i) => ({
    documents: manifests[i]?.documents ?? 0,
    passages: manifests[i]?.passages ?? 0,
  }));
}
