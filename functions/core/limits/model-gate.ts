import { type Clock, systemClock } from '#platform/clock';
import { environment } from '#platform/environment';
import { logger } from '#platform/logger';
import { recordModelBudget } from '#platform/metrics';
import { addSpending, readStageModels } from './stage-spending';

/** How long a function goes by what it read: the switch and the budget come into force within so many seconds. */
export const STATE_SECONDS = 10;

/** Why no model may be called: an operator has them off, or the stage's budget of the day is spent. */
export class ModelsStopped extends Error {
  override readonly name = 'ModelsStopped';
}

/** What all calls of models in one function go through. */
export interface ModelGate {
  /** Throws `ModelsStopped` where no model may be called now. */
  pass(): Promise<void>;
  /** Counts what a call cost. It is written with `flush`, so that a question costs one write however many calls it takes. */
  spend(usd: number): void;
  flush(): Promise<void>;
}

export function createModelGate(clock: Clock, dailyUsd: number): ModelGate {
  let known: { readonly isOff: boolean; readonly until: number; readonly day: number } | undefined;
  let spentUsd = 0;
  let unwritten = 0;

  async function look(): Promise<{ readonly isOff: boolean }> {
    const now = clock();
    const day = Math.floor(now.getTime() / 86_400_000);
    if (known && now.getTime() < known.until && known.day === day) return known;
    const state = await readStageModels(now);
    known = { isOff: state.offSince !== null, until: now.getTime() + STATE_SECONDS * 1_000, day };
    // What others have spent, and what is not written yet.
    spentUsd = state.spentUsd + unwritten;
    recordModelBudget((100 * spentUsd) / dailyUsd);
    return known;
  }

  return {
    async pass() {
      const { isOff } = await look();
      if (isOff) throw new ModelsStopped('The models of this stage are off.');
      if (spentUsd >= dailyUsd) throw new ModelsStopped('The budget of this stage for models is spent.');
    },
    spend(usd) {
      spentUsd += usd;
      unwritten += usd;
    },
    async flush() {
      if (unwritten === 0) return;
      const usd = unwritten;
      unwritten = 0;
      try {
        await addSpending(clock(), usd);
      } catch (error) {
        unwritten += usd;
        // The answer is there: it is not lost for what it cost, which is written with the next.
        logger.error('What models cost was not written down.', {
          error: error instanceof Error ? error : String(error),
        });
      }
    },
  };
}

let gate: ModelGate | undefined;

/** That of this function, by its environment. */
export function modelGate(): ModelGate {
  gate ??= createModelGate(systemClock, Number(environment('MODEL_BUDGET_USD')));
  return gate;
}
