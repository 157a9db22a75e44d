import { UpdateTransaction } from 'dynamodb-toolbox';
import type { BotConfig } from '#contract/bots/bot-config';
import { type GoldenRun, isComplete, regressions } from '#contract/insight/golden';
import { replaced } from '#core/bots/entity';
import { ManifestEntity } from '#core/bots/manifest/entity';
import type { BotKey } from '#core/retrieval/ports';
import { ParleyError } from '#platform/errors';
import { listAll, readItem } from '#platform/table-reads';
import type { ConditionalWrite } from '#platform/table-writes';
import {
  GoldenEntity,
  GoldenSetEntity,
  questionsPartition,
  type StoredGolden,
  type StoredGoldenSet,
  type StoredRun,
} from './entity';

/**
 * What a deployment makes of a bot's test questions. Where the bot refuses regressions it throws `golden.run_needed`
 * unless they were run, and all judged, on what it knows now, and `golden.regressed` where one fails that passed at the last
 * deployment. What is returned belongs into the deployment's transaction: the next one is compared with this run.
 */
export async function passGate(asked: AskedBot): Promise<readonly ConditionalWrite[]> {
  const bot = { accountId: asked.accountId, botId: asked.botId };
  const set = await readGoldenSet(bot);
  if (!set.count) return [];
  const holds = set.latest !== undefined && isComplete(set.latest) && (await isCurrent(asked, set));
  if (set.refusesRegressions) {
    if (!holds) throw new ParleyError('golden.run_needed');
    const questions = await readGolden(bot);
    const before = baseline(set);
    const ids = new Set<string>(
      regressions(before ? runOf(before, questions) : null, set.latest ? runOf(set.latest, questions) : null),
    );
    if (ids.size > 0) {
      const worse = questions.filter(({ goldenId }) => ids.has(goldenId)).map(({ question }) => question);
      throw new ParleyError('golden.regressed', { details: { questions: worse } });
    }
  }
  if (!holds || !set.latest) return [];
  return [
    { write: GoldenSetEntity.build(UpdateTransaction).item({ ...bot, deployed: replaced(set.latest) }) },
  ];
}

export async function readGoldenSet({ accountId, botId }: BotKey): Promise<StoredGoldenSet> {
  const found = await readItem(GoldenSetEntity, { accountId, botId });
  return found ?? { accountId, botId };
}

/** What the newest run is compared with. */
export function baseline({ deployed, previous }: StoredGoldenSet): StoredRun | undefined {
  return deployed ?? previous;
}

export type AskedBot = BotKey & { readonly config: Pick<BotConfig, 'model'> };

/** Whether the newest run saw what the bot knows now and asked its model, and the questions as they are. */
export async function isCurrent(bot: AskedBot, { latest, version = 0 }: StoredGoldenSet): Promise<boolean> {
  return (
    latest !== undefined &&
    latest.questions === version &&
    latest.model === bot.config.model &&
    latest.knowledge === (await knowledgeVersion(bot))
  );
}

/** Grows with every change of what the bot answers from. */
export async function knowledgeVersion({ accountId, botId }: BotKey): Promise<number> {
  const found = await readItem(ManifestEntity, { accountId, botId });
  return found?.version ?? 0;
}

/** All questions of a bot, the oldest first. */
export async function readGolden(bot: BotKey): Promise<readonly StoredGolden[]> {
  return listAll(GoldenEntity, questionsPartition(bot), 'GOLDEN#');
}

/** Of a run, what it says of the questions as they are: not of one that was changed, or deleted, since. */
export function runOf(
  { ranAt, results, costUsd = null }: StoredRun,
  questions: readonly StoredGolden[],
): GoldenRun {
  const changed = new Map(questions.map(({ goldenId, changedAt }) => [goldenId as string, changedAt]));
  return {
    ranAt,
    costUsd,
    results: results.filter(({ id }) => (changed.get(id) ?? ranAt) <= ranAt && changed.has(id)),
  };
}
