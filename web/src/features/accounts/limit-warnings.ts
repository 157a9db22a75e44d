import { limitsOf } from '#components/plan-limit/plan-room.ts';
import {
  placeWarning,
  SOLD_RESOURCES,
  type SoldResource,
  type WarningLevel,
  warningLevel,
} from '#contract/accounts/limits';
import type { Account } from '#contract/accounts/profile';

type Limited = Pick<Account, 'plan' | 'limits' | 'usage'>;

export interface LimitWarning {
  readonly resource: SoldResource;
  readonly level: WarningLevel;
}

/** What the plan has nearly no more of, or nothing. Conversations that are used up have a notice of their own. */
export function warningsOf(account: Limited): readonly LimitWarning[] {
  return SOLD_RESOURCES.flatMap((resource) => {
    const [used, limit] = [account.usage[resource], limitsOf(account)[resource]];
    const level = resource === 'conversations' ? warningLevel(used, limit) : placeWarning(used, limit);
    const hasOwnNotice = resource === 'conversations' && level >= 100;
    return level === 0 || hasOwnNotice ? [] : [{ resource, level }];
  });
}

/** How far it has come: nearly at the limit, at it, or beyond it since the plan became smaller. */
export function stageOf(account: Limited, { resource, level }: LimitWarning): 'near' | 'reached' | 'over' {
  if (account.usage[resource] > limitsOf(account)[resource]) return 'over';
  return level >= 100 ? 'reached' : 'near';
}

const PREFIX = 'parley.limits.';

/** Whether this reader has dismissed a warning this month, in this browser. */
export function isDismissed(accountId: string, { resource, level }: LimitWarning): boolean {
  return Number(read(accountId)[resource] ?? 0) >= level;
}

/** Remembers that warnings were seen: they come again with the next level, and next month. */
export function dismissWarnings(accountId: string, warnings: readonly LimitWarning[]): void {
  const seen = { ...read(accountId) };
  for (const { resource, level } of warnings) seen[resource] = level;
  try {
    localStorage.setItem(`${PREFIX}${accountId}`, JSON.stringify({ month: month(), seen }));
  } catch {
    // Without a storage it comes back with the next page load.
  }
}

function read(accountId: string): Partial<Record<SoldResource, number>> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(`${PREFIX}${accountId}`) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('seen' in kept) || !('month' in kept)) return {};
    return kept.month === month() ? (kept.seen as Partial<Record<SoldResource, number>>) : {};
  } catch {
    return {};
  }
}

/** By the server's calendar. */
function month(): string {
  return new Date().toISOString().slice(0, 7);
}
