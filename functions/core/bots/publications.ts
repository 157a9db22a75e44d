import { PutTransaction } from 'dynamodb-toolbox';
import type { UserId } from '#contract/base/ids';
import type { BotConfig } from '#contract/bots/bot-config';
import { ParleyError } from '#platform/errors';
import type { ConditionalWrite } from '#platform/table-writes';
import { BotVersionEntity, type Publication } from './entity';
import { flowProblems, runs } from './flow/check';
import type { StoredBot } from './stored-bot';

/** The next publication of a bot; it holds from when it is stored with it. Throws `flow.invalid`. */
export function nextPublication(
  { lastPublication }: Pick<StoredBot, 'lastPublication'>,
  config: BotConfig,
): Publication {
  assertFlowRuns(config);
  return { number: lastPublication + 1, config };
}

/** Visitors are led through no flow that would leave them standing. One without steps is none. */
export function assertFlowRuns({ flow }: Pick<BotConfig, 'flow'>): void {
  if (flow === null || flow.steps.length === 0 || runs(flow)) return;
  throw new ParleyError('flow.invalid', { details: { problems: flowProblems(flow) } });
}

/** Keeps a publication for good, in the transaction that makes it what visitors see. */
export function saveVersion(
  { accountId, botId }: Pick<StoredBot, 'accountId' | 'botId'>,
  { number, config }: Publication,
  by: { readonly publishedAt: string; readonly publishedBy: UserId; readonly restoredFrom?: number },
): ConditionalWrite {
  return {
    write: BotVersionEntity.build(PutTransaction)
      .item({ accountId, botId, number, config, ...by })
      .options({ condition: { attr: 'number', exists: false } }),
  };
}
