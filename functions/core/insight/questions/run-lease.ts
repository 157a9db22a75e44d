import { $remove, UpdateItemCommand } from 'dynamodb-toolbox';
import type { BotRef } from '#core/bots/bots';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { conditionally, ifHolds } from '#platform/table-writes';
import { GoldenSetEntity } from './entity';

/** Longer than a call lasts; a run that was cut off blocks the next one for as long at most. */
const LONGEST_RUN = 30_000;

/** Runs unless another run of the bot is under way: then it throws `golden.running`. */
export async function withRunLease<RESULT>(
  clock: Clock,
  { accountId, botId }: BotRef,
  run: () => Promise<RESULT>,
): Promise<RESULT> {
  const now = clock().getTime();
  const runningUntil = now + LONGEST_RUN;
  await conditionally(
    GoldenSetEntity.build(UpdateItemCommand)
      .item({ accountId, botId, runningUntil })
      .options({
        condition: {
          or: [
            { attr: 'runningUntil', exists: false },
            { attr: 'runningUntil', lte: now },
          ],
        },
      })
      .send(),
    () => new ParleyError('golden.running'),
  );
  try {
    return await run();
  } finally {
    await release({ accountId, botId }, runningUntil);
  }
}

/** Leaves the lease of a later run alone. */
async function release(bot: BotRef, runningUntil: number): Promise<void> {
  await ifHolds(
    GoldenSetEntity.build(UpdateItemCommand)
      .item({ ...bot, runningUntil: $remove() })
      .options({ condition: { attr: 'runningUntil', eq: runningUntil } })
      .send(),
  );
}
