import { DeleteTransaction, PutTransaction, UpdateItemCommand } from 'dynamodb-toolbox';
import { type AccountId, ReportScheduleId } from '#contract/base/ids';
import type {
  ActOnSchedule,
  CreateSchedule,
  ReportSchedule,
  ReportScheduleList,
  UpdateSchedule,
  WriteSchedule,
} from '#contract/insight/reports';
import { limitOf, release, reserve } from '#core/accounts/limits/quotas';
import { loadAccount } from '#core/accounts/plan';
import { loadBot } from '#core/bots/bots';
import { replaced } from '#core/bots/entity';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import type { Scheduler } from '#platform/scheduler';
import { deletePartition } from '#platform/table';
import { listAll } from '#platform/table-reads';
import { conditionally, transact } from '#platform/table-writes';
import { clockName, takeOffClock } from './clock-name';
import { ReportScheduleEntity, recipientsPartition, reportsPartition, type StoredSchedule } from './entity';
import { assertNotEmpty } from './exports';
import { queueReportJob } from './jobs';
import { cronOf, nextDue } from './periods';
import { type RecipientDeps, settleRecipients, showRecipients, teamAddresses } from './recipients';
import { newestRun, runNow } from './runs';
import { findSchedule, loadSchedule } from './stored-schedule';

export interface ScheduleDeps extends RecipientDeps {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
}

/** When the clock's schedule is looked at again: by then the call has ended, or has died. */
const SYNC_SECONDS = 30;

export async function listSchedules(clock: Clock, actor: Actor): Promise<ReportScheduleList> {
  const { accountId } = actor;
  const [account, schedules] = await Promise.all([
    loadAccount(accountId),
    listAll(ReportScheduleEntity, reportsPartition(accountId), 'SCHEDULE#'),
  ]);
  const team = await teamAddresses(accountId);
  const items = await Promise.all(schedules.map((stored) => toSchedule(clock, stored, team)));
  return {
    items: items.sort((one, other) => one.createdAt.localeCompare(other.createdAt)),
    limit: limitOf(account, 'reportSchedules', clock()).limit,
    recipientLimit: limitOf(account, 'reportRecipients', clock()).limit,
  };
}

/** Repeating it gives the one that is there. */
export async function createSchedule(
  deps: ScheduleDeps,
  actor: Actor,
  { id: scheduleId, ...input }: CreateSchedule,
): Promise<ReportSchedule> {
  const { accountId, userId } = actor;
  const known = await findSchedule(accountId, scheduleId);
  if (known) return toSchedule(deps.clock, known);
  const recipients = await checked(deps.clock, accountId, input);
  const account = await loadAccount(accountId);
  const now = deps.clock().toISOString();
  const { content, timing } = input;
  const stored: StoredSchedule = {
    accountId,
    scheduleId,
    version: 1,
    content,
    timing,
    recipients,
    paused: false,
    createdBy: userId,
    createdAt: now,
    updatedAt: now,
  };
  // Before it is stored: should the call die in between, this makes the clock's schedule.
  await queueReportJob({ kind: 'sync', accountId, scheduleId }, SYNC_SECONDS);
  await transact(reserve(account, 'reportSchedules', deps.clock()), {
    write: ReportScheduleEntity.build(PutTransaction)
      .item(stored)
      .options({ condition: { attr: 'scheduleId', exists: false } }),
    refused: () => new ParleyError('report.version_conflict'),
  });
  await putOnClock(deps.scheduler, stored);
  await settleRecipients(deps, stored);
  return toSchedule(deps.clock, stored);
}

export async function getSchedule(
  clock: Clock,
  actor: Actor,
  scheduleId: ReportScheduleId,
): Promise<ReportSchedule> {
  return toSchedule(clock, await loadSchedule(actor.accountId, scheduleId));
}

export async function updateSchedule(
  deps: ScheduleDeps,
  actor: Actor,
  scheduleId: ReportScheduleId,
  { version, ...input }: UpdateSchedule,
): Promise<ReportSchedule> {
  const { accountId } = actor;
  const recipients = await checked(deps.clock, accountId, input);
  const { content, timing } = input;
  await queueReportJob({ kind: 'sync', accountId, scheduleId }, SYNC_SECONDS);
  await conditionally(
    ReportScheduleEntity.build(UpdateItemCommand)
      .item({
        accountId,
        scheduleId,
        version: version + 1,
        content: replaced(content),
        timing: replaced(timing),
        recipients: replaced(recipients),
        updatedAt: deps.clock().toISOString(),
      })
      .options({ condition: { attr: 'version', eq: version }, returnValuesOnConditionFalse: 'ALL_OLD' })
      .send(),
    (item) => new ParleyError(item ? 'report.version_conflict' : 'report.schedule_not_found'),
  );
  const stored = await loadSchedule(accountId, scheduleId);
  await putOnClock(deps.scheduler, stored);
  await settleRecipients(deps, stored);
  return toSchedule(deps.clock, stored);
}

/** Repeating it changes nothing: what is asked for under one id is sent once. */
export async function actOnSchedule(
  deps: ScheduleDeps,
  actor: Actor,
  scheduleId: ReportScheduleId,
  act: ActOnSchedule,
): Promise<ReportSchedule> {
  const { accountId, userId } = actor;
  if (act.action === 'send_now' || act.action === 'send_copy') {
    const copyFor = act.action === 'send_copy' ? userId : undefined;
    await runNow(deps.clock, await loadSchedule(accountId, scheduleId), act.id, copyFor);
    return getSchedule(deps.clock, actor, scheduleId);
  }
  await queueReportJob({ kind: 'sync', accountId, scheduleId }, SYNC_SECONDS);
  await conditionally(
    ReportScheduleEntity.build(UpdateItemCommand)
      .item({ accountId, scheduleId, paused: act.action === 'pause', updatedAt: deps.clock().toISOString() })
      .options({ condition: { attr: 'version', exists: true } })
      .send(),
    () => new ParleyError('report.schedule_not_found'),
  );
  const stored = await loadSchedule(accountId, scheduleId);
  await putOnClock(deps.scheduler, stored);
  return toSchedule(deps.clock, stored);
}

/** What it sent stays in the exports' bucket for its days; its runs go by their time to live. */
export async function deleteSchedule(
  deps: ScheduleDeps,
  actor: Actor,
  scheduleId: ReportScheduleId,
): Promise<void> {
  const { accountId } = actor;
  if (!(await findSchedule(accountId, scheduleId))) return;
  await queueReportJob({ kind: 'sync', accountId, scheduleId }, SYNC_SECONDS);
  try {
    await transact(release(accountId, 'reportSchedules'), {
      write: ReportScheduleEntity.build(DeleteTransaction)
        .key({ accountId, scheduleId })
        .options({ condition: { attr: 'version', exists: true } }),
      refused: () => new ParleyError('report.schedule_not_found'),
    });
  } catch (error) {
    // Another call deletes it at this moment.
    if (!(error instanceof ParleyError && error.code === 'report.schedule_not_found')) throw error;
  }
  await syncSchedule(deps.scheduler, { accountId, scheduleId });
}

/** Makes the clock's schedule what the table says: there, switched off, or gone. */
export async function syncSchedule(
  scheduler: Scheduler,
  { accountId, scheduleId }: { readonly accountId: AccountId; readonly scheduleId: ReportScheduleId },
): Promise<void> {
  const stored = await findSchedule(accountId, scheduleId);
  if (stored) return putOnClock(scheduler, stored);
  await takeOffClock(scheduler, { accountId, scheduleId });
  await deletePartition(recipientsPartition(accountId, scheduleId), { hasTime: () => true });
}

/** The recipients in lower case, each once. Throws what is wrong with the input. */
async function checked(
  clock: Clock,
  accountId: AccountId,
  { content, recipients }: WriteSchedule,
): Promise<readonly string[]> {
  assertNotEmpty(content);
  for (const botId of content.botIds) await loadBot({ accountId, botId });
  const distinct = [...new Set(recipients.map((email) => email.toLowerCase()))];
  if (distinct.length === 0)
    throw new ParleyError('request.invalid', {
      fields: { recipients: 'Please enter at least one address.' },
    });
  const { plan, limit } = limitOf(await loadAccount(accountId), 'reportRecipients', clock());
  if (limit > 0 && distinct.length > limit)
    throw new ParleyError('report.too_many_recipients', {
      details: { resource: 'reportRecipients', plan, limit },
    });
  return distinct;
}

async function putOnClock(scheduler: Scheduler, stored: StoredSchedule): Promise<void> {
  const { accountId, scheduleId, content, timing, paused } = stored;
  await scheduler.put({
    name: clockName(accountId, scheduleId),
    expression: cronOf(timing),
    timeZone: content.timeZone,
    enabled: !paused,
    message: { kind: 'due', accountId, scheduleId, at: '<aws.scheduler.scheduled-time>' },
  });
}

async function toSchedule(
  clock: Clock,
  stored: StoredSchedule,
  team?: ReadonlySet<string>,
): Promise<ReportSchedule> {
  const { scheduleId, version, content, timing, paused, createdAt, updatedAt } = stored;
  const [recipients, lastRun] = await Promise.all([showRecipients(stored, clock(), team), newestRun(stored)]);
  return {
    id: ReportScheduleId.parse(scheduleId),
    version,
    content,
    timing,
    recipients: [...recipients],
    paused,
    nextRunAt: paused ? null : nextDue(timing, content.timeZone, clock()).toISOString(),
    lastRun,
    createdAt,
    updatedAt,
  };
}
