import { PutTransaction } from 'dynamodb-toolbox';
import type { BotId } from '#contract/base/ids';
import {
  DOCUMENT_FORMATS,
  type Document,
  DocumentFormat,
  type DocumentMetadata,
  type RegisterDocument,
  type RegisterVersion,
  titleOfFile,
  type UploadGrant,
} from '#contract/knowledge/documents';
import { uploadCounted } from '#core/accounts/limits/knowledge-day';
import { assertRoom } from '#core/accounts/limits/quotas';
import { loadAccount } from '#core/accounts/plan';
import type { BotRef } from '#core/bots/bots';
import type { Actor } from '#platform/actor';
import { headObject, presignUpload } from '#platform/buckets';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { newId } from '#platform/ids';
import { type ConditionalWrite, transact } from '#platform/table-writes';
import { handOverQuota, reserveQuota } from './document-quota';
import { type DocumentRef, findContent, loadDocument, requireBot } from './documents';
import { DocumentEntity } from './entity';
import { queueIngest } from './ingest-job';
import { uploadAddress, uploadRefOf } from './keys';
import { retryOptimistically } from './optimistic-retry';
import { isUntitled, type StoredDocument, toDocument } from './stored-document';
import { scheduleUploadDeadline, UPLOAD_SECONDS } from './upload-deadline';

/**
 * Announces a file: a pending document, counted against the plan, and a form that uploads exactly it. With `url` its
 * original is the page at this address, which is what opens as a source.
 */
export async function registerDocument(
  clock: Clock,
  actor: Actor,
  botId: BotId,
  { url, ...input }: RegisterDocument & { readonly url?: string },
): Promise<UploadGrant> {
  const bot = await requireBot(actor, botId);
  const now = clock();
  const about = {
    title: input.title ?? titleOfFile(input.fileName),
    automaticTitle: input.title === undefined ? titleOfFile(input.fileName) : '',
    description: input.description,
    category: input.category ?? '',
    tags: input.tags ?? [],
  };
  const stored = { ...(await announced(now, bot, input, about)), ...(url !== undefined && { url }) };
  const account = await loadAccount(actor.accountId);
  assertRoom(account, 'documents', now);
  return granted(now, stored, [...reserveQuota(account, bot, now), uploadCounted(account, now)]);
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
  return retryOptimistically(async () => {
    const now = clock();
    const before = await loadDocument(bot, documentId);
    // A page of a website changes there.
    if (before.url !== undefined) throw new ParleyError('document.not_replaceable');
    const { title, description, category = '', tags = [], headers, lineage = documentId } = before;
    const automaticTitle = isUntitled(before) ? title : '';
    const about = { title, automaticTitle, description, category, tags };
    const stored = {
      ...(await announced(now, bot, input, about)),
      ...(headers && { headers }),
      replaces: documentId,
      lineage,
    };
    const account = await loadAccount(actor.accountId);
    return granted(now, stored, [handOverQuota(stored, before), uploadCounted(account, now)]);
  });
}

/** Starts the work on an upload at once; S3's own notification may take a minute and changes nothing then. */
export async function completeUpload(actor: Actor, { botId, documentId }: DocumentRef): Promise<Document> {
  const bot = await requireBot(actor, botId);
  const stored = await loadDocument(bot, documentId);
  if (stored.status !== 'pending') return toDocument(stored);
  const head = await headObject(uploadAddress({ ...bot, documentId }));
  if (!head) throw new ParleyError('document.not_uploaded');
  await queueIngest({ ...bot, documentId, versionId: head.versionId });
  return toDocument(stored);
}

/** The document that a file is to become, unless this bot has the same content already. */
async function announced(
  now: Date,
  bot: BotRef,
  { fileName, size, contentHash }: RegisterVersion,
  about: DocumentMetadata & { readonly automaticTitle: string },
): Promise<StoredDocument> {
  const format = formatByExtension(fileName);
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

/** Stores an announced document with what it takes of the plan, and gives the form that uploads its file. */
async function granted(
  now: Date,
  stored: StoredDocument,
  taken: readonly ConditionalWrite[],
): Promise<UploadGrant> {
  const upload = uploadRefOf(stored);
  // Before the document is there: were it after, a call that dies in between would leave it pending for ever.
  await scheduleUploadDeadline(now, upload);
  await transact({ write: DocumentEntity.build(PutTransaction).item(stored) }, ...taken);
  const form = await presignUpload(uploadAddress(upload), {
    contentType: DOCUMENT_FORMATS[stored.format].contentType,
    // Exactly the announced size: what the form lets through is what was checked here.
    minBytes: stored.size,
    maxBytes: stored.size,
    seconds: UPLOAD_SECONDS,
  });
  return { document: toDocument(stored), upload: form };
}

function formatByExtension(fileName: string): DocumentFormat {
  // A file that is just named `pdf` has no extension.
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  for (const [format, { extensions }] of Object.entries(DOCUMENT_FORMATS)) {
    if ((extensions as readonly string[]).includes(extension)) return DocumentFormat.parse(format);
  }
  throw new ParleyError('document.type_not_supported', { details: { fileName } });
}
