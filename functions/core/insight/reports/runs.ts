import {
  $remove,
  GetItemCommand,
  PutItemCommand,
  UpdateItemCommand,
  type UpdateItemInput,
} from 'dynamodb-toolbox';
import {
  AccountId,
  type ReportRequestId,
  ReportRunId,
  ReportScheduleId,
  type UserId,
} from '#contract/base/ids';
import { periodBefore } from '#contract/insight/report-period';
import type { ExportLink, ReportRun, ReportRunPage, RunProblem } from '#contract/insight/reports';
import { ProfileEntity } from '#core/accounts/entity';
import { limitWithin } from '#core/accounts/limits/rate-limit';
import type { PostDeps } from '#core/accounts/mail/post';
import { loadAccount } from '#core/accounts/plan';
import { timeZoneOf } from '#core/accounts/time-zone';
import type { Actor } from '#platform/actor';
import { addSeconds, type Clock, epochSeconds } from '#platform/clock';
import { environment } from '#platform/environment';
import { ParleyError } from '#platform/errors';
import { idOf, newId } from '#platform/ids';
import { logger } from '#platform/logger';
import { uploadPieces } from '#platform/multipart-upload';
import { type PageRequest, queryPage } from '#platform/pages';
import { readItem } from '#platform/table-reads';
import { conditionally, ifHolds } from '#platform/table-writes';
import { type Attempt, assertTime, busyUntil, DEATHS, Progress, problemOf } from './attempt';
import { buildReport, FILE_TYPES } from './build-report';
import {
  copyTo,
  deliver,
  MailFailed,
  type MailRecipient,
  prepareMailing,
  type WrittenFile,
} from './deliver-run';
import {
  ReportRunEntity,
  ReportScheduleEntity,
  runsPartition,
  type StoredRun,
  type StoredSchedule,
} from './entity';
import { linkTo } from './exports';
import { queueReportJob } from './jobs';
import { byToken, listedRecipients, settleRecipients, teamAddresses } from './recipients';
import { findSchedule, loadSchedule } from './stored-schedule';

export interface RunDeps extends PostDeps {
  readonly appOrigin: string;
  readonly rootOrigin: string;
}

const DAYS_KEPT = 365;
/** Of one report: who sends it by hand mails everybody on its list. Of copies each person has as many. */
const BY_HAND = { seconds: 3_600, times: 5 };
/** Attempts to send a run before it has failed, and how long each next one waits. */
const RETRY_SECONDS = [60, 300, 900] as const;

/** A report is due by the clock: the same moment makes the same run, so that a message that comes twice makes one. */
export async function startDue(
  clock: Clock,
  { accountId, scheduleId, at }: { accountId: AccountId; scheduleId: ReportScheduleId; at: string },
): Promise<ReportRunId | null> {
  const schedule = await findSchedule(accountId, scheduleId);
  if (!schedule || schedule.paused) return null;
  const due = new Date(at);
  const runId = ReportRunId.parse(idOf(due, `${accountId}#${scheduleId}`));
  await begin(clock, schedule, { runId, due, trigger: 'schedule' });
  return runId;
}

/**
 * Has a report sent now, of the period that it would have if it were due: to its recipients, or a copy to one member of
 * the team. The same request makes the same run.
 */
export async function runNow(
  clock: Clock,
  schedule: StoredSchedule,
  requestId: ReportRequestId,
  copyFor?: UserId,
): Promise<void> {
  const now = clock();
  const ref = refOf(schedule);
  const runId = await claimRequest(ref, requestId, ReportRunId.parse(newId(now)));
  const known = await findRun({ ...ref, runId });
  // One that no function has taken may have died before it was queued.
  if (known && known.attempts > 0) return;
  const counted = [ref.accountId, ref.scheduleId, ...(copyFor === undefined ? [] : [copyFor])].join('#');
  if (!known) await limitWithin(clock, `REPORTS_BY_HAND#${counted}`, BY_HAND);
  await begin(clock, schedule, {
    runId,
    due: now,
    ...(copyFor === undefined ? { trigger: 'person' } : { trigger: 'copy', copyFor }),
  });
  await queueReportJob({ kind: 'run', ...ref, runId });
}

/** The run of a request: a new one, or the one that another call with the same id has begun. */
async function claimRequest(
  ref: Omit<RunRef, 'runId'>,
  requestId: ReportRequestId,
  runId: ReportRunId,
): Promise<ReportRunId> {
  const [isThere, isUnknown, isOther] = [
    { attr: 'version', exists: true },
    { attr: 'requestId', exists: false },
    { attr: 'requestId', ne: requestId },
  ] as const;
  const isStored = await ifHolds(
    ReportScheduleEntity.build(UpdateItemCommand)
      .item({ ...ref, requestId, requestedRunId: runId })
      .options({ condition: { and: [isThere, { or: [isUnknown, isOther] }] } })
      .send(),
  );
  if (isStored) return runId;
  const { requestedRunId } = await loadSchedule(ref.accountId, ref.scheduleId);
  return ReportRunId.parse(requestedRunId);
}

function refOf({ accountId, scheduleId }: StoredSchedule) {
  return { accountId: AccountId.parse(accountId), scheduleId: ReportScheduleId.parse(scheduleId) };
}

export interface RunRef {
  readonly accountId: AccountId;
  readonly scheduleId: ReportScheduleId;
  readonly runId: ReportRunId;
}

/**
 * Writes a run's report and mails it, once to each recipient: what was sent is remembered address by address, so that
 * another attempt goes on where the last one stopped. What fails is tried again by a later message; after the last
 * attempt the run has failed.
 */
export async function sendRun(deps: RunDeps, ref: RunRef, attempt: Attempt): Promise<void> {
  const run = await take(deps.clock, ref, attempt);
  if (!run) return;
  const schedule = await findSchedule(ref.accountId, ref.scheduleId);
  if (!schedule) return;
  try {
    const recipients = await recipientsOfRun(deps, schedule, run);
    if (recipients.length === 0) return await end(deps.clock, run, { status: 'empty' });
    const file = await writeFile(deps, schedule, run, attempt);
    const mailing = await prepareMailing(deps, { schedule, run, file });
    const outcome = { sent: 0, refused: 0, unknown: 0 };
    for (const recipient of recipients) outcome[await deliver(mailing, recipient)] += 1;
    await end(deps.clock, run, { status: 'sent', ...outcome, bytes: file.bytes, fileKey: file.key });
  } catch (error) {
    const problem = problemOfRun(error);
    logger.error('A report was not sent.', { ...ref, error: error instanceof Error ? error : String(error) });
    const delay =
      problem === 'internal' || problem === 'mail_failed' ? RETRY_SECONDS[run.attempts - 1] : undefined;
    if (delay === undefined) return await end(deps.clock, run, { status: 'failed', problem });
    await change(run, { status: 'retrying', problem, busyUntil: 0 });
    await queueReportJob({ kind: 'run', ...ref }, delay);
  }
}

/** A copy is for who asked for it, as long as they are of the team; else all get it who may. */
async function recipientsOfRun(
  deps: RunDeps,
  schedule: StoredSchedule,
  { copyFor }: StoredRun,
): Promise<readonly MailRecipient[]> {
  const team = await teamAddresses(AccountId.parse(schedule.accountId));
  if (copyFor !== undefined) {
    const { Item: profile } = await ProfileEntity.build(GetItemCommand).key({ userId: copyFor }).send();
    return profile && team.has(profile.email.toLowerCase()) ? [copyTo(profile.email)] : [];
  }
  await settleRecipients(deps, schedule, team);
  const listed = await listedRecipients(schedule, team);
  return listed.filter(({ status }) => status === 'team' || status === 'confirmed');
}

export async function listRuns(
  actor: Actor,
  scheduleId: ReportScheduleId,
  request: PageRequest,
): Promise<ReportRunPage> {
  const { accountId } = actor;
  await loadSchedule(accountId, scheduleId);
  const page = await queryPage(
    ReportRunEntity,
    { partition: runsPartition(accountId, scheduleId), prefix: 'RUN#' },
    { ...request, newestFirst: true, consistent: true },
  );
  return { items: page.items.map(toRun), cursor: page.cursor };
}

export async function newestRun({
  accountId,
  scheduleId,
}: Pick<StoredSchedule, 'accountId' | 'scheduleId'>): Promise<ReportRun | null> {
  const { items } = await queryPage(
    ReportRunEntity,
    { partition: runsPartition(accountId, scheduleId), prefix: 'RUN#' },
    { limit: 1, newestFirst: true, consistent: true },
  );
  return items[0] ? toRun(items[0]) : null;
}

/** A link to a report that was too large for its mail, for who got that mail and has not left the report since. */
export async function openReportFile(clock: Clock, token: string, runId: ReportRunId): Promise<ExportLink> {
  const { recipient, schedule } = await byToken(token);
  const { accountId, scheduleId } = schedule;
  const run = await findRun({ accountId, scheduleId, runId });
  const mayRead = recipient.status === 'team' || recipient.status === 'confirmed';
  if (!mayRead || run?.fileKey === undefined) throw new ParleyError('report.link_invalid');
  return linkTo(
    clock,
    { bucket: environment('EXPORTS_BUCKET'), key: run.fileKey },
    { ...run, content: schedule.content },
  );
}

async function begin(
  clock: Clock,
  { accountId, scheduleId, timing }: StoredSchedule,
  { runId, due, ...cause }: Pick<StoredRun, 'runId' | 'trigger' | 'copyFor'> & { readonly due: Date },
): Promise<void> {
  const now = clock();
  await ifHolds(
    ReportRunEntity.build(PutItemCommand)
      .item({
        accountId,
        scheduleId,
        runId,
        ...cause,
        status: 'running',
        attempts: 0,
        // By the account's days, which are over then; the schedule's own zone says only when it is sent.
        ...periodBefore(timing, timeZoneOf(await loadAccount(AccountId.parse(accountId))), due),
        startedAt: now.toISOString(),
        sent: 0,
        unknown: 0,
        busyUntil: 0,
        expiresAt: epochSeconds(addSeconds(now, DAYS_KEPT * 86_400)),
      })
      .options({ condition: { attr: 'runId', exists: false } })
      .send(),
  );
}

async function findRun({
  accountId,
  scheduleId,
  runId,
}: Pick<StoredRun, 'accountId' | 'scheduleId' | 'runId'>): Promise<StoredRun | undefined> {
  return readItem(ReportRunEntity, { accountId, scheduleId, runId });
}

/** Of two messages for one run one gets it; the other finds it taken, or done. */
async function take(
  clock: Clock,
  { accountId, scheduleId, runId }: RunRef,
  attempt: Attempt,
): Promise<StoredRun | undefined> {
  const now = clock();
  const run = await findRun({ accountId, scheduleId, runId });
  if (!run || (run.status !== 'running' && run.status !== 'retrying')) return undefined;
  // An attempt that ended by itself leaves `retrying`, or a last status.
  const hasFailed = run.status === 'running' && run.attempts >= DEATHS;
  const attempts = hasFailed ? run.attempts : run.attempts + 1;
  await conditionally(
    ReportRunEntity.build(UpdateItemCommand)
      .item({
        accountId,
        scheduleId,
        runId,
        attempts,
        ...(hasFailed
          ? { status: 'failed', problem: 'internal', busyUntil: 0, endedAt: now.toISOString() }
          : { status: 'running', busyUntil: busyUntil(now, attempt) }),
      })
      .options({
        condition: {
          and: [
            { attr: 'attempts', eq: run.attempts },
            { attr: 'busyUntil', lt: now.getTime() },
          ],
        },
      })
      .send(),
    // A function is at it, or has just died: the message comes back until its time is over.
    () => new Error(`The run ${runId} is taken.`),
  );
  if (!hasFailed) return { ...run, attempts };
  logger.error('A report was given up: the functions that wrote it died.', { accountId, scheduleId, runId });
  return undefined;
}

async function writeFile(
  { clock }: RunDeps,
  { content, accountId, scheduleId }: StoredSchedule,
  { runId, from, to }: StoredRun,
  attempt: Attempt,
): Promise<WrittenFile> {
  const progress = new Progress(clock, async () => assertTime(attempt));
  const report = await buildReport(clock, AccountId.parse(accountId), content, { from, to }, progress);
  const { contentType, write } = FILE_TYPES[content.format];
  const key = `reports/${accountId}/${scheduleId}/${runId}`;
  const bucket = environment('EXPORTS_BUCKET');
  const { bytes } = await uploadPieces({ bucket, key }, progress.follow(write(report)), { contentType });
  return { key, bytes, report };
}

function problemOfRun(error: unknown): RunProblem {
  return error instanceof MailFailed ? 'mail_failed' : problemOf(error);
}

type Changes = Omit<UpdateItemInput<typeof ReportRunEntity>, 'accountId' | 'scheduleId' | 'runId'>;

async function change({ accountId, scheduleId, runId }: StoredRun, changes: Changes): Promise<void> {
  await ReportRunEntity.build(UpdateItemCommand)
    .item({ accountId, scheduleId, runId, ...changes })
    .options({ condition: { attr: 'runId', exists: true } })
    .send();
}

async function end(
  clock: Clock,
  run: StoredRun,
  changes: Pick<Changes, 'status' | 'problem' | 'sent' | 'refused' | 'unknown' | 'bytes' | 'fileKey'>,
): Promise<void> {
  const problem = changes.problem ?? $remove();
  await change(run, { ...changes, problem, busyUntil: 0, endedAt: clock().toISOString() });
}

function toRun(stored: StoredRun): ReportRun {
  const { runId, trigger, status, attempts, from, to, startedAt, sent, refused, unknown } = stored;
  return {
    id: ReportRunId.parse(runId),
    trigger,
    status,
    problem: stored.problem ?? null,
    attempts,
    from,
    to,
    startedAt,
    endedAt: stored.endedAt ?? null,
    sent,
    refused: refused ?? 0,
    unknown,
    bytes: stored.bytes ?? null,
  };
}
