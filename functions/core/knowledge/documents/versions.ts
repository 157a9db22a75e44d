import { DocumentId } from '#contract/base/ids';
import type { BotKey } from '#core/retrieval/ports';
import { ParleyError } from '#platform/errors';
import { readItem } from '#platform/table-reads';
import { FormerDocumentEntity, LineageEntity } from './entity';
import { findDocument, lineageOf, type StoredDocument } from './stored-document';

/**
 * The document of an id or, where a new version took its place since, that version. Throws `document.not_found` when
 * neither is there.
 */
export async function newestVersion(
  { accountId, botId }: BotKey,
  documentId: DocumentId,
): Promise<{ readonly document: StoredDocument; readonly isReplaced: boolean }> {
  const bot = { accountId, botId };
  const document = await findDocument(bot, documentId);
  if (document) return { document, isReplaced: false };
  const current = await currentOf(bot, documentId);
  if (!current) throw new ParleyError('document.not_found');
  return { document: current, isReplaced: true };
}

/** What answers that cite a document are listed by, also one that was replaced or has gone. */
export async function citedLineage({ accountId, botId }: BotKey, documentId: DocumentId): Promise<string> {
  const bot = { accountId, botId };
  const document = await findDocument(bot, documentId);
  return document ? citedAs(document) : formerLineage(bot, documentId);
}

/**
 * The lineage of a document that answers. A new version that doesn't answer yet has no part in what its lineage said:
 * its own id is in no list.
 */
export function citedAs(document: StoredDocument): string {
  return document.status === 'success' ? lineageOf(document) : document.documentId;
}

/** Of a document that is not there. What was replaced before this was kept is found where it was the first version. */
async function formerLineage(bot: BotKey, documentId: DocumentId): Promise<string> {
  const item = await readItem(FormerDocumentEntity, { ...bot, documentId });
  return item?.lineage ?? documentId;
}

async function currentOf(bot: BotKey, documentId: DocumentId): Promise<StoredDocument | undefined> {
  const lineage = await formerLineage(bot, documentId);
  const found = await readItem(LineageEntity, { ...bot, lineage });
  return found && findDocument(bot, DocumentId.parse(found.documentId));
}
