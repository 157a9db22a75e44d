import { isAnswered, type RetrievalTrial } from '#contract/answers/retrieval';
import { type BotId, GoldenId } from '#contract/base/ids';
import { type GoldenResult, type GoldenSet, isComplete } from '#contract/insight/golden';
import { limitWithin } from '#core/accounts/limits/rate-limit';
import { type Asks, tryRetrieval } from '#core/answers/try-retrieval';
import { loadBot } from '#core/bots/bots';
import type { StoredBot } from '#core/bots/stored-bot';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import type { StoredGolden, StoredRun } from './entity';
import { missingIn } from './expected-words';
import { knowledgeVersion, readGolden, readGoldenSet } from './gate';
import { type Documents, documentsOf, saveRun, toGoldenSet } from './golden';
import { withRunLease } from './run-lease';

export interface GoldenDeps {
  readonly clock: Clock;
  readonly answerer: Asks;
}

/** Questions that wait for the models at once. */
const AT_ONCE = 12;

/** Milliseconds that the models have for all of them: a call ends after 29 seconds. What is left is not judged. */
const MODEL_TIME = 22_000;

/** Runs of an account's bots: each asks the model up to as many questions as a set may have. */
const PER_HOUR = { seconds: 3_600, times: 30 };

/**
 * Asks all test questions of a bot, as visitors would. What is judged is whether they would get an answer, which
 * documents it cites, and what it says: the figures by itself, words of the model's own by what it cites. What the
 * run before could not judge is asked on its own while nothing else has changed: so a set that is too much for one
 * run is judged by the next.
 */
export async function runGoldenSet(deps: GoldenDeps, actor: Actor, botId: BotId): Promise<GoldenSet> {
  const bot = await loadBot({ accountId: actor.accountId, botId });
  return withRunLease(deps.clock, bot, async () => {
    await limitWithin(deps.clock, `GOLDEN_RUNS#${bot.accountId}`, PER_HOUR);
    await askAll(deps, bot);
    return toGoldenSet(bot);
  });
}

async function askAll(deps: GoldenDeps, bot: StoredBot): Promise<void> {
  const [set, knowledge] = await Promise.all([readGoldenSet(bot), knowledgeVersion(bot)]);
  // After both versions: whatever changes meanwhile makes this run one of the past.
  const [questions, documents] = await Promise.all([readGolden(bot), documentsOf(bot)]);
  const answering = {
    ref: { accountId: bot.accountId, botId: bot.botId },
    name: bot.name,
    config: bot.config,
  };
  const modelDeadline = AbortSignal.timeout(MODEL_TIME);
  // A repeat with the same knowledge and model has the same to be compared with: it says nothing new.
  const isRepeat = set.latest?.knowledge === knowledge && set.latest.model === bot.config.model;
  const isSame = isRepeat && set.latest?.questions === (set.version ?? 0);
  const kept = new Map(isSame ? keptOf(set.latest) : []);
  const trials = await all(
    questions.filter(({ goldenId }) => !kept.has(goldenId)),
    async (golden) => ({
      golden,
      trial: await tryRetrieval(deps.answerer, answering, golden.question, { modelDeadline }),
    }),
  );
  const results = new Map<string, GoldenResult>([
    ...kept,
    ...trials.map(({ golden, trial }) => [golden.goldenId, judged(golden, trial, documents)] as const),
  ]);
  const run = {
    ranAt: deps.clock().toISOString(),
    results: questions.flatMap(({ goldenId }) => results.get(goldenId) ?? []),
    costUsd: costOf(trials.map(({ trial }) => trial)),
    model: bot.config.model,
    knowledge,
    questions: set.version ?? 0,
  };
  // Nor has a run with gaps enough in it to be compared with.
  const isComparable = set.latest !== undefined && isComplete(set.latest);
  await saveRun(bot, run, isRepeat || !isComparable ? set.previous : set.latest);
}

function judged(golden: StoredGolden, trial: RetrievalTrial, documents: Documents): GoldenResult {
  const { goldenId, source, words } = golden;
  const rank = source === undefined ? null : rankOf(documents.get(source)?.documentId, trial);
  const missing = missingIn(trial, words);
  const hasSource = source === undefined || rank !== null;
  return {
    id: GoldenId.parse(goldenId),
    passed:
      trial.record.modelFailure === null
        ? isAnswered(trial.verdict) && hasSource && missing.length === 0
        : null,
    verdict: trial.verdict,
    rank,
    missing,
  };
}

/** The results that an incomplete run has. A complete run keeps none: repeating it judges all questions again. */
function keptOf(run: StoredRun | undefined): readonly (readonly [string, GoldenResult])[] {
  if (!run || isComplete(run)) return [];
  return run.results.filter(({ passed }) => passed !== null).map((result) => [result.id, result]);
}

/** Dollars for all, where the price of the model is known. */
function costOf(trials: readonly RetrievalTrial[]): number | null {
  const costs = trials.flatMap(({ record }) => record.costUsd ?? []);
  return costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0);
}

function rankOf(documentId: string | undefined, { passages }: RetrievalTrial): number | null {
  const place = passages.findIndex(
    (passage) => passage.documentId === documentId && passage.citationNumber !== null,
  );
  return place < 0 ? null : place + 1;
}

/** In their order, some at once. */
async function all<ITEM, RESULT>(
  items: readonly ITEM[],
  work: (item: ITEM) => Promise<RESULT>,
): Promise<RESULT[]> {
  const results: RESULT[] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [place, item] of waiting) results[place] = await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}
