import {
  DeleteItemCommand,
  PutItemCommand,
  QueryCommand,
  UpdateItemCommand,
  type UpdateItemInput,
} from 'dynamodb-toolbox';
import { type AccountId, ExportId, UserId } from '#contract/base/ids';
import { hasContent } from '#contract/insight/report-contents';
import type { CreateExport, Export, ExportLink, ExportList } from '#contract/insight/reports';
import { limitRate } from '#core/accounts/limits/rate-limit';
import { loadAccount } from '#core/accounts/plan';
import { broadcast } from '#core/accounts/sockets/broadcast';
import { dashboardChannel } from '#core/accounts/sockets/entity';
import { loadBot } from '#core/bots/bots';
import type { Actor } from '#platform/actor';
import { deleteObject, presignDownload } from '#platform/buckets';
import { addSeconds, type Clock, epochSeconds } from '#platform/clock';
import { environment } from '#platform/environment';
import { ParleyError } from '#platform/errors';
import { logger } from '#platform/logger';
import { uploadPieces } from '#platform/multipart-upload';
import type { Sockets } from '#platform/sockets';
import { table } from '#platform/table';
import { readItem } from '#platform/table-reads';
import { ifHolds } from '#platform/table-writes';
import { type Attempt, assertTime, busyUntil, DEATHS, Progress, problemOf } from './attempt';
import { buildReport, FILE_TYPES, fileNameOf } from './build-report';
import { ExportEntity, reportsPartition, type StoredExport } from './entity';
import { queueReportJob, type ReportJob } from './jobs';
import { assertPeriod } from './periods';

export interface ExportDeps {
  readonly clock: Clock;
  readonly sockets: Sockets;
}

/** The bucket keeps files as long. */
const DAYS_KEPT = 7;
const A_MINUTE = 20;
const LINK_SECONDS = 300;
/** Attempts to write an export before it has failed, and how long each next one waits. */
const RETRY_SECONDS = [30, 120, 600] as const;
/** Days of all bots together whose figures are read within a call. */
const MOST_DAYS_AT_ONCE = 4_000;
/** What is asked for at once is done by then, or its function has died. */
const CALL_SECONDS = 60;

/** A file of the account, by its export. */
function fileOf({ accountId, exportId }: { readonly accountId: string; readonly exportId: string }) {
  return { bucket: environment('EXPORTS_BUCKET'), key: `exports/${accountId}/${exportId}` };
}

/** Asks for an export. One of figures is written within the call; one with raw data, or of many days, by a job. */
export async function createExport(
  deps: ExportDeps,
  actor: Actor,
  { id: exportId, content, from, to }: CreateExport,
  attempt: Attempt,
): Promise<Export> {
  const { accountId, userId } = actor;
  assertPeriod({ from, to });
  assertNotEmpty(content);
  for (const botId of content.botIds) await loadBot({ accountId, botId });
  await limitRate(deps.clock, `EXPORTS#${accountId}`, A_MINUTE);
  const now = deps.clock();
  const { botCount } = await loadAccount(accountId);
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  const isSmall =
    content.rawData.length === 0 && days * (content.botIds.length || botCount) <= MOST_DAYS_AT_ONCE;
  const job = { kind: 'export', accountId, exportId } as const;
  // Before it is stored: the job waits a while for an export that is not stored yet.
  await queueReportJob({ ...job, askedAt: now.toISOString() }, isSmall ? CALL_SECONDS : 1);
  const isStored = await ifHolds(
    ExportEntity.build(PutItemCommand)
      .item({
        accountId,
        exportId,
        content,
        from,
        to,
        status: 'queued',
        progress: 0,
        rows: 0,
        attempts: 0,
        requestedBy: userId,
        createdAt: now.toISOString(),
        expiresAt: epochSeconds(addSeconds(now, DAYS_KEPT * 86_400)),
      })
      .options({ condition: { attr: 'exportId', exists: false } })
      .send(),
  );
  if (!isStored) {
    return getExport(actor, exportId);
  }
  if (isSmall) await writeExport(deps, job, attempt);
  return getExport(actor, exportId);
}

/** A report of nothing would be an empty file. */
export function assertNotEmpty(content: CreateExport['content']): void {
  if (!hasContent(content))
    throw new ParleyError('request.invalid', {
      fields: { 'content.views': 'Please choose a view that has what is to be in the report, or raw data.' },
    });
}

export async function listExports(clock: Clock, { accountId }: Actor): Promise<ExportList> {
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({ partition: reportsPartition(accountId), range: { beginsWith: 'EXPORT#' } })
    .entities(ExportEntity)
    .options({ consistent: true, maxPages: 5 })
    .send();
  const now = epochSeconds(clock());
  return {
    items: Items.filter(({ expiresAt }) => expiresAt > now)
      .sort((one, other) => other.createdAt.localeCompare(one.createdAt))
      .slice(0, MOST_LISTED)
      .map(toExport),
  };
}

const MOST_LISTED = 100;

export async function getExport({ accountId }: Actor, exportId: ExportId): Promise<Export> {
  return toExport(await load(accountId, exportId));
}

/** A link that saves the file. Throws `export.not_ready` while it is written, or where that failed. */
export async function openExport(
  clock: Clock,
  { accountId }: Actor,
  exportId: ExportId,
): Promise<ExportLink> {
  const stored = await load(accountId, exportId);
  if (stored.status !== 'complete') throw new ParleyError('export.not_ready');
  return linkTo(clock, fileOf(stored), stored);
}

/** A link to a file of the bucket, under the name of the report in it. */
export async function linkTo(
  clock: Clock,
  address: { readonly bucket: string; readonly key: string },
  { content, from, to }: Pick<StoredExport, 'content' | 'from' | 'to'>,
): Promise<ExportLink> {
  const url = await presignDownload(address, {
    fileName: fileNameOf(content, { from, to }),
    contentType: FILE_TYPES[content.format].contentType,
    disposition: 'attachment',
    seconds: LINK_SECONDS,
  });
  return { url, expiresAt: addSeconds(clock(), LINK_SECONDS).toISOString() };
}

export async function deleteExport({ accountId }: Actor, exportId: ExportId): Promise<void> {
  // The item first: a job that completes it meanwhile finds it gone, and takes its file away.
  await ExportEntity.build(DeleteItemCommand).key({ accountId, exportId }).send();
  await deleteObject(fileOf({ accountId, exportId }));
}

/**
 * Writes an export's file. Repeating it changes nothing: one that is complete stays as it is, and a file that was
 * uploaded before its function died is written over by the same.
 */
export async function writeExport(
  deps: ExportDeps,
  { accountId, exportId, askedAt }: Omit<Extract<ReportJob, { kind: 'export' }>, 'kind'>,
  attempt: Attempt,
): Promise<void> {
  const stored = await find(accountId, exportId);
  if (!stored && askedAt !== undefined && deps.clock() < addSeconds(new Date(askedAt), CALL_SECONDS))
    return queueReportJob({ kind: 'export', accountId, exportId, askedAt }, 5);
  if (!stored || stored.status === 'complete' || stored.status === 'failed') return;
  const tell = (status: Export['status'], progress: number) =>
    broadcast(deps.sockets, dashboardChannel(accountId), {
      type: 'export.changed',
      exportId,
      status,
      progress,
    });
  // An attempt that ended by itself leaves `queued`, or a last status.
  if (stored.status === 'running' && stored.attempts >= DEATHS) {
    logger.error('An export was given up: the functions that wrote it died.', { exportId });
    if (await take(deps.clock, stored, { status: 'failed', problem: 'internal', busyUntil: 0 }))
      await tell('failed', 0);
    return;
  }
  const until = busyUntil(deps.clock(), attempt);
  const attempts = stored.attempts + 1;
  if (!(await take(deps.clock, stored, { status: 'running', attempts, busyUntil: until }))) return;
  try {
    const progress = new Progress(deps.clock, async (share, rows) => {
      assertTime(attempt);
      if (!(await update(stored, { progress: share, rows }))) throw new Error('The export was deleted.');
      await tell('running', share);
    });
    const { content, from, to } = stored;
    const { contentType, write } = FILE_TYPES[content.format];
    const report = await buildReport(deps.clock, accountId, content, { from, to }, progress);
    const { bytes } = await uploadPieces(fileOf(stored), progress.follow(write(report)), { contentType });
    const isKept = await update(stored, {
      status: 'complete',
      progress: 1,
      rows: progress.rows,
      bytes,
      completedAt: deps.clock().toISOString(),
    });
    if (isKept) await tell('complete', 1);
    // Deleted meanwhile; one that another function has completed has the same file.
    else if (!(await find(accountId, exportId))) await deleteObject(fileOf(stored));
  } catch (error) {
    if (!(await find(accountId, exportId))) return;
    const problem = problemOf(error);
    const delay = problem === 'internal' ? RETRY_SECONDS[stored.attempts] : undefined;
    logger.error('An export failed.', { exportId, error: error instanceof Error ? error : String(error) });
    if (delay !== undefined) {
      await update(stored, { status: 'queued', busyUntil: 0 });
      return queueReportJob({ kind: 'export', accountId, exportId }, delay);
    }
    await update(stored, { status: 'failed', problem, completedAt: deps.clock().toISOString() });
    await tell('failed', 0);
  }
}

/**
 * Begins an attempt, or gives the export up. False where it was deleted or completed meanwhile. Throws while another
 * function may be at it: the message comes back until its time is over.
 */
async function take(clock: Clock, stored: StoredExport, changes: Changes): Promise<boolean> {
  const { accountId, exportId, attempts } = stored;
  const now = clock();
  const isOver = changes.status === 'failed' && { completedAt: now.toISOString() };
  const isTaken = await ifHolds(
    ExportEntity.build(UpdateItemCommand)
      .item({ accountId, exportId, ...changes, ...isOver })
      .options({
        condition: {
          and: [
            { attr: 'status', in: ['queued', 'running'] },
            { attr: 'attempts', eq: attempts },
            {
              or: [
                { attr: 'busyUntil', exists: false },
                { attr: 'busyUntil', lt: now.getTime() },
              ],
            },
          ],
        },
      })
      .send(),
  );
  if (isTaken) return true;
  const current = await find(stored.accountId as AccountId, stored.exportId as ExportId);
  if (current?.status !== 'queued' && current?.status !== 'running') return false;
  throw new Error(`The export ${exportId} is taken by another function.`);
}

async function find(accountId: AccountId, exportId: ExportId): Promise<StoredExport | undefined> {
  return readItem(ExportEntity, { accountId, exportId });
}

async function load(accountId: AccountId, exportId: ExportId): Promise<StoredExport> {
  const stored = await find(accountId, exportId);
  if (!stored) throw new ParleyError('export.not_found');
  return stored;
}

type Changes = Omit<UpdateItemInput<typeof ExportEntity>, 'accountId' | 'exportId'>;

/** False where it was deleted, or another function has completed it. */
async function update({ accountId, exportId }: StoredExport, changes: Changes): Promise<boolean> {
  return ifHolds(
    ExportEntity.build(UpdateItemCommand)
      .item({ accountId, exportId, ...changes })
      .options({ condition: { attr: 'status', in: ['queued', 'running'] } })
      .send(),
  );
}

function toExport(stored: StoredExport): Export {
  const { exportId, content, from, to, status, problem, progress, rows, bytes, requestedBy } = stored;
  return {
    id: ExportId.parse(exportId),
    title: content.title,
    format: content.format,
    from,
    to,
    status,
    problem: problem ?? null,
    progress,
    rows,
    bytes: bytes ?? null,
    requestedBy: UserId.parse(requestedBy),
    createdAt: stored.createdAt,
    completedAt: stored.completedAt ?? null,
    expiresAt: new Date(stored.expiresAt * 1000).toISOString(),
  };
}
