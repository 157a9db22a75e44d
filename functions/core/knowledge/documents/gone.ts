import { BatchGetCommand, BatchGetRequest, executeBatchGet } from 'dynamodb-toolbox';
import type { DocumentId } from '../../../contract/ids';
import { table } from '../../../platform/table';
import type { BotKey } from '../index/ports';
import { DocumentEntity, FormerDocumentEntity, LineageEntity } from './entity';

/** What one BatchGetItem takes. */
const AT_ONCE = 100;

/** Those of a bot's documents that are there no more, neither themselves nor as a newer version. */
export async function goneDocuments(
  { accountId, botId }: BotKey,
  documentIds: readonly DocumentId[],
): Promise<ReadonlySet<DocumentId>> {
  const bot = { accountId, botId };
  const missing = await without([...new Set(documentIds)], (documentId) =>
    DocumentEntity.build(BatchGetRequest).key({ ...bot, documentId }),
  );
  if (missing.length === 0) return new Set();
  const former = await found(missing, (documentId) =>
    FormerDocumentEntity.build(BatchGetRequest).key({ ...bot, documentId }),
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

type Request =
  | BatchGetRequest<typeof DocumentEntity>
  | BatchGetRequest<typeof FormerDocumentEntity>
  | BatchGetRequest<typeof LineageEntity>;

/** Those of these ids that have no item. */
async function without<ID extends string>(ids: readonly ID[], requestOf: (id: ID) => Request): Promise<ID[]> {
  const items = await found(ids, requestOf);
  return ids.filter((_, i) => items[i] === undefined);
}

/** The item of each id. */
async function found<ID extends string>(
  ids: readonly ID[],
  requestOf: (id: ID) => Request,
): Promise<readonly ({ readonly lineage?: string | undefined } | undefined)[]> {
  const items: ({ readonly lineage?: string | undefined } | undefined)[] = [];
  for (let first = 0; first < ids.length; first += AT_ONCE) {
    const requests = ids.slice(first, first + AT_ONCE).map(requestOf);
    const { Responses } = await executeBatchGet(
      { maxAttempts: 5 },
      table
        .build(BatchGetCommand)
        .requests(...requests)
        .options({ consistent: true }),
    );
    items.push(...(Responses?.[0] ?? []));
  }
  return items;
}
