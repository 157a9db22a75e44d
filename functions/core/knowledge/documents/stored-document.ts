import type { FormattedItem } from 'dynamodb-toolbox';
import type { DocumentId } from '#contract/base/ids';
import {
  Document,
  type FailureReason,
  KEPT,
  PAGES_LEFT_OUT,
  titleOfFile,
} from '#contract/knowledge/documents';
import { knowledgePartition } from '#core/bots/manifest/entity';
import type { BotKey } from '#core/retrieval/ports';
import { listAll, readItem } from '#platform/table-reads';
import { DocumentEntity } from './entity';

export type StoredDocument = FormattedItem<typeof DocumentEntity>;

export async function findDocument(
  { accountId, botId }: BotKey,
  documentId: DocumentId,
): Promise<StoredDocument | undefined> {
  return readItem(DocumentEntity, { accountId, botId, documentId });
}

/** All documents of a bot, whatever became of them. */
export async function readDocuments(bot: BotKey): Promise<readonly StoredDocument[]> {
  return listAll(DocumentEntity, knowledgePartition(bot), 'DOCUMENT#');
}

/** The id that all versions of a document share: the first one's. */
export function lineageOf({ lineage, documentId }: StoredDocument): string {
  return lineage ?? documentId;
}

/** Whether nobody gave a file's document its title: then the one that it gives itself is better. */
export function isUntitled({ title, automaticTitle, fileName, url, format }: StoredDocument): boolean {
  if (url !== undefined || format === 'faq') return false;
  // Stored before documents said so, it is called as its file is.
  if (automaticTitle === undefined) return title.replaceAll('_', ' ') === titleOfFile(fileName);
  return title === automaticTitle;
}

/** Whether it failed though its file may be good: its message, redriven, takes it up again, and so does a retry. */
export function isKept({ failureReason }: StoredDocument): boolean {
  return KEPT.has(failureReason as FailureReason);
}

/** Whether pages of it that are pictures were left out, though they might be read later on. */
export function hasUnreadPictures({ notices = [] }: Pick<StoredDocument, 'notices'>): boolean {
  return notices.some(({ kind }) => PAGES_LEFT_OUT.has(kind));
}

/** Whether it answers from what a rebuild's run has read. */
export function isRebuilt({ segmentId }: Pick<StoredDocument, 'segmentId'>, run: string): boolean {
  return segmentId?.endsWith(`-${run}`) ?? false;
}

/** The document as it crosses the wire. */
export function toDocument(stored: StoredDocument): Document {
  return Document.parse({
    id: stored.documentId,
    botId: stored.botId,
    title: stored.title,
    description: stored.description,
    category: stored.category ?? '',
    tags: stored.tags ?? [],
    fileName: stored.fileName,
    format: stored.format,
    size: stored.size,
    status: stored.status,
    failureReason: stored.failureReason ?? null,
    pages: stored.pages ?? null,
    ...(stored.status === 'processing' && stored.pagesRead !== undefined && { pagesRead: stored.pagesRead }),
    words: stored.words ?? null,
    passages: stored.passages ?? null,
    language: stored.language ?? null,
    notices: stored.status === 'success' ? (stored.notices ?? []) : [],
    wordsOnly: stored.status === 'success' && stored.wordsOnlySince !== undefined,
    tableCount: stored.status === 'success' ? (stored.tables?.length ?? 0) : 0,
    createdAt: stored.createdAt,
    updatedAt: stored.updatedAt,
    replaces: stored.replaces ?? null,
    url: stored.url ?? null,
    ...(stored.status === 'success' && { contentHash: stored.contentHash }),
  });
}

/** With how its tables were read, and what its owner says of them. */
export function withTables(stored: StoredDocument): Document {
  const { tables = [], headers = {}, status } = stored;
  const document = toDocument(stored);
  if (status !== 'success') return document;
  return { ...document, tables: tables.map((table) => ({ ...table, said: headers[table.id] ?? null })) };
}
