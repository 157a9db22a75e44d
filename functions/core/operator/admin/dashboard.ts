import { GetItemCommand, PutTransaction } from 'dynamodb-toolbox';
import type { PlatformDashboard } from '#contract/operator/admin';
import { readStageModels } from '#core/accounts/limits/stage-spending';
import { CheckedDayEntity } from '#core/insight/health/entity';
import { listClientErrors } from '#core/site/client-errors/list';
import type { Actor } from '#platform/actor';
import { addSeconds, type Clock, epochSeconds } from '#platform/clock';
import { transact } from '#platform/table-writes';
import { readDays, readTotals, sum } from './counts';
import { DashboardVisitEntity } from './entity';
import { listAdminLog, logEntry } from './log';
import { listDeadLetterQueues } from './queues';
import { newestReconciliation } from './reconcile-run';
import { readRevenue } from './revenue';

const DAYS = 30;
const SHOWN_ERRORS = 50;
const SHOWN_ACTIVITY = 8;

/** Totals and health of the platform. That an administrator looks at them is logged once an hour. */
export async function getPlatformDashboard(clock: Clock, actor: Actor): Promise<PlatformDashboard> {
  const now = clock();
  await logVisit(clock, actor);
  const days = Array.from({ length: 2 * DAYS }, (_, before) =>
    addSeconds(now, -(2 * DAYS - 1 - before) * 86_400)
      .toISOString()
      .slice(0, 10),
  );
  const [totals, counted, revenue, checks, models, queues, errors, activity, reconciliation] =
    await Promise.all([
      readTotals(),
      readDays(days),
      readRevenue(now),
      checksOf(now),
      readStageModels(now),
      listDeadLetterQueues(),
      listClientErrors({ limit: SHOWN_ERRORS, status: 'open' }),
      listAdminLog({ limit: SHOWN_ACTIVITY }),
      newestReconciliation(),
    ]);
  const yesterday = addSeconds(now, -86_400).toISOString();
  return {
    totals,
    days: counted.slice(-DAYS),
    before: sum(counted.slice(0, -DAYS).map(({ counts }) => counts)),
    revenue,
    health: {
      checks,
      models: { isOn: models.offSince === null, spentUsd: models.spentUsd },
      queues: queues.items,
      reconciliation,
      recentErrors: errors.items.filter(({ lastSeen }) => lastSeen >= yesterday).length,
    },
    activity: activity.items,
  };
}

/** What the regular checks of today saw; just after midnight those of yesterday. */
async function checksOf(now: Date): Promise<PlatformDashboard['health']['checks']> {
  for (const at of [now, addSeconds(now, -86_400)]) {
    const day = at.toISOString().slice(0, 10);
    const { Item } = await CheckedDayEntity.build(GetItemCommand).key({ day }).send();
    if (Item) return { ran: Item.checks, failed: Item.failed?.size ?? 0, day };
  }
  return null;
}

async function logVisit(clock: Clock, actor: Actor): Promise<void> {
  const now = clock();
  try {
    await transact(
      {
        write: DashboardVisitEntity.build(PutTransaction)
          .item({
            userId: actor.userId,
            hour: now.toISOString().slice(0, 13),
            expiresAt: epochSeconds(now) + 2 * 3_600,
          })
          .options({ condition: { attr: 'userId', exists: false } }),
        refused: () => new LoggedBefore(),
      },
      await logEntry(clock, actor, { action: 'dashboard_accessed' }),
    );
  } catch (error) {
    if (!(error instanceof LoggedBefore)) throw error;
  }
}

class LoggedBefore extends Error {}
