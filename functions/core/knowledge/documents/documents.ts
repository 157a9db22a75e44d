import type { BotId, DocumentId } from '#contract/base/ids';
import type { Document, DocumentPage } from '#contract/knowledge/documents';
import { type BotRef, loadBot } from '#core/bots/bots';
import { knowledgePartition } from '#core/bots/manifest/entity';
import type { BotKey } from '#core/retrieval/ports';
import type { Actor } from '#platform/actor';
import { ParleyError } from '#platform/errors';
import { type PageRequest, queryPage } from '#platform/pages';
import { readItem } from '#platform/table-reads';
import { ContentEntity, DocumentEntity } from './entity';
import { findDocument, type StoredDocument, toDocument, withTables } from './stored-document';
import { newestVersion } from './versions';

/** A document as a path names it; the account comes from the Actor. */
export interface DocumentRef {
  readonly botId: BotId;
  readonly documentId: DocumentId;
}

export async function listDocuments(actor: Actor, botId: BotId, request: PageRequest): Promise<DocumentPage> {
  const bot = await requireBot(actor, botId);
  const page = await queryPage(
    DocumentEntity,
    { partition: knowledgePartition(bot), prefix: 'DOCUMENT#' },
    { ...request, newestFirst: true, consistent: true },
  );
  return { items: page.items.map(toDocument), cursor: page.cursor };
}

/** The document or, of one that was replaced since, the version of now, which has its own id. */
export async function getDocument(actor: Actor, { botId, documentId }: DocumentRef): Promise<Document> {
  const { document } = await newestVersion(await requireBot(actor, botId), documentId);
  return withTables(document);
}

/** Id of the document of this bot that has this content; null when none has. */
export async function findContent({ accountId, botId }: BotKey, contentHash: string): Promise<string | null> {
  const item = await readItem(ContentEntity, { accountId, botId, contentHash });
  return item?.documentId ?? null;
}

/** Another tenant's bot is none: its key leads with the caller's account. */
export async function requireBot({ accountId }: Pick<Actor, 'accountId'>, botId: BotId): Promise<BotRef> {
  await loadBot({ accountId, botId });
  return { accountId, botId };
}

export async function loadDocument(bot: BotRef, documentId: DocumentId): Promise<StoredDocument> {
  const stored = await findDocument(bot, documentId);
  if (!stored) throw new ParleyError('document.not_found');
  return stored;
}
