import {
  $add,
  $remove,
  DeleteTransaction,
  GetItemCommand,
  PutTransaction,
  UpdateTransaction,
} from 'dynamodb-toolbox';
import {
  DOCUMENT_FORMATS,
  type Document,
  DocumentFormat,
  type DocumentLink,
  type DocumentMetadata,
  type DocumentPage,
  type OriginalQuery,
  type RegisterDocument,
  type RegisterVersion,
  type UploadGrant,
} from '../../../contract/documents';
import type { BotId, DocumentId } from '../../../contract/ids';
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
import { assertRoom, loadAccount, reserve } from '../../accounts/plan';
import { type BotRef, loadBot } from '../../bots/bots';
import type { BotKey } from '../index/ports';
import type { IngestJob } from '../ingest/job';
import {
  ContentEntity,
  DocumentEntity,
  FormerDocumentEntity,
  knowledgePartition,
  LineageEntity,
  ManifestEntity,
} from './entity';
import { uploadAddress, uploadRefOf } from './keys';
import { asItIs, DocumentChanged, giveBack, promise } from './place';
import { findHolder, type Holder, takeOut } from './segments';
import { findDocument, type StoredDocument, toDocument } from './stored-document';
import { UPLOAD_SECONDS, watchUpload } from './upload-deadline';
import { newestVersion } from './versions';

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
  const now = clock();
  const stored = await announced(now, bot, input, {
    title: input.title ?? titleOf(input.fileName),
    description: input.description,
    category: input.category ?? '',
    tags: input.tags ?? [],
  });
  const account = await loadAccount(actor.accountId);
  assertRoom(account, 'documents', now);
  return granted(now, stored, reserve(account, 'documents', now));
}

/**
 * Announces a new version of a document. It is a document of its own that takes the other's place, also in the plan,
 * when it is published: until then, and when it can't be read, the other answers.
 */
export async function registerVersion(
  clock: Clock,
  actor: Actor,
  { botId, documentId }: DocumentRef,
  input: RegisterVersion,
): Promise<UploadGrant> {
  const bot = await requireBot(actor, botId);
  return asItIs(async () => {
    const now = clock();
    const before = await loadDocument(bot, documentId);
    // A page of a website changes there.
    if (before.url !== undefined) throw new ParleyError('document.not_replaceable');
    const { title, description, category = '', tags = [], lineage = documentId } = before;
    const about = { title, description, category, tags };
    const stored = { ...(await announced(now, bot, input, about)), replaces: documentId, lineage };
    return granted(now, stored, promise(stored, before));
  });
}

/** The document that a file is to become, unless this bot has the same content already. */
async function announced(
  now: Date,
  bot: BotRef,
  { fileName, size, contentHash }: RegisterVersion,
  about: DocumentMetadata,
): Promise<StoredDocument> {
  const format = formatOf(fileName);
  const holder = contentHash ? await findContent(bot, contentHash) : null;
  if (holder) throw new ParleyError('document.duplicate', { details: { documentId: holder } });
  const at = now.toISOString();
  const documentId = newId(now);
  return {
    ...bot,
    documentId,
    ...about,
    fileName,
    format,
    size,
    status: 'pending',
    createdAt: at,
    updatedAt: at,
  };
}

/** Stores an announced document with the place that it takes, and gives the form that uploads its file. */
async function granted(now: Date, stored: StoredDocument, place: ConditionalWrite): Promise<UploadGrant> {
  const upload = uploadRefOf(stored);
  // Before the document is there: were it after, a call that dies in between would leave it pending for ever.
  await watchUpload(now, upload);
  await transact({ write: DocumentEntity.build(PutTransaction).item(stored) }, place);
  const form = await presignUpload(uploadAddress(upload), {
    contentType: DOCUMENT_FORMATS[stored.format].contentType,
    // Exactly the announced size: what the form lets through is what was checked here.
    minBytes: stored.size,
    maxBytes: stored.size,
    seconds: UPLOAD_SECONDS,
  });
  return { document: toDocument(stored), upload: form };
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
  return toDocument(document);
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
  await asItIs(async () => {
    const stored = await loadDocument(bot, documentId);
    await transact(...removal({ accountId, botId }, stored, await findHolder(stored)));
  });
}

function removal(bot: BotRef, stored: StoredDocument, holder: Holder | null): ConditionalWrite[] {
  const { documentId, status, contentHash, lineage, replacement, passages = 0 } = stored;
  const writes: ConditionalWrite[] = [
    {
      // The status as it was read: a publication in between would leave a segment that nobody owns.
      write: DocumentEntity.build(DeleteTransaction)
        .key({ ...bot, documentId })
        .options({
          condition: {
            and: [
              { attr: 'status', eq: status },
              replacement === undefined
                ? { attr: 'replacement', exists: false }
                : { attr: 'replacement', eq: replacement },
            ],
          },
        }),
      refused: () => new DocumentChanged(),
    },
  ];
  if (replacement !== undefined) writes.push(...inherit(stored, replacement));
  // One that failed gave its place in the plan back then.
  else if (status !== 'failed') writes.push(giveBack(stored));
  if (contentHash)
    writes.push({ write: ContentEntity.build(DeleteTransaction).key({ ...bot, contentHash }) });
  if (status === 'success' && lineage !== undefined)
    writes.push({ write: LineageEntity.build(DeleteTransaction).key({ ...bot, lineage }) });
  if (holder) {
    writes.push(takeOut(holder, passages), {
      write: ManifestEntity.build(UpdateTransaction).item({
        ...bot,
        version: $add(1),
        documents: $add(-1),
        passages: $add(-passages),
      }),
    });
  }
  return writes;
}

/**
 * The place in the plan of a deleted document passes to the new version of it that is on its way, and so do the answers
 * that cite it, once that version is there.
 */
function inherit(
  { accountId, botId, documentId, lineage = documentId }: StoredDocument,
  heir: string,
): ConditionalWrite[] {
  return [
    {
      write: DocumentEntity.build(UpdateTransaction)
        .item({ accountId, botId, documentId: heir, replaces: $remove() })
        .options({ condition: { attr: 'replaces', eq: documentId } }),
      refused: () => new DocumentChanged(),
    },
    { write: FormerDocumentEntity.build(PutTransaction).item({ accountId, botId, documentId, lineage }) },
  ];
}

/**
 * A short-lived link that shows the original where browsers can, unless it is wanted as a file, and saves it under its
 * name elsewhere; of one that was replaced since, the version of now.
 */
export async function linkToOriginal(
  clock: Clock,
  bot: BotRef,
  documentId: DocumentId,
  { as }: OriginalQuery = { as: 'shown' },
): Promise<DocumentLink> {
  const { document: stored, isReplaced } = await newestVersion(bot, documentId);
  if (!stored.uploadVersion && stored.status === 'pending') throw new ParleyError('document.not_uploaded');
  // The file of one that can't be read is erased.
  if (stored.status === 'failed') throw new ParleyError('source.not_found');
  const format = DocumentFormat.parse(stored.format);
  const expiresAt = addSeconds(clock(), DOWNLOAD_SECONDS).toISOString();
  // A page of a website is there, not here.
  if (stored.url !== undefined) return { url: stored.url, expiresAt, isReplaced };
  const url = await presignDownload(
    { ...uploadAddress(uploadRefOf(stored)), versionId: stored.uploadVersion },
    {
      fileName: stored.fileName,
      contentType: `${DOCUMENT_FORMATS[format].contentType}${isText(format) ? '; charset=utf-8' : ''}`,
      disposition: as === 'shown' && isShown(format) ? 'inline' : 'attachment',
      seconds: DOWNLOAD_SECONDS,
    },
  );
  return { url, expiresAt, isReplaced };
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

export async function loadDocument(bot: BotRef, documentId: DocumentId): Promise<StoredDocument> {
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
  // A page that somebody else wrote must not run where our files are.
  return format === 'pdf' || (isText(format) && format !== 'csv' && format !== 'html');
}
