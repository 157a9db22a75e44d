import { QueryCommand, ScanCommand } from 'dynamodb-toolbox';
import { AccountId, BotId, DocumentId } from '../../../contract/ids';
import { sendAllToQueue } from '../../../platform/queues';
import { table } from '../../../platform/table';
import { DocumentEntity, knowledgePartition, SegmentEntity } from '../documents/entity';
import type { StoredSegment } from '../documents/manifest';
import { readDocumentIds } from '../documents/segments';
import { FORMAT_VERSION } from '../index/format';
import type { IngestJob } from '../ingest/job';

export interface RebuildRun {
  /** Names the run: what it has done it does not do again. */
  readonly run: string;
  readonly queueUrl: string;
  /** Also what has the format of this version. */
  readonly all: boolean;
  /** One bot alone. */
  readonly botId?: string | undefined;
}

/**
 * Has the documents read again that answer from segments of another format than this program writes, or all. Gives
 * how many. For operators: it scans the table, which no function may.
 */
export async function rebuildIndex({ run, queueUrl, all, botId }: RebuildRun): Promise<number> {
  let count = 0;
  for (const segments of (await segmentsByBot(botId)).values()) {
    const outdated = segments.filter(({ format }) => all || format !== FORMAT_VERSION);
    const [segment] = outdated;
    if (!segment) continue;
    const jobs = await jobsFor(segment, outdated, run);
    await sendAllToQueue(
      queueUrl,
      jobs.map((body) => ({ body, group: body.accountId })),
    );
    count += jobs.length;
  }
  return count;
}

/** How many segments of another format are live: none when a rebuild is done. */
export async function countOutdated(botId?: string): Promise<number> {
  const segments = [...(await segmentsByBot(botId)).values()].flat();
  return segments.filter(({ format }) => format !== FORMAT_VERSION).length;
}

async function segmentsByBot(botId: string | undefined): Promise<ReadonlyMap<string, StoredSegment[]>> {
  const { Items = [] } = await table
    .build(ScanCommand)
    .entities(SegmentEntity)
    .options({
      filters: {
        Segment: botId === undefined ? { attr: 'botId', exists: true } : { attr: 'botId', eq: botId },
      },
      maxPages: Number.POSITIVE_INFINITY,
      consistent: true,
    })
    .send();
  const bots = new Map<string, StoredSegment[]>();
  for (const segment of Items) {
    const partition = knowledgePartition(segment);
    bots.set(partition, [...(bots.get(partition) ?? []), segment]);
  }
  return bots;
}

async function jobsFor(
  bot: { accountId: string; botId: string },
  outdated: readonly StoredSegment[],
  run: string,
): Promise<IngestJob[]> {
  const own = new Set(outdated.map(({ segmentId }) => segmentId));
  const merged = new Set<string>();
  for (const segment of outdated.filter(({ isMerged }) => isMerged))
    for (const id of await readDocumentIds(segment)) if (!segment.removedDocuments?.has(id)) merged.add(id);
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({ partition: knowledgePartition(bot), range: { beginsWith: 'DOCUMENT#' } })
    .entities(DocumentEntity)
    .options({ consistent: true, maxPages: Number.POSITIVE_INFINITY })
    .send();
  return Items.filter(
    ({ status, documentId, segmentId = '' }) =>
      status === 'success' && (own.has(segmentId) || merged.has(documentId)),
  ).map(({ documentId }) => ({
    accountId: AccountId.parse(bot.accountId),
    botId: BotId.parse(bot.botId),
    documentId: DocumentId.parse(documentId),
    versionId: null,
    rebuild: run,
  }));
}
