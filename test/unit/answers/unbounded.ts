import type { ModelBudget } from '#core/answers/metered-model';

/** For tests in which nobody counts what models take. */
export const UNBOUNDED: ModelBudget = { meter: (model) => model, flush: async () => {} };
