import { AccountId } from '#contract/base/ids';
import { ASKER_SPENDING, askerDayUse, nanoUsd, spendingOfAsker } from '#core/accounts/limits/asker-usage';
import { byChance } from '#core/accounts/limits/by-chance';
import { countEmbedded, mayEmbed } from '#core/accounts/limits/knowledge-day';
import { type ModelGate, ModelsStopped } from '#core/accounts/limits/model-gate';
import { reserveUsage } from '#core/accounts/limits/usage-counter';
import type { Asker, Embedder } from '#core/retrieval/ports';
import type { Clock } from '#platform/clock';
import { countOnStage } from '#platform/metrics';

/** Dollars for a million tokens; from the same list as those of `answers/prices.ts`. */
const PRICES: Readonly<Record<string, number>> = {
  'cohere.embed-multilingual-v3': 0.1,
  'amazon.titan-embed-text-v2:0': 0.02,
};
const DEAREST = Math.max(...Object.values(PRICES));

/** Characters a token, at least: Bedrock tells the tokens of an embedding in a header that the SDK does not give. */
const CHARACTERS = 3;

/**
 * Embeds where models may be called, the account has not embedded as many documents today as its plan allows, and who
 * asks has not spent their share of its day; counts what it costs. Throws `ModelsStopped` where they may not.
 */
export function meteredEmbedder(clock: Clock, embedder: Embedder, gate: ModelGate): Embedder {
  async function mayAsk(
    accountId: AccountId,
    { id, isOverShare }: Asker,
    { usd, shareUsd }: { readonly usd: number; readonly shareUsd: number },
  ): Promise<boolean> {
    if (isOverShare) return false;
    const limit = spendingOfAsker(shareUsd);
    const amount = Math.ceil(byChance(nanoUsd(usd), limit));
    const use = askerDayUse(accountId, id, clock());
    return amount === 0 || reserveUsage(use, { [ASKER_SPENDING]: amount }, { [ASKER_SPENDING]: limit });
  }

  return {
    ...embedder,
    async embed(texts, purpose, options) {
      const accountId = AccountId.parse(options.accountId);
      const { shareUsd } = await gate.pass(options);
      const tokens = texts.reduce((sum, text) => sum + Math.ceil(text.length / CHARACTERS), 0);
      const usd = (tokens * (PRICES[embedder.model] ?? DEAREST)) / 1e6;
      if (purpose === 'passage') {
        if (!(await mayEmbed(clock, accountId)))
          throw new ModelsStopped('account', 'The account has embedded what its plan allows a day.');
        await countEmbedded(clock, accountId, tokens);
      } else if (options.asker && !(await mayAsk(accountId, options.asker, { usd, shareUsd })))
        throw new ModelsStopped('asker', 'Those at this address have spent their share of the day.');
      // Before it comes back: one that breaks off has been paid for.
      gate.spend(usd, options);
      try {
        return await embedder.embed(texts, purpose, options);
      } catch (error) {
        // One that is too slow is broken off, and counts as well.
        countOnStage('EmbeddingsFailed');
        throw error;
      } finally {
        // Of a question it is written with its answer.
        if (purpose === 'passage') await gate.flush();
      }
    },
  };
}
