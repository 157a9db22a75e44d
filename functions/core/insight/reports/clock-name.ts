import { createHash } from 'node:crypto';
import type { Scheduler } from '#platform/scheduler';

/** Tenants choose the ids of their reports, so that the clock knows them by another name. */
export function clockName(accountId: string, scheduleId: string): string {
  return createHash('sha256').update(`${accountId}#${scheduleId}`).digest('base64url');
}

/** From now on the clock sends this report no more. */
export function takeOffClock(
  scheduler: Pick<Scheduler, 'remove'>,
  { accountId, scheduleId }: { readonly accountId: string; readonly scheduleId: string },
): Promise<void> {
  return scheduler.remove(clockName(accountId, scheduleId));
}
