import { DeleteTransaction, PutTransaction } from 'dynamodb-toolbox';
import { AccountId } from '#contract/base/ids';
import { UNDO_SECONDS } from '#contract/base/undo';
import type { Document } from '#contract/knowledge/documents';
import { loadAccount } from '#core/accounts/plan';
import type { Actor } from '#platform/actor';
import { type Clock, epochSeconds } from '#platform/clock';
import { readItem } from '#platform/table-reads';
import { type ConditionalWrite, transact } from '#platform/table-writes';
import { reserveQuota } from './document-quota';
import { type DocumentRef, loadDocument, requireBot } from './documents';
import { DocumentEntity, LineageEntity, RemovedDocumentEntity } from './entity';
import { queueIngest } from './ingest-job';
import { UNVERSIONED, uploadRefOf } from './keys';
import { type StoredDocument, toDocument } from './stored-document';
import { scheduleUploadDeadline } from './upload-deadline';

const KEPT_SECONDS = 24 * 60 * 60;

/** Keeps what a deleted document was. One that answers alone can be brought back: the file of another is not good. */
export function removedAt(now: Date, stored: StoredDocument): readonly ConditionalWrite[] {
  const { accountId, botId, documentId, status, uploadVersion, replacement } = stored;
  if (status !== 'success' || uploadVersion === undefined || replacement !== undefined) return [];
  return [
    {
      write: RemovedDocumentEntity.build(PutTransaction).item({
        accountId,
        botId,
        documentId,
        document: carriedOf(stored),
        undoneUntil: epochSeconds(now) + UNDO_SECONDS,
        expiresAt: epochSeconds(now) + KEPT_SECONDS,
      }),
    },
  ];
}

/**
 * Brings a document back that was deleted a moment ago: it takes its place in the plan, and is read again from its file,
 * the version of it that was taken in. What hides that file goes when its upload's deadline comes, as whatever else the
 * bucket keeps beside that version does. One that is there already is left as it is.
 */
export async function undoDeletion(
  clock: Clock,
  actor: Pick<Actor, 'accountId'>,
  { botId, documentId }: DocumentRef,
): Promise<Document> {
  const bot = await requireBot(actor, botId);
  const removed = await readItem(RemovedDocumentEntity, { ...bot, documentId });
  const now = clock();
  if (!removed || removed.undoneUntil < epochSeconds(now))
    return toDocument(await loadDocument(bot, documentId));
  const restored: StoredDocument = {
    ...removed.document,
    status: 'processing',
    updatedAt: now.toISOString(),
  };
  const upload = uploadRefOf(restored);
  const account = await loadAccount(AccountId.parse(bot.accountId));
  // Should this call die before the message is sent, the deadline ends what nobody takes up.
  await scheduleUploadDeadline(now, upload);
  try {
    await transact(
      {
        write: RemovedDocumentEntity.build(DeleteTransaction)
          .key({ ...bot, documentId })
          .options({ condition: { attr: 'undoneUntil', exists: true } }),
        refused: () => new AlreadyBack(),
      },
      { write: DocumentEntity.build(PutTransaction).item(restored) },
      ...lineageOf(restored),
      ...reserveQuota(account, restored, now),
    );
  } catch (error) {
    if (error instanceof AlreadyBack) return toDocument(await loadDocument(bot, documentId));
    throw error;
  }
  const { uploadVersion = UNVERSIONED } = restored;
  await queueIngest({ ...upload, versionId: uploadVersion === UNVERSIONED ? null : uploadVersion });
  return toDocument(restored);
}

class AlreadyBack extends Error {}

/** What is not told by reading the file. */
const CARRIED = [
  'accountId',
  'botId',
  'documentId',
  'title',
  'automaticTitle',
  'description',
  'category',
  'tags',
  'fileName',
  'format',
  'size',
  'uploadVersion',
  'picturesCountedTo',
  'headers',
  'url',
  'pageTitle',
  'lineage',
  'createdAt',
] as const satisfies readonly (keyof StoredDocument)[];
type CarriedDocument = Pick<StoredDocument, (typeof CARRIED)[number]>;

function carriedOf(stored: StoredDocument): CarriedDocument {
  const known = CARRIED.filter((name) => stored[name] !== undefined).map((name) => [name, stored[name]]);
  return Object.fromEntries(known) as CarriedDocument;
}

/** By which answers that cite a former version find this one. */
function lineageOf({ accountId, botId, documentId, lineage }: StoredDocument): readonly ConditionalWrite[] {
  return lineage === undefined
    ? []
    : [{ write: LineageEntity.build(PutTransaction).item({ accountId, botId, lineage, documentId }) }];
}
