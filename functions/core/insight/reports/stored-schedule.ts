import type { AccountId, ReportScheduleId } from '#contract/base/ids';
import { ParleyError } from '#platform/errors';
import { listAll, readItem } from '#platform/table-reads';
import { ReportScheduleEntity, reportsPartition, type StoredSchedule } from './entity';

export async function findSchedule(
  accountId: AccountId,
  scheduleId: ReportScheduleId,
): Promise<StoredSchedule | undefined> {
  return readItem(ReportScheduleEntity, { accountId, scheduleId });
}

/** Throws `report.schedule_not_found`, also for one of another tenant: its key leads with the account. */
export async function loadSchedule(
  accountId: AccountId,
  scheduleId: ReportScheduleId,
): Promise<StoredSchedule> {
  const stored = await findSchedule(accountId, scheduleId);
  if (!stored) throw new ParleyError('report.schedule_not_found');
  return stored;
}

/** All of an account. */
export async function schedulesOf(accountId: string): Promise<readonly StoredSchedule[]> {
  return listAll(ReportScheduleEntity, reportsPartition(accountId), 'SCHEDULE#');
}
