import type { RetrievalTrial } from '#contract/answers/retrieval';
import type { BotId } from '#contract/base/ids';
import { countInOrder, perMinute } from '#core/accounts/limits/rate-limit';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { loadBot } from '../bots/bots';
import { type Asks, tryRetrieval } from './try-retrieval';

/** Trials that no team makes by hand: each may be a paid call of the model. */
const PER_MINUTE = 20;
const PER_HOUR = { seconds: 3_600, times: 200 };

/** Tries a question on a bot as it is now, deployed or not. */
export async function tryQuestion(
  deps: { readonly clock: Clock; readonly answerer: Asks },
  { accountId }: Actor,
  botId: BotId,
  question: string,
): Promise<RetrievalTrial> {
  const { name, config } = await loadBot({ accountId, botId });
  await countInOrder(deps.clock, [
    perMinute(`TRIALS#${accountId}`, PER_MINUTE),
    { subject: `TRIALS_HOURLY#${accountId}`, ...PER_HOUR },
  ]);
  return tryRetrieval(deps.answerer, { ref: { accountId, botId }, name, config }, question);
}
