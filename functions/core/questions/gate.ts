import { GetItemCommand, UpdateTransaction } from 'dynamodb-toolbox';
import { regressions } from '../../contract/golden';
import { ParleyError } from '../../platform/errors';
import type { ConditionalWrite } from '../../platform/table-writes';
import { replaced } from '../bots/entity';
import { ManifestEntity } from '../knowledge/documents/entity';
import type { BotKey } from '../knowledge/index/ports';
import { GoldenEntity, GoldenSetEntity, type StoredGoldenSet, type StoredRun } from './entity';

/**
 * What a deployment makes of a bot's test questions. Where the bot refuses regressions it throws `golden.run_needed`
 * unless they were run on what it knows now, and `golden.regressed` where one fails that passed at the last
 * deployment. What is returned belongs into the deployment's transaction: the next one is compared with this run.
 */
export async function passGate({ accountId, botId }: BotKey): Promise<readonly ConditionalWrite[]> {
  const bot = { accountId, botId };
  const set = await readGoldenSet(bot);
  if (!set.count) return [];
  const isOfNow = await isCurrent(bot, set);
  if (set.refusesRegressions) {
    if (!isOfNow) throw new ParleyError('golden.run_needed');
    const ids = regressions(baseline(set) ?? null, set.latest ?? null);
    if (ids.length > 0)
      throw new ParleyError('golden.regressed', { details: { questions: await questionsOf(bot, ids) } });
  }
  if (!isOfNow || !set.latest) return [];
  return [
    { write: GoldenSetEntity.build(UpdateTransaction).item({ ...bot, deployed: replaced(set.latest) }) },
  ];
}

export async function readGoldenSet({ accountId, botId }: BotKey): Promise<StoredGoldenSet> {
  const { Item } = await GoldenSetEntity.build(GetItemCommand)
    .key({ accountId, botId })
    .options({ consistent: true })
    .send();
  return Item ?? { accountId, botId };
}

/** What the newest run is compared with. */
export function baseline({ deployed, previous }: StoredGoldenSet): StoredRun | undefined {
  return deployed ?? previous;
}

/** Whether the newest run saw what the bot knows now, and the questions as they are. */
export async function isCurrent(bot: BotKey, { latest, version = 0 }: StoredGoldenSet): Promise<boolean> {
  return (
    latest !== undefined && latest.questions === version && latest.knowledge === (await knowledgeVersion(bot))
  );
}

/** Grows with every change of what the bot answers from. */
export async function knowledgeVersion({ accountId, botId }: BotKey): Promise<number> {
  const { Item } = await ManifestEntity.build(GetItemCommand)
    .key({ accountId, botId })
    .options({ consistent: true })
    .send();
  return Item?.version ?? 0;
}

async function questionsOf(bot: BotKey, ids: readonly string[]): Promise<string[]> {
  const items = await Promise.all(
    ids.map((goldenId) =>
      GoldenEntity.build(GetItemCommand)
        .key({ ...bot, goldenId })
        .send(),
    ),
  );
  return items.flatMap(({ Item }) => (Item ? [Item.question] : []));
}
