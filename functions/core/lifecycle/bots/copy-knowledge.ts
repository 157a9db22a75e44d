import { PutItemCommand, PutTransaction } from 'dynamodb-toolbox';
import { type BotId, DocumentId } from '#contract/base/ids';
import { loadAccount } from '#core/accounts/plan';
import { type BotRef, findBot } from '#core/bots/bots';
import { reserveQuota } from '#core/knowledge/documents/document-quota';
import { DocumentEntity } from '#core/knowledge/documents/entity';
import { UNVERSIONED, uploadAddress } from '#core/knowledge/documents/keys';
import { findDocument, readDocuments, type StoredDocument } from '#core/knowledge/documents/stored-document';
import { scheduleUploadDeadline } from '#core/knowledge/documents/upload-deadline';
import { copyObject } from '#platform/buckets';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { ifHolds, transact } from '#platform/table-writes';

/**
 * Copies the documents that a bot answers from to another one of its account, under their own ids, and has them read
 * there as uploads are. False when time ran out: called again it goes on with those that are missing.
 */
export async function copyKnowledge(
  clock: Clock,
  { accountId, botId, from }: BotRef & { readonly from: BotId },
  hasTime: () => boolean,
): Promise<boolean> {
  const to: BotRef = { accountId, botId };
  const documents = await readDocuments({ accountId, botId: from });
  for (const document of documents.filter(({ status }) => status === 'success')) {
    if (!hasTime()) return false;
    // Deleted meanwhile: what would be copied nobody would ever read.
    if (!(await findBot(to))) return true;
    await copyDocument(clock, document, to);
  }
  return true;
}

async function copyDocument(clock: Clock, source: StoredDocument, to: BotRef): Promise<void> {
  const documentId = DocumentId.parse(source.documentId);
  const known = await findDocument(to, documentId);
  if (known && known.status !== 'pending') return;
  if (!known && !(await announce(clock, source, to))) return;
  const { uploadVersion } = source;
  const from = uploadAddress({ ...to, documentId, botId: source.botId as BotId });
  await copyObject(
    { ...from, versionId: uploadVersion === UNVERSIONED ? undefined : uploadVersion },
    uploadAddress({ ...to, documentId }),
  );
}

/** Stores the copy as an upload that is to arrive, which takes a place in the plan. False where there is none. */
async function announce(clock: Clock, source: StoredDocument, to: BotRef): Promise<boolean> {
  const now = clock();
  const { documentId, title, description, category, tags, fileName, format, size, url } = source;
  const document: StoredDocument = {
    ...to,
    documentId,
    title,
    description,
    ...(category !== undefined && { category }),
    ...(tags !== undefined && { tags }),
    ...(url !== undefined && { url }),
    fileName,
    format,
    size,
    status: 'pending',
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  };
  const isNew = { attr: 'documentId', exists: false } as const;
  const account = await loadAccount(to.accountId);
  await scheduleUploadDeadline(now, { ...to, documentId: DocumentId.parse(documentId) });
  try {
    await transact(
      {
        write: DocumentEntity.build(PutTransaction).item(document).options({ condition: isNew }),
        refused: () => new AnnouncedBefore(),
      },
      ...reserveQuota(account, to, now),
    );
    return true;
  } catch (error) {
    // Another delivery of the same message is at it.
    if (error instanceof AnnouncedBefore) return false;
    if (!(error instanceof ParleyError) || error.code !== 'plan.limit_exceeded') throw error;
    await recordFullPlan({ ...document, status: 'failed', failureReason: 'plan_full' });
    return false;
  }
}

class AnnouncedBefore extends Error {}

/** The plan had room when the duplicate was asked for: what took it meanwhile came first. */
async function recordFullPlan(document: StoredDocument): Promise<void> {
  await ifHolds(
    DocumentEntity.build(PutItemCommand)
      .item(document)
      .options({ condition: { attr: 'documentId', exists: false } })
      .send(),
  );
}
