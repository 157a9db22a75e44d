import { GetItemCommand } from 'dynamodb-toolbox';
import { DocumentId } from '../../../contract/ids';
import { ParleyError } from '../../../platform/errors';
import type { BotKey } from '../index/ports';
import { FormerDocumentEntity, LineageEntity } from './entity';
import { findDocument, type StoredDocument } from './stored-document';

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

async function currentOf(bot: BotKey, documentId: DocumentId): Promise<StoredDocument | undefined> {
  const former = await FormerDocumentEntity.build(GetItemCommand)
    .key({ ...bot, documentId })
    .options({ consistent: true })
    .send();
  // What was replaced before this was kept is found where it was the first of its versions.
  const lineage = former.Item?.lineage ?? documentId;
  const { Item } = await LineageEntity.build(GetItemCommand)
    .key({ ...bot, lineage })
    .options({ consistent: true })
    .send();
  return Item && findDocument(bot, DocumentId.parse(Item.documentId));
}
