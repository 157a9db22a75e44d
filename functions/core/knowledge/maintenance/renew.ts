import { DynamoDBToolboxError, EntityFormatter, QueryCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { AccountId, BotId, DocumentId } from '#contract/base/ids';
import { knowledgePartition, ManifestEntity } from '#core/bots/manifest/entity';
import { isReadable } from '#core/retrieval/format';
import type { BotKey } from '#core/retrieval/ports';
import { type Clock, epochSeconds } from '#platform/clock';
import { environment } from '#platform/environment';
import { logger } from '#platform/logger';
import { sendAllToQueue } from '#platform/queues';
import { table } from '#platform/table';
import { ifHolds } from '#platform/table-writes';
import { DocumentEntity } from '../documents/entity';
import type { IngestJob } from '../documents/ingest-job';
import { readLiveSegments, type StoredSegment } from '../documents/manifest';
import { readDocumentIds } from '../documents/segments';
import type { StoredDocument } from '../documents/stored-document';
import type { RenewJob } from './jobs';

/** As long as nobody asks again: what could not be read anew by then has failed for good, or can't be read. */
const ASKED_SECONDS = 24 * 60 * 60;

/**
 * Asks that the segments of a bot which this program does not read be made anew: whoever asks a question and meets one
 * does so, and the first alone is heard.
 */
export async function askForRenewal(clock: Clock, { accountId, botId }: BotKey): Promise<void> {
  const now = clock();
  await ifHolds(
    ManifestEntity.build(UpdateItemCommand)
      .item({
        accountId,
        botId,
        renewal: `a${now.getTime().toString(36)}`,
        renewalUntil: epochSeconds(now) + ASKED_SECONDS,
      })
      .options({
        condition: {
          and: [
            // Of a bot that is erased nothing is left.
            { attr: 'version', exists: true },
            {
              or: [
                { attr: 'renewalUntil', exists: false },
                { attr: 'renewalUntil', lt: epochSeconds(now) },
              ],
            },
          ],
        },
      })
      .send(),
  );
}

/** Has the documents read again whose segments this program does not read. Repeated, they are read once. */
export async function renewIndex({ run, ...bot }: RenewJob): Promise<void> {
  const { segments } = await readLiveSegments(bot);
  const { jobs, invalid } = await jobsFor(
    bot,
    segments.filter(({ format }) => !isReadable(format)),
    run,
  );
  for (const document of invalid) logger.error('A stored document is invalid.', { ...document });
  await sendAllToQueue(
    environment('INGEST_QUEUE_URL'),
    jobs.map((body) => ({ body, group: body.accountId })),
  );
}

/** Documents that are to be read again, and those of the same bot that can't be since what is stored of them is invalid. */
export interface JobsFound {
  readonly jobs: readonly IngestJob[];
  readonly invalid: readonly InvalidDocument[];
}

export interface InvalidDocument extends BotKey {
  readonly documentId: string;
  /** What is wrong, as the table's library says it. */
  readonly problem: string;
}

/** By document of a bot that answers from one of these segments: to read it again. */
export async function jobsFor(
  bot: BotKey,
  outdated: readonly StoredSegment[],
  run: string,
): Promise<JobsFound> {
  if (outdated.length === 0) return { jobs: [], invalid: [] };
  const own = new Set(outdated.map(({ segmentId }) => segmentId));
  const merged = new Set<string>();
  for (const segment of outdated.filter(({ isMerged }) => isMerged))
    for (const id of await readDocumentIds(segment)) if (!segment.removedDocuments?.has(id)) merged.add(id);
  const { documents, invalid } = await readDocuments(bot);
  const jobs = documents
    .filter(
      ({ status, documentId, segmentId = '' }) =>
        status === 'success' && (own.has(segmentId) || merged.has(documentId)),
    )
    .map(({ documentId }) => ({
      accountId: AccountId.parse(bot.accountId),
      botId: BotId.parse(bot.botId),
      documentId: DocumentId.parse(documentId),
      versionId: null,
      rebuild: run,
    }));
  return { jobs, invalid };
}

/** One by one: of a query the table's library gives nothing at all where one item is invalid. */
async function readDocuments(
  bot: BotKey,
): Promise<{ readonly documents: readonly StoredDocument[]; readonly invalid: readonly InvalidDocument[] }> {
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({ partition: knowledgePartition(bot), range: { beginsWith: DOCUMENTS } })
    .options({ consistent: true, maxPages: Number.POSITIVE_INFINITY })
    .send();
  const documents: StoredDocument[] = [];
  const invalid: InvalidDocument[] = [];
  for (const item of Items) {
    try {
      documents.push(DocumentEntity.build(EntityFormatter).format(item));
    } catch (error) {
      if (!(error instanceof DynamoDBToolboxError)) throw error;
      const { accountId, botId } = bot;
      invalid.push({
        accountId,
        botId,
        documentId: String(item.sk).slice(DOCUMENTS.length),
        problem: error.message,
      });
    }
  }
  return { documents, invalid };
}

const DOCUMENTS = 'DOCUMENT#';
