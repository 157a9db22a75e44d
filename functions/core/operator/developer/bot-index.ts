import { GetItemCommand } from 'dynamodb-toolbox';
import type { BotIndex } from '#contract/operator/developer';
import { knowledgePartition, ManifestEntity } from '#core/bots/manifest/entity';
import { DocumentEntity } from '#core/knowledge/documents/entity';
import { isIndexed, readLiveSegments } from '#core/knowledge/documents/manifest';
import { queryPage } from '#platform/pages';

/** Documents that are listed. */
const SHOWN = 100;

/** What answers for a bot, as the table has it now. A bot that nobody has told anything has an empty index. */
export async function getBotIndex(bot: {
  readonly accountId: string;
  readonly botId: string;
}): Promise<BotIndex> {
  const [{ Item: manifest }, { version, segments, vectorIndex }, documents] = await Promise.all([
    ManifestEntity.build(GetItemCommand).key(bot).options({ consistent: true }).send(),
    readLiveSegments(bot),
    queryPage(
      DocumentEntity,
      { partition: knowledgePartition(bot), prefix: 'DOCUMENT#' },
      { limit: SHOWN, newestFirst: true },
    ),
  ]);
  return {
    version,
    documents: manifest?.documents ?? 0,
    passages: manifest?.passages ?? 0,
    vectorIndex: vectorIndex?.name ?? null,
    segments: segments.map((segment) => ({
      id: segment.segmentId,
      objectKey: segment.objectKey,
      passages: segment.passages,
      bytes: segment.bytes,
      isMerged: segment.isMerged ?? false,
      removedDocuments: segment.removedDocuments?.size ?? 0,
      isInVectorIndex: isIndexed(segment, vectorIndex),
    })),
    items: documents.items.map(({ documentId, title, status, format, size, passages }) => ({
      id: documentId,
      title,
      status,
      format,
      bytes: size,
      passages: passages ?? 0,
    })),
  };
}
