import { BatchGetRequest, ScanCommand } from 'dynamodb-toolbox';
import { knowledgePartition } from '#core/bots/manifest/entity';
import { FORMAT_VERSION } from '#core/retrieval/format';
import { sendAllToQueue } from '#platform/queues';
import { table } from '#platform/table';
import { readItems } from '#platform/table-reads';
import { DocumentEntity, SegmentEntity } from '../documents/entity';
import type { IngestJob } from '../documents/ingest-job';
import type { StoredSegment } from '../documents/manifest';
import { isRebuilt } from '../documents/stored-document';
import { type InvalidDocument, type JobsFound, jobsFor } from './renew';

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
 * which, and which of these bots are invalid as they are stored. For operators: it scans the table, which no function may.
 */
export async function rebuildIndex({ run, queueUrl, all, botId }: RebuildRun): Promise<JobsFound> {
  const sent: IngestJob[] = [];
  const broken: InvalidDocument[] = [];
  for (const segments of (await segmentsByBot(botId)).values()) {
    const outdated = segments.filter(({ format }) => all || format !== FORMAT_VERSION);
    const [segment] = outdated;
    if (!segment) continue;
    const { jobs, invalid } = await jobsFor(segment, outdated, run);
    await sendAllToQueue(
      queueUrl,
      jobs.map((body) => ({ body, group: body.accountId })),
    );
    sent.push(...jobs);
    broken.push(...invalid);
  }
  return { jobs: sent, invalid: broken };
}

/** How far the documents of a run are. What was deleted meanwhile is neither. */
export interface RebuildProgress {
  readonly left: readonly IngestJob[];
  /** They can't be read any more and answer from what was read before. */
  readonly unreadable: readonly IngestJob[];
}

export async function readProgress(run: string, jobs: readonly IngestJob[]): Promise<RebuildProgress> {
  const [left, unreadable]: [IngestJob[], IngestJob[]] = [[], []];
  const requests = jobs.map(({ accountId, botId, documentId }) =>
    DocumentEntity.build(BatchGetRequest).key({ accountId, botId, documentId }),
  );
  const documents = await readItems(requests, { consistent: true });
  for (const [i, job] of jobs.entries()) {
    const document = documents[i];
    if (document?.status !== 'success' || isRebuilt(document, run)) continue;
    (document.unreadableIn === run ? unreadable : left).push(job);
  }
  return { left, unreadable };
}

/** Whether a bot answers from anything at all. */
export async function hasIndex(botId: string): Promise<boolean> {
  return (await segmentsByBot(botId)).size > 0;
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
