import { $add, DeleteTransaction, GetItemCommand, PutTransaction, UpdateTransaction } from 'dynamodb-toolbox';
import {
  DOCUMENT_FORMATS,
  type Document,
  DocumentFormat,
  type DocumentPage,
  type OriginalLink,
  type RegisterDocument,
  type UploadGrant,
} from '../../../contract/documents';
import { type BotId, DocumentId } from '../../../contract/ids';
import { cleanLine } from '../../../contract/text';
import type { Actor } from '../../../platform/actor';
import { headObject, presignDownload, presignUpload } from '../../../platform/buckets';
import { addSeconds, type Clock } from '../../../platform/clock';
import { environment } from '../../../platform/environment';
import { ParleyError } from '../../../platform/errors';
import { newId } from '../../../platform/ids';
import { type PageRequest, queryPage } from '../../../platform/pages';
import { sendToQueue } from '../../../platform/queues';
import { type ConditionalWrite, transact } from '../../../platform/table-writes';
import { assertRoom, loadAccount, release, reserve } from '../../accounts/plan';
import { type BotRef, loadBot } from '../../bots/bots';
import type { BotKey } from '../index/ports';
import type { IngestJob } from '../ingest/job';
import { ContentEntity, DocumentEntity, knowledgePartition, ManifestEntity, SegmentEntity } from './entity';
import { uploadAddress } from './keys';
import { findDocument, type StoredDocument, toDocument } from './stored-document';
import { UPLOAD_SECONDS, watchUpload } from './upload-deadline';

/** A document as a path names it; the account comes from who asks. */
export interface DocumentRef {
  readonly botId: BotId;
  readonly documentId: DocumentId;
}

const DOWNLOAD_SECONDS = 5 * 60;

/** Announces a file: a pending document, counted against the plan, and a form that uploads exactly it. */
export async function registerDocument(
  clock: Clock,
  actor: Actor,
  botId: BotId,
  input: RegisterDocument,
): Promise<UploadGrant> {
  const bot = await requireBot(actor, botId);
  const format = formatOf(input.fileName);
  const holder = input.contentHash ? await findContent(bot, input.contentHash) : null;
  if (holder) throw new ParleyError('document.duplicate', { details: { documentId: holder } });
  const now = clock();
  const documentId = DocumentId.parse(newId(now));
  const stored: StoredDocument = {
    ...bot,
    documentId,
    title: input.title ?? titleOf(input.fileName),
    description: input.description,
    fileName: input.fileName,
    format,
    size: input.size,
    status: 'pending',
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  };
  const account = await loadAccount(actor.accountId);
  assertRoom(account, 'documents', now);
  // Before the document is there: were it after, a call that dies in between would leave it pending for ever.
  await watchUpload(now, { ...bot, documentId });
  await transact(
    { write: DocumentEntity.build(PutTransaction).item(stored) },
    reserve(account, 'documents', now),
  );
  const upload = await presignUpload(uploadAddress({ ...bot, documentId }), {
    contentType: DOCUMENT_FORMATS[format].contentType,
    // Exactly the announced size: what the form lets through is what was checked here.
    minBytes: input.size,
    maxBytes: input.size,
    seconds: UPLOAD_SECONDS,
  });
  return { document: toDocument(stored), upload };
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

export async function getDocument(actor: Actor, ref: DocumentRef): Promise<Document> {
  return toDocument(await loadDocument(await requireBot(actor, ref.botId), ref.documentId));
}

/** Starts the work on an upload at once; S3's own notification may take a minute and changes nothing then. */
export async function completeUpload(actor: Actor, { botId, documentId }: DocumentRef): Promise<Document> {
  const bot = await requireBot(actor, botId);
  const stored = await loadDocument(bot, documentId);
  if (stored.status !== 'pending') return toDocument(stored);
  const head = await headObject(uploadAddress({ ...bot, documentId }));
  if (!head) throw new ParleyError('document.not_uploaded');
  const job: IngestJob = { ...bot, documentId, versionId: head.versionId };
  await sendToQueue(environment('INGEST_QUEUE_URL'), { body: job, group: bot.accountId });
  return toDocument(stored);
}

/**
 * Deletes a document: it answers no more from the moment this returns. Its files are erased afterwards, by
 * what follows the table's stream.
 */
export async function deleteDocument(actor: Actor, { botId, documentId }: DocumentRef): Promise<void> {
  const bot = await requireBot(actor, botId);
  await removeDocument(bot, documentId);
}

/** Takes a document out of what answers and what counts. */
export async function removeDocument(bot: BotRef, documentId: DocumentId): Promise<void> {
  const { accountId, botId } = bot;
  for (let attempt = 1; ; attempt++) {
    try {
      await transact(...removal({ accountId, botId }, await loadDocument(bot, documentId)));
      return;
    } catch (error) {
      if (!(error instanceof DocumentChanged) || attempt === 5) throw error;
    }
  }
}

/** The document was published or failed between its reading and its removal: read again. */
class DocumentChanged extends Error {}

function removal(bot: BotRef, stored: StoredDocument): ConditionalWrite[] {
  const { documentId, status, contentHash, segmentId, passages = 0 } = stored;
  const writes: ConditionalWrite[] = [
    {
      // The status as it was read: a publication in between would leave a segment that nobody owns.
      write: DocumentEntity.build(DeleteTransaction)
        .key({ ...bot, documentId })
        .options({ condition: { attr: 'status', eq: status } }),
      refused: () => new DocumentChanged(),
    },
  ];
  // One that failed gave its place in the plan back then.
  if (status !== 'failed') writes.push(release(bot.accountId, 'documents'));
  if (contentHash)
    writes.push({ write: ContentEntity.build(DeleteTransaction).key({ ...bot, contentHash }) });
  if (segmentId) {
    writes.push(
      { write: SegmentEntity.build(DeleteTransaction).key({ ...bot, segmentId }) },
      {
        write: ManifestEntity.build(UpdateTransaction).item({
          ...bot,
          version: $add(1),
          documents: $add(-1),
          passages: $add(-passages),
        }),
      },
    );
  }
  return writes;
}

/** A short-lived link that shows the original where browsers can and saves it under its name elsewhere. */
export async function linkToOriginal(
  clock: Clock,
  bot: BotRef,
  documentId: DocumentId,
): Promise<OriginalLink> {
  const stored = await loadDocument(bot, documentId);
  if (!stored.uploadVersion && stored.status === 'pending') throw new ParleyError('document.not_uploaded');
  // The file of one that can't be read is erased.
  if (stored.status === 'failed') throw new ParleyError('source.not_found');
  const format = DocumentFormat.parse(stored.format);
  const url = await presignDownload(
    { ...uploadAddress({ ...bot, documentId }), versionId: stored.uploadVersion },
    {
      fileName: stored.fileName,
      contentType: `${DOCUMENT_FORMATS[format].contentType}${isText(format) ? '; charset=utf-8' : ''}`,
      disposition: isShown(format) ? 'inline' : 'attachment',
      seconds: DOWNLOAD_SECONDS,
    },
  );
  return { url, expiresAt: addSeconds(clock(), DOWNLOAD_SECONDS).toISOString() };
}

/** Id of the document of this bot that has this content; null when none has. */
export async function findContent({ accountId, botId }: BotKey, contentHash: string): Promise<string | null> {
  const { Item } = await ContentEntity.build(GetItemCommand)
    .key({ accountId, botId, contentHash })
    .options({ consistent: true })
    .send();
  return Item?.documentId ?? null;
}

/** Another tenant's bot is none: its key leads with the caller's account. */
export async function requireBot({ accountId }: Actor, botId: BotId): Promise<BotRef> {
  await loadBot({ accountId, botId });
  return { accountId, botId };
}

async function loadDocument(bot: BotRef, documentId: DocumentId): Promise<StoredDocument> {
  const stored = await findDocument(bot, documentId);
  if (!stored) throw new ParleyError('document.not_found');
  return stored;
}

function formatOf(fileName: string): DocumentFormat {
  // A file that is just named `pdf` has no extension.
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  for (const [format, { extensions }] of Object.entries(DOCUMENT_FORMATS)) {
    if ((extensions as readonly string[]).includes(extension)) return DocumentFormat.parse(format);
  }
  throw new ParleyError('document.type_not_supported', { details: { fileName } });
}

function titleOf(fileName: string): string {
  // Cut off in the middle of a character, half of it would be left.
  return cleanLine(fileName.replace(/\.[^.]+$/, '').slice(0, 200)) || fileName.slice(0, 200);
}

function isText(format: DocumentFormat): boolean {
  return DOCUMENT_FORMATS[format].contentType.startsWith('text/');
}

/** Whether browsers show it; they save a CSV whatever they are told. */
function isShown(format: DocumentFormat): boolean {
  return format === 'pdf' || (isText(format) && format !== 'csv');
}
