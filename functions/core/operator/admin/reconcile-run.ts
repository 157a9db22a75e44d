import { any, Entity, type FormattedItem, item, number, QueryCommand, string } from 'dynamodb-toolbox';
import type { Reconciled, Reconciliation } from '#contract/operator/admin';
import { table } from '#platform/table';
import { readItem } from '#platform/table-reads';

/** How often each was found. */
export type Found = Readonly<Partial<Record<Reconciled, number>>>;

/** A comparison of all accounts: how far it is, and what it found. Runs are sorted by when they began. */
export const ReconcileRunEntity = new Entity({
  name: 'ReconcileRun',
  table,
  timestamps: false,
  schema: item({
    /** The day (UTC) of the daily one, the time of one that an operator began. */
    run: string().key(),
    startedAt: string(),
    endedAt: string().optional(),
    /** Where in the user pool it is, then the sort key of the account in the list of all that was looked at last. */
    position: string().optional(),
    accounts: number(),
    failed: number(),
    found: any().castAs<Found>(),
    /** Seconds since 1970. */
    expiresAt: number(),
  }),
  computeKey: ({ run }) => ({ pk: RUNS, sk: run }),
});
export type ReconcileRun = FormattedItem<typeof ReconcileRunEntity>;
const RUNS = 'RECONCILE';

export async function findRun(run: string): Promise<ReconcileRun | undefined> {
  return readItem(ReconcileRunEntity, { run });
}

export async function newestReconciliation(): Promise<Reconciliation | null> {
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({ partition: RUNS })
    .entities(ReconcileRunEntity)
    .options({ reverse: true, limit: 1 })
    .send();
  const [run] = Items;
  if (!run) return null;
  const { startedAt, endedAt = null, accounts, failed, found } = run;
  return { startedAt, endedAt, accounts, failed, found };
}
