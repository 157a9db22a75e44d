import { isDeepStrictEqual } from 'node:util';
import { UpdateItemCommand } from 'dynamodb-toolbox';
import { DocumentId } from '#contract/base/ids';
import { type BotStatus, nextStatus } from '#contract/bots/bot-status';
import { environment } from '#platform/environment';
import { newId } from '#platform/ids';
import { sendAllToQueue } from '#platform/queues';
import { ifHolds } from '#platform/table-writes';
import { type BotRef, findBot } from '../../bots/bots';
import { BotEntity, type DocumentsInWork, replaced } from '../../bots/entity';
import type { IngestJob } from '../documents/ingest-job';
import { UNVERSIONED } from '../documents/keys';
import { hasUnreadPictures, isKept, readDocuments, type StoredDocument } from '../documents/stored-document';

interface Followed extends BotRef {
  readonly isRead?: boolean;
}

/**
 * Brings a bot's training to where its documents are: it begins with the first that is to be read and ends with the
 * last; a bot that visitors have stays what it is. The documents are counted anew, so that it may happen twice, or
 * late, and changes nothing then. Of two who count at once the slower counts again, and whoever wrote looks once more:
 * a count that was older than what it replaced would stay. `isRead`: a document of it has just been read, so that a
 * draft has been trained, though nobody counted while that document was in work.
 */
export async function followTraining({ isRead = false, ...ref }: Followed): Promise<void> {
  for (;;) {
    const bot = await findBot(ref);
    // Deleted meanwhile.
    if (!bot) return;
    const { answering, ...documents } = await countDocuments(ref);
    const begun = (isRead && nextStatus(bot.status, 'train')) || bot.status;
    const status = trained(begun, documents, answering);
    if (status === bot.status && isDeepStrictEqual(documents, bot.documents)) return;
    await ifHolds(
      BotEntity.build(UpdateItemCommand)
        .item({ ...ref, status, documents: replaced(documents), timesCounted: bot.timesCounted + 1 })
        .options({
          condition: {
            and: [
              { attr: 'status', eq: bot.status },
              bot.timesCounted === 0
                ? { attr: 'timesCounted', exists: false }
                : { attr: 'timesCounted', eq: bot.timesCounted },
            ],
          },
        })
        .send(),
    );
  }
}

/**
 * Takes up again what failed though its file may be good, and pages and files that are pictures and were left out, where
 * the bot reads these now: the two things that reading once more can mend. With `anew`,
 * the name of a training, what was read is read again as well, for an index that is made otherwise by now, and answers
 * meanwhile as it is; once for each training. Where nothing is to be read the training has ended with that.
 */
export async function train(ref: BotRef, anew?: string): Promise<void> {
  const readsPictures = (await findBot(ref))?.readsPictures ?? false;
  const pictures = `p${newId()}`;
  const jobs = (await readDocuments(ref)).flatMap((document) => {
    const { status, uploadVersion } = document;
    const run = anew ?? (readsPictures && hasUnreadPictures(document) ? pictures : undefined);
    if (!uploadVersion) return [];
    const job = { ...ref, documentId: DocumentId.parse(document.documentId) };
    const versionId = uploadVersion === UNVERSIONED ? null : uploadVersion;
    const waitsForPictures = document.failureReason === 'pictures_off' && !readsPictures;
    if (status === 'failed' && isKept(document) && !waitsForPictures) return [{ ...job, versionId }];
    return status === 'success' && run !== undefined ? [{ ...job, versionId: null, rebuild: run }] : [];
  });
  await sendAllToQueue(
    environment('INGEST_QUEUE_URL'),
    jobs.map((job: IngestJob) => ({ body: job, group: ref.accountId })),
  );
  await followTraining(ref);
}

/** Where a training stands with these documents. One failed document among good ones is no failed training. */
function trained(status: BotStatus, { pending, processing, failed }: DocumentsInWork, answering: number) {
  if (pending + processing > 0) return nextStatus(status, 'train') ?? status;
  const outcome = answering > 0 || failed === 0 ? 'trained' : 'training_failed';
  return nextStatus(status, outcome) ?? status;
}

async function countDocuments(ref: BotRef): Promise<DocumentsInWork & { readonly answering: number }> {
  const documents = await readDocuments(ref);
  const of = (status: StoredDocument['status']) =>
    documents.filter((document) => document.status === status).length;
  return {
    pending: of('pending'),
    processing: of('processing'),
    failed: of('failed'),
    answering: of('success'),
  };
}
