import { PutItemCommand, QueryCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { RECONCILED } from '#contract/operator/admin';
import { SUBSCRIPTIONS, SubscriptionListingEntity } from '#core/accounts/billing/listing';
import { addSeconds, epochSeconds } from '#platform/clock';
import { logger } from '#platform/logger';
import { countOnStage } from '#platform/metrics';
import { table } from '#platform/table';
import { ifHolds } from '#platform/table-writes';
import type { ListUserIds } from '#platform/user-sessions';
import { type Found, findRun, type ReconcileRun, ReconcileRunEntity } from '../admin/reconcile-run';
import type { ReconcileJob } from './jobs';
import { listPeople } from './list-people';
import { type AccountDeps, reconcileAccount } from './reconcile-account';

export interface ReconcileDeps extends AccountDeps {
  readonly listUserIds: ListUserIds;
}

const PAGE = 25;
const RUNS_KEPT = 90 * 86_400;

/**
 * Compares what is stored of every account with what it should be by now, and mends what hung on one event that was lost.
 * The run knows the account that it has looked at last, so that it goes on where it was stopped; of two deliveries at
 * the same place one counts. Repeating it changes nothing.
 *
 * @returns the run where it ran out of time.
 */
export async function reconcile(
  deps: ReconcileDeps,
  { run: named }: ReconcileJob,
  hasTime: () => boolean,
): Promise<string | null> {
  const run = named ?? deps.clock().toISOString().slice(0, 10);
  let state = await begin(deps, run);
  while (state && state.endedAt === undefined) {
    if (isAmongPeople(state)) {
      if (!hasTime()) return run;
      state = await advance(state, await passPeople(deps, state));
      continue;
    }
    const accounts = await accountsAfter(state.position);
    if (accounts.length === 0) return end(deps, state);
    for (const listed of accounts) {
      if (!hasTime()) return run;
      const { found, failed } = await reconcileAccount({ ...deps, run }, listed);
      state = await advance(state, {
        position: `${listed.createdAt}#${listed.accountId}`,
        accounts: 1,
        found,
        failed,
      });
      if (!state) return null;
    }
  }
  return null;
}

async function begin({ clock }: ReconcileDeps, run: string): Promise<ReconcileRun | undefined> {
  const now = clock();
  const expiresAt = epochSeconds(addSeconds(now, RUNS_KEPT));
  await ifHolds(
    ReconcileRunEntity.build(PutItemCommand)
      .item({ run, startedAt: now.toISOString(), accounts: 0, failed: 0, found: {}, expiresAt })
      .options({ condition: { attr: 'run', exists: false } })
      .send(),
  );
  return findRun(run);
}

async function accountsAfter(position: string | undefined) {
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({ partition: SUBSCRIPTIONS, ...(position !== undefined && { range: { gt: position } }) })
    .entities(SubscriptionListingEntity)
    .options({ limit: PAGE })
    .send();
  return Items;
}

/** What one step of a run looked at, and where the next begins. */
interface Passed {
  readonly position: string;
  readonly accounts: number;
  readonly found: Found;
  readonly failed: boolean;
}

/** Positions of the first part of a run, in which everybody of the user pool is looked up in the lists. */
const PEOPLE = 'PEOPLE#';
/** Sorts before every account, whose sort key begins with a time. */
const FIRST_ACCOUNT = '0';

const isAmongPeople = ({ position = PEOPLE }: ReconcileRun) => position.startsWith(PEOPLE);

async function passPeople(
  { clock, listUserIds }: ReconcileDeps,
  { position = PEOPLE }: ReconcileRun,
): Promise<Passed> {
  try {
    const { userIds, next } = await listUserIds(position.slice(PEOPLE.length) || null);
    const found = await listPeople(clock, userIds);
    const after = next === null ? FIRST_ACCOUNT : `${PEOPLE}${next}`;
    return { position: after, accounts: 0, found, failed: false };
  } catch (error) {
    // A page of the pool is good for an hour only. Whoever is listed is compared all the same.
    logger.error('The user pool could not be compared with the lists.', { error });
    return { position: FIRST_ACCOUNT, accounts: 0, found: {}, failed: true };
  }
}

/** Undefined where another delivery has counted this account. */
async function advance(
  state: ReconcileRun,
  { position, accounts, found, failed }: Passed,
): Promise<ReconcileRun | undefined> {
  const next = {
    ...state,
    position,
    accounts: state.accounts + accounts,
    failed: state.failed + Number(failed),
    found: sum(state.found, found),
  };
  const isWritten = await ifHolds(
    ReconcileRunEntity.build(UpdateItemCommand)
      .item({ run: next.run, position, accounts: next.accounts, failed: next.failed, found: next.found })
      .options({ condition: atPosition(state) })
      .send(),
  );
  return isWritten ? next : undefined;
}

async function end({ clock }: ReconcileDeps, state: ReconcileRun): Promise<null> {
  const { run, accounts, failed, found } = state;
  const isEnded = await ifHolds(
    ReconcileRunEntity.build(UpdateItemCommand)
      .item({ run, endedAt: clock().toISOString() })
      .options({ condition: { and: [atPosition(state), { attr: 'endedAt', exists: false }] } })
      .send(),
  );
  if (!isEnded) return null;
  logger.info('All accounts were compared.', { run, accounts, failed, found });
  countOnStage(
    'Reconciled',
    Object.values(found).reduce((all, each) => all + each, 0),
  );
  countOnStage('ReconcileFailed', failed);
  return null;
}

function atPosition({ position }: ReconcileRun) {
  return position === undefined
    ? ({ attr: 'position', exists: false } as const)
    : ({ attr: 'position', eq: position } as const);
}

function sum(one: Found, other: Found): Found {
  return Object.fromEntries(
    RECONCILED.map((kind) => [kind, (one[kind] ?? 0) + (other[kind] ?? 0)] as const).filter(
      ([, count]) => count > 0,
    ),
  );
}
