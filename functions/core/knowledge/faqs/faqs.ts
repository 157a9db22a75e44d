import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PutTransaction } from 'dynamodb-toolbox';
import { cleanLine } from '#contract/base/clean';
import type { BotId, DocumentId } from '#contract/base/ids';
import { DOCUMENT_FORMATS } from '#contract/knowledge/documents';
import type { ChangeFaq, Faq, WriteFaq } from '#contract/knowledge/faqs';
import { uploadCounted } from '#core/accounts/limits/knowledge-day';
import { assertRoom } from '#core/accounts/limits/quotas';
import { loadAccount } from '#core/accounts/plan';
import type { BotRef } from '#core/bots/bots';
import { faqText, readFaqText } from '#core/reading/faq';
import type { Actor } from '#platform/actor';
import { getObject, headObject, putObject } from '#platform/buckets';
import { ParleyError } from '#platform/errors';
import { newId } from '#platform/ids';
import { logger } from '#platform/logger';
import { type ConditionalWrite, transact } from '#platform/table-writes';
import { removeDocument } from '../documents/delete-document';
import { handOverQuota, reserveQuota } from '../documents/document-quota';
import { type DocumentRef, findContent, loadDocument, requireBot } from '../documents/documents';
import { DocumentEntity } from '../documents/entity';
import { type IngestJob, queueIngest } from '../documents/ingest-job';
import { uploadAddress, uploadRefOf } from '../documents/keys';
import { retryOptimistically } from '../documents/optimistic-retry';
import { type StoredDocument, toDocument } from '../documents/stored-document';
import { updateDocument } from '../documents/update-document';
import { scheduleUploadDeadline } from '../documents/upload-deadline';
import { type Delivery, type IngestDeps, ingestDocument } from '../ingest/ingest-document';

/** As long as the call has the pair for itself; the queue takes it up after that. */
const LEASE_SECONDS = 20;
const RESCUE_SECONDS = 30;

/** Stores a question with its answer as a document of the bot. It answers when this returns. */
export async function writeFaq(deps: IngestDeps, actor: Actor, botId: BotId, input: WriteFaq): Promise<Faq> {
  const bot = await requireBot(actor, botId);
  const now = deps.clock();
  const account = await loadAccount(actor.accountId);
  assertRoom(account, 'documents', now);
  return takeIn(deps, bot, announced(now, bot, input), input, [
    ...reserveQuota(account, bot, now),
    uploadCounted(account, now),
  ]);
}

export async function getFaq(actor: Actor, ref: DocumentRef): Promise<Faq> {
  const bot = await requireBot(actor, ref.botId);
  const stored = await loadFaq(bot, ref.documentId);
  return { document: toDocument(stored), ...(await wordsOf(stored)) };
}

/**
 * Changes a pair. Other words are a new version of it, which takes the other's place in the moment that it answers;
 * what is only said of the pair changes where it stands.
 */
export async function changeFaq(
  deps: IngestDeps,
  actor: Actor,
  ref: DocumentRef,
  { question, answer, ...about }: ChangeFaq,
): Promise<Faq> {
  const bot = await requireBot(actor, ref.botId);
  return retryOptimistically(async () => {
    const before = await loadFaq(bot, ref.documentId);
    const words = await wordsOf(before);
    const changed = { question: question ?? words.question, answer: answer ?? words.answer };
    if (faqText(changed) === faqText(words))
      return { document: await updateDocument(deps.clock, actor, ref, about), ...words };
    const { documentId, lineage = documentId } = before;
    const stored: StoredDocument = {
      ...announced(deps.clock(), bot, {
        ...changed,
        category: about.category ?? before.category ?? '',
        tags: about.tags ?? [...(before.tags ?? [])],
      }),
      replaces: documentId,
      lineage,
    };
    const account = await loadAccount(actor.accountId);
    return takeIn(deps, bot, stored, changed, [
      handOverQuota(stored, before),
      uploadCounted(account, deps.clock()),
    ]);
  });
}

function announced(now: Date, bot: BotRef, { question, answer, category, tags }: WriteFaq): StoredDocument {
  const at = now.toISOString();
  return {
    ...bot,
    documentId: newId(now),
    title: question,
    // What lists show of it.
    description: beginningOf(answer),
    category,
    tags,
    fileName: `${
      question
        .replace(/[\\/:*?"<>|]/g, ' ')
        .slice(0, 100)
        .trim() || 'answer'
    }.txt`,
    format: 'faq',
    size: Buffer.byteLength(faqText({ question, answer })),
    status: 'pending',
    createdAt: at,
    updatedAt: at,
  };
}

function beginningOf(answer: string): string {
  const letters = Array.from(cleanLine(answer));
  return letters.length > EXCERPT ? `${letters.slice(0, EXCERPT - 1).join('')}…` : letters.join('');
}

const EXCERPT = 200;

/**
 * Stores the pair as uploads are stored and reads it as they are read, only at once. Should this call die or fail,
 * a message that the queue has held back does the same.
 */
async function takeIn(
  deps: IngestDeps,
  bot: BotRef,
  stored: StoredDocument,
  words: Pick<Faq, 'question' | 'answer'>,
  taken: readonly ConditionalWrite[],
): Promise<Faq> {
  const text = faqText(words);
  if (await findContent(bot, createHash('sha256').update(text).digest('hex')))
    throw new ParleyError('faq.exists');
  const upload = uploadRefOf(stored);
  const address = uploadAddress(upload);
  await scheduleUploadDeadline(deps.clock(), upload);
  await transact({ write: DocumentEntity.build(PutTransaction).item(stored) }, ...taken);
  await putObject(address, text, { contentType: `${DOCUMENT_FORMATS.faq.contentType}; charset=utf-8` });
  const head = await headObject(address);
  const job: IngestJob = { ...upload, versionId: head?.versionId ?? null };
  await queueIngest(job, RESCUE_SECONDS);
  const delivery: Delivery = {
    messageId: `faq-${stored.documentId}`,
    isLast: false,
    leaseSeconds: LEASE_SECONDS,
    hasTime: () => true,
  };
  try {
    await ingestDocument(deps, job, delivery);
  } catch (error) {
    logger.warn('A pair is left to the queue.', { error: error instanceof Error ? error : String(error) });
  }
  const settled = await settledDocument(bot, upload.documentId);
  if (settled.status === 'failed') {
    await removeDocument(bot, upload.documentId);
    throw new ParleyError(settled.failureReason === 'duplicate' ? 'faq.exists' : 'server.failed');
  }
  const { question, answer } = words;
  return { document: toDocument(settled), question, answer };
}

/** The queue may have been told of the object before this call took it up: then it is done in a moment. */
async function settledDocument(bot: BotRef, documentId: DocumentId): Promise<StoredDocument> {
  for (let look = 1; ; look += 1) {
    const document = await loadDocument(bot, documentId);
    const isInWork = document.status === 'pending' || document.status === 'processing';
    // Left to the queue: the dashboard sees when it is ready, as it does with an upload.
    if (!isInWork || look === LOOKS) return document;
    await sleep(LOOK_MS);
  }
}

const LOOKS = 20;
const LOOK_MS = 150;

/** Another kind of document is none. */
async function loadFaq(bot: BotRef, documentId: DocumentId): Promise<StoredDocument> {
  const stored = await loadDocument(bot, documentId);
  if (stored.format !== 'faq') throw new ParleyError('document.not_found');
  return stored;
}

async function wordsOf(stored: StoredDocument): Promise<Pick<Faq, 'question' | 'answer'>> {
  const bytes = await getObject({ ...uploadAddress(uploadRefOf(stored)), versionId: stored.uploadVersion });
  if (!bytes) throw new ParleyError('source.not_found');
  return readFaqText(new TextDecoder().decode(bytes));
}
