import { BatchGetRequest } from 'dynamodb-toolbox';
import type { DocumentId } from '#contract/base/ids';
import type { BotKey } from '#core/retrieval/ports';
import { readItems } from '#platform/table-reads';
import { DocumentEntity, FormerDocumentEntity, LineageEntity } from './entity';

/** Those of a bot's documents that are there no more, neither themselves nor as a newer version. */
export async function findDeletedDocuments(
  { accountId, botId }: BotKey,
  documentIds: readonly DocumentId[],
): Promise<ReadonlySet<DocumentId>> {
  const bot = { accountId, botId };
  const missing = await without([...new Set(documentIds)], (documentId) =>
    DocumentEntity.build(BatchGetRequest).key({ ...bot, documentId }),
  );
  if (missing.length === 0) return new Set();
  const former = await readItems(
    missing.map((documentId) => FormerDocumentEntity.build(BatchGetRequest).key({ ...bot, documentId })),
    { consistent: true },
  );
  const lineages = new Map(missing.map((documentId, i) => [documentId, former[i]?.lineage ?? documentId]));
  // It goes with the document that it names.
  const ended = new Set(
    await without([...new Set(lineages.values())], (lineage) =>
      LineageEntity.build(BatchGetRequest).key({ ...bot, lineage }),
    ),
  );
  return new Set(missing.filter((documentId) => ended.has(lineages.get(documentId) ?? documentId)));
}

/** Those of these ids that have no item. */
async function without<ID extends string>(
  ids: readonly ID[],
  requestOf: (id: ID) => BatchGetRequest<typeof DocumentEntity> | BatchGetRequest<typeof LineageEntity>,
): Promise<ID[]> {
  const items = await readItems(ids.map(requestOf), { consistent: true });
  return ids.filter((_, i) => items[i] === undefined);
}
