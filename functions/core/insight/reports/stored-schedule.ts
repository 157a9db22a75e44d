import { GetItemCommand, QueryCommand } from 'dynamodb-toolbox';
import type { AccountId, ReportScheduleId } from '#contract/base/ids';
import { ParleyError } from '#platform/errors';
import { table } from '#platform/table';
import { ReportScheduleEntity, reportsPartition, type StoredSchedule } from './entity';

export async function findSchedule(
  accountId: AccountId,
  scheduleId: ReportScheduleId,
): Promise<StoredSchedule | undefined> {
  const { Item } = await ReportScheduleEntity.build(GetItemCommand)
    .key({ accountId, scheduleId })
    .options({ consistent: true })
    .send();
  return Item;
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
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({ partition: reportsPartition(accountId), range: { beginsWith: 'SCHEDULE#' } })
    .entities(ReportScheduleEntity)
    .options({ consistent: true, maxPages: Number.POSITIVE_INFINITY })
    .send();
  return Items;
}
