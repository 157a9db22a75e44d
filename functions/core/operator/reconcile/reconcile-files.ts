import { BatchGetRequest } from 'dynamodb-toolbox';
import { AccountId, BotId } from '#contract/base/ids';
import type { StoredAccount } from '#core/accounts/entity';
import { type BotRef, botsOf, deletedBotsOf } from '#core/bots/bots';
import { AttachmentEntity } from '#core/conversations/attachment-entity';
import { ErasureEntity } from '#core/conversations/erasures';
import { parseUploadKey, picturesAddress, uploadAddress, uploadRefOf } from '#core/knowledge/documents/keys';
import { readLiveSegments, type StoredSegment } from '#core/knowledge/documents/manifest';
import { findDocument, readDocuments, type StoredDocument } from '#core/knowledge/documents/stored-document';
import { scheduleUploadDeadline } from '#core/knowledge/documents/upload-deadline';
import { jobsFor } from '#core/knowledge/maintenance/renew';
import { deleteObject, deleteVersions, listObjects, unhideObject } from '#platform/buckets';
import { addSeconds, type Clock } from '#platform/clock';
import { environment } from '#platform/environment';
import { sendAllToQueue } from '#platform/queues';
import { readItems } from '#platform/table-reads';
import type { Found } from '../admin/reconcile-run';

/** A file may be there before its item is, and an item may end some hours late. */
const SETTLED_SECONDS = 2 * 86_400;

/** More of one account have not been left behind: their items are lost, and may be restored. */
const MOST_STRAYS = 100;

interface Place {
  readonly bucket: string;
  readonly prefix: string;
}

/** What a bot knows, as its items say. */
interface Knowledge extends BotRef {
  readonly documents: readonly StoredDocument[];
  readonly segments: readonly StoredSegment[];
}

/**
 * Compares the files of an account with its items. A file that no item names is erased, unless they are many; an upload,
 * as a deleted one is, stays with its versions for thirty days. An item whose file is gone gets it back where a version
 * is left, and a segment is made anew.
 */
export async function reconcileFiles(
  { clock, run }: { readonly clock: Clock; readonly run: string },
  account: StoredAccount,
): Promise<Found> {
  const accountId = AccountId.parse(account.accountId);
  // Items before files: the file of an item that is there now is there, too.
  const bots = await knowledgeOf(accountId);
  const uploads = { bucket: environment('UPLOADS_BUCKET'), prefix: `uploads/${accountId}/` };
  const index = { bucket: environment('INDEX_BUCKET'), prefix: `index/${accountId}/` };
  const pictures = { ...index, prefix: `pictures/${accountId}/` };
  const attachments = { ...uploads, prefix: `attachments/${accountId}/` };
  const documents = bots.flatMap((bot) => bot.documents);
  const segments = bots.flatMap((bot) => bot.segments);

  const kept = await filesOf(clock, uploads, async (keys) => {
    const known = new Set(documents.map((document) => uploadAddress(uploadRefOf(document)).key));
    return keys.filter((key) => parseUploadKey(key) && !known.has(key));
  });
  const indexed = await filesOf(clock, index, async (keys) => {
    const known = new Set(segments.map(({ objectKey }) => objectKey));
    return keys.filter((key) => !known.has(key));
  });
  const recognised = await filesOf(clock, pictures, async (keys) => {
    const known = new Set(documents.map((document) => picturesAddress(document).key));
    return keys.filter((key) => !known.has(key));
  });
  const attached = await filesOf(clock, attachments, withoutAttachment);

  const strays = [kept, indexed, recognised, attached].reduce((sum, found) => sum + found.strays.length, 0);
  if (strays <= MOST_STRAYS) await erase();
  return {
    ...(strays <= MOST_STRAYS ? { filesErased: strays } : { filesUnknown: strays }),
    ...(await bringFilesBack(documents, kept.keys)),
    segmentsRenewed: await renewSegments(bots, indexed.keys, run),
    documentsEnded: await endAbandoned(clock, documents),
  };

  async function erase(): Promise<void> {
    // Hidden, not erased: an operator can bring it back.
    for (const key of kept.strays) await deleteObject({ ...uploads, key });
    for (const key of attached.strays) await deleteVersions({ ...attachments, key });
    for (const key of [...indexed.strays, ...recognised.strays]) await deleteObject({ ...index, key });
  }
}

async function knowledgeOf(accountId: AccountId): Promise<readonly Knowledge[]> {
  const ids = [...(await botsOf(accountId)), ...(await deletedBotsOf(accountId))].map(({ botId }) => botId);
  const found: Knowledge[] = [];
  for (const id of ids) {
    const ref = { accountId, botId: BotId.parse(id) };
    const [documents, { segments }] = await Promise.all([readDocuments(ref), readLiveSegments(ref)]);
    found.push({ ...ref, documents, segments });
  }
  return found;
}

/** All keys of a folder, and those that have lain there for long and that no item names. */
async function filesOf(
  clock: Clock,
  { bucket, prefix }: Place,
  unknownOf: (keys: readonly string[]) => Promise<readonly string[]>,
): Promise<{ readonly keys: ReadonlySet<string>; readonly strays: readonly string[] }> {
  const settled = addSeconds(clock(), -SETTLED_SECONDS);
  const keys = new Set<string>();
  const strays: string[] = [];
  for await (const page of listObjects(bucket, prefix)) {
    for (const { key } of page) keys.add(key);
    const old = page.filter(({ modifiedAt }) => modifiedAt <= settled).map(({ key }) => key);
    if (old.length > 0) strays.push(...(await unknownOf(old)));
  }
  return { keys, strays };
}

async function withoutAttachment(keys: readonly string[]): Promise<readonly string[]> {
  const named = keys.flatMap((key) => {
    const [, accountId, botId, conversationId, attachmentId] =
      /^attachments\/([^/]+)\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(key) ?? [];
    return accountId && botId && conversationId && attachmentId
      ? [{ key, id: { accountId, conversationId, attachmentId } }]
      : [];
  });
  const items = await readItems(
    named.map(({ id }) => AttachmentEntity.build(BatchGetRequest).key(id)),
    { consistent: true },
  );
  const gone = named.filter((_, i) => items[i] === undefined);
  // With a conversation that is being erased its files go, however many.
  const erasures = await readItems(
    gone.map(({ id }) => ErasureEntity.build(BatchGetRequest).key(id)),
    { consistent: true },
  );
  return gone.filter((_, i) => erasures[i] === undefined).map(({ key }) => key);
}

async function bringFilesBack(
  documents: readonly StoredDocument[],
  keys: ReadonlySet<string>,
): Promise<Found> {
  let [filesBroughtBack, filesMissing] = [0, 0];
  for (const document of documents) {
    const ref = uploadRefOf(document);
    const address = uploadAddress(ref);
    if (document.status !== 'success' || document.uploadVersion === undefined || keys.has(address.key))
      continue;
    // It may have been deleted while the files were read.
    if ((await findDocument(ref, ref.documentId))?.uploadVersion !== document.uploadVersion) continue;
    if (await unhideObject(address)) filesBroughtBack += 1;
    else filesMissing += 1;
  }
  return { filesBroughtBack, filesMissing };
}

/** Documents that answer from a segment whose file is gone are read again. */
async function renewSegments(
  bots: readonly Knowledge[],
  keys: ReadonlySet<string>,
  run: string,
): Promise<number> {
  let renewed = 0;
  for (const { segments, ...bot } of bots) {
    const lost = segments.filter(({ objectKey }) => !keys.has(objectKey));
    if (lost.length === 0) continue;
    // It may have been merged away while the files were read.
    const live = new Set((await readLiveSegments(bot)).segments.map(({ segmentId }) => segmentId));
    const gone = lost.filter(({ segmentId }) => live.has(segmentId));
    const { jobs } = await jobsFor(bot, gone, `r${run.replace(/\D/g, '')}`);
    await sendAllToQueue(
      environment('INGEST_QUEUE_URL'),
      jobs.map((body) => ({ body, group: body.accountId })),
    );
    renewed += gone.length;
  }
  return renewed;
}

/** In work since yesterday: the message that would take it up, or end it, is lost. */
async function endAbandoned(clock: Clock, documents: readonly StoredDocument[]): Promise<number> {
  const now = clock();
  const since = addSeconds(now, -86_400).toISOString();
  const abandoned = documents.filter(
    ({ status, updatedAt }) => (status === 'pending' || status === 'processing') && updatedAt < since,
  );
  for (const document of abandoned) await scheduleUploadDeadline(now, uploadRefOf(document));
  return abandoned.length;
}
