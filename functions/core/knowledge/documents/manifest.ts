import { BatchGetCommand, BatchGetRequest, executeBatchGet, QueryCommand } from 'dynamodb-toolbox';
import { table } from '../../../platform/table';
import type { BotKey, Manifest, ManifestReader } from '../index/ports';
import { knowledgePartition, ManifestEntity, SegmentEntity } from './entity';

/** Reads what answers for a bot right now: consistently, so that a deletion holds from the moment it returned. */
export const manifestReader: ManifestReader = { readManifest };

/** A query sees each item as it is, but not all as of one moment. */
const READS = 4;

/**
 * Read in the middle of a transaction that replaces a document, the segments could be both or neither: then their
 * passages don't add up to those of the manifest, and it is read again.
 */
async function readManifest(bot: BotKey): Promise<Manifest> {
  let read = await readOnce(bot);
  for (let attempt = 1; attempt < READS && !read.addsUp; attempt++) read = await readOnce(bot);
  return read.manifest;
}

async function readOnce(bot: BotKey): Promise<{ readonly manifest: Manifest; readonly addsUp: boolean }> {
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({ partition: knowledgePartition(bot), range: { beginsWith: 'MANIFEST#' } })
    .entities(ManifestEntity, SegmentEntity)
    .options({ consistent: true, maxPages: Number.POSITIVE_INFINITY, showEntityAttr: true })
    .send();
  let [version, passages] = [0, 0];
  const segments: Manifest['segments'][number][] = [];
  for (const item of Items) {
    if (item.entity === 'Manifest') {
      version = item.version;
      passages += item.passages;
    } else {
      const removedDocuments = [...(item.removedDocuments ?? [])];
      const { segmentId: id, objectKey: key, titles = {} } = item;
      segments.push({ id, key, removedDocuments, titles });
      passages -= item.passages;
    }
  }
  return { manifest: { version, segments }, addsUp: passages === 0 };
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
