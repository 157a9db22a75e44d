import { STAGE_SHARE, TESTED_SHARE, UNPAID_SHARE } from '#contract/accounts/plans';
import { AccountId } from '#contract/base/ids';
import { type Clock, systemClock } from '#platform/clock';
import { environment } from '#platform/environment';
import { logger } from '#platform/logger';
import { recordModelBudget } from '#platform/metrics';
import type { StoredAccount } from '../entity';
import { effectivePlan, isPaying, loadAccount } from '../plan';
import { addAccountSpending, readAccountSpending } from './account-spending';
import { byChance } from './by-chance';
import { addSpending, readStageModels } from './stage-spending';

/** How long a function goes by what it read: the switch and the budget come into force within so many seconds. */
export const STATE_SECONDS = 10;

/** Accounts that a function remembers at once. */
const KNOWN_ACCOUNTS = 500;

/**
 * Why no model may be called: for all, an operator has them off or the stage's budget of the day is spent; for one
 * account, it has spent its share of that, or embedded as much as its plan allows a day; for one asker, they have spent
 * their share of the account's.
 */
export class ModelsStopped extends Error {
  override readonly name = 'ModelsStopped';
  constructor(
    readonly of: 'stage' | 'account' | 'asker',
    message: string,
  ) {
    super(message);
  }
}

/** For whom a model is called. */
export interface Spender {
  readonly accountId: string;
  /** Its team asks, to see what a bot answers. */
  readonly isTest?: boolean;
}

/** What all calls of models in one function go through. */
export interface ModelGate {
  /** The account, and what it may spend a day; throws `ModelsStopped` where no model may be called now. */
  pass(spender: Spender): Promise<{ readonly account: StoredAccount; readonly shareUsd: number }>;
  /** Counts what a call cost. It is written with `flush`: of a question two writes at most, however many calls it takes. */
  spend(usd: number, spender: Spender): void;
  flush(): Promise<void>;
}

/** What is known of spending: when it was read, and what was spent since that is not written down yet. */
interface Known {
  readonly until: number;
  readonly day: number;
  spentUsd: number;
}

interface KnownStage extends Known {
  readonly isOff: boolean;
  unpaidUsd: number;
}

interface KnownAccount extends Known {
  readonly account: StoredAccount;
  readonly shareUsd: number;
  readonly isPaid: boolean;
}

export function createModelGate(clock: Clock, dailyUsd: number): ModelGate {
  let stage: KnownStage | undefined;
  const accounts = new Map<string, KnownAccount>();
  const unwritten = new Map<string, number>();
  // Of an account that was forgotten since, as if it did not pay: nothing is taken of those who do.
  const isPaid = (accountId: string) => accounts.get(accountId)?.isPaid ?? false;

  const isFresh = (known: Known | undefined, now: Date, day: number) =>
    known !== undefined && now.getTime() < known.until && known.day === day;

  async function lookAtStage() {
    const now = clock();
    const day = dayNumber(now);
    if (stage && isFresh(stage, now, day)) return stage;
    const { offSince, spentUsd, unpaidUsd } = await readStageModels(now);
    const sum = (spent: readonly (readonly [string, number])[]) =>
      spent.reduce((all, [, usd]) => all + usd, 0);
    const left = [...unwritten];
    // What others have spent, and what is not written yet.
    stage = {
      isOff: offSince !== null,
      until: freshUntil(now),
      day,
      spentUsd: spentUsd + sum(left),
      unpaidUsd: unpaidUsd + sum(left.filter(([accountId]) => !isPaid(accountId))),
    };
    recordModelBudget((100 * stage.spentUsd) / dailyUsd);
    return stage;
  }

  async function lookAtAccount(accountId: string) {
    const now = clock();
    const day = dayNumber(now);
    const known = accounts.get(accountId);
    if (known && isFresh(known, now, day)) return known;
    const [account, spentUsd] = await Promise.all([
      loadAccount(AccountId.parse(accountId)),
      readAccountSpending(accountId, now),
    ]);
    const read = {
      account,
      until: freshUntil(now),
      day,
      spentUsd: spentUsd + (unwritten.get(accountId) ?? 0),
      shareUsd: (dailyUsd * STAGE_SHARE[effectivePlan(account, now)]) / 100,
      isPaid: isPaying(account, now),
    };
    accounts.delete(accountId);
    accounts.set(accountId, read);
    for (const oldest of accounts.keys()) {
      if (accounts.size <= KNOWN_ACCOUNTS) break;
      accounts.delete(oldest);
    }
    return read;
  }

  return {
    async pass({ accountId, isTest = false }) {
      const [ofAll, own] = await Promise.all([lookAtStage(), lookAtAccount(accountId)]);
      assertLeft(ofAll, own, dailyUsd, isTest);
      return { account: own.account, shareUsd: own.shareUsd };
    },
    spend(usd, { accountId }) {
      if (stage) {
        stage.spentUsd += usd;
        if (!isPaid(accountId)) stage.unpaidUsd += usd;
      }
      const own = accounts.get(accountId);
      if (own) own.spentUsd += usd;
      unwritten.set(accountId, (unwritten.get(accountId) ?? 0) + usd);
    },
    async flush() {
      const spent = [...unwritten];
      unwritten.clear();
      await Promise.all(
        spent.map(async ([accountId, usd]) => {
          try {
            const now = clock();
            const [ofStage, ofAccount] = [
              byChance(usd, dailyUsd),
              byChance(usd, accounts.get(accountId)?.shareUsd ?? 0),
            ];
            await Promise.all([
              ofStage > 0 && addSpending(now, ofStage, { isPaid: isPaid(accountId) }),
              ofAccount > 0 && addAccountSpending(accountId, now, ofAccount),
            ]);
          } catch (error) {
            unwritten.set(accountId, (unwritten.get(accountId) ?? 0) + usd);
            // The answer is there: it is not lost for what it cost, which is written with the next.
            logger.error('What models cost was not written down.', {
              error: error instanceof Error ? error : String(error),
            });
          }
        }),
      );
    },
  };
}

/** Throws where nothing is left to be spent, by all or by this account. */
function assertLeft(
  { isOff, spentUsd, unpaidUsd }: KnownStage,
  own: KnownAccount,
  dailyUsd: number,
  isTest: boolean,
): void {
  if (isOff) throw new ModelsStopped('stage', 'The models of this stage are off.');
  if (spentUsd >= dailyUsd) throw new ModelsStopped('stage', 'The budget of this stage for models is spent.');
  if (!own.isPaid && unpaidUsd >= (dailyUsd * UNPAID_SHARE) / 100)
    throw new ModelsStopped(
      'account',
      'Those who do not pay have spent their share of the budget for models.',
    );
  const share = isTest ? (own.shareUsd * TESTED_SHARE) / 100 : own.shareUsd;
  if (own.spentUsd >= share)
    throw new ModelsStopped('account', 'The account has spent its share of the budget for models.');
}

function dayNumber(now: Date): number {
  return Math.floor(now.getTime() / 86_400_000);
}

function freshUntil(now: Date): number {
  return now.getTime() + STATE_SECONDS * 1_000;
}

let gate: ModelGate | undefined;

/** That of this function, by its environment. */
export function modelGate(): ModelGate {
  gate ??= createModelGate(systemClock, Number(environment('MODEL_BUDGET_USD')));
  return gate;
}
