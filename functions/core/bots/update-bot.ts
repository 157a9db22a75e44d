import { UpdateItemCommand } from 'dynamodb-toolbox';
import type { Bot, UpdateBot } from '../../contract/bots';
import type { BotId } from '../../contract/ids';
import type { Actor } from '../../platform/actor';
import type { Clock } from '../../platform/clock';
import { ParleyError } from '../../platform/errors';
import { isConditionFailure } from '../../platform/table-writes';
import { loadBot, toBot } from './bots';
import { BotEntity, type StoredBot } from './entity';
import { publishBot } from './publish-bot';

/**
 * Changes the fields given, if the bot is still at the version that the editor saw; else throws
 * `bot.version_conflict` with the bot as it is, so that the editor can merge.
 */
export async function updateBot(clock: Clock, actor: Actor, botId: BotId, input: UpdateBot): Promise<Bot> {
  const { version, ...changes } = input;
  const ref = { accountId: actor.accountId, botId };
  try {
    const { Attributes } = await BotEntity.build(UpdateItemCommand)
      .item({ ...ref, ...given(changes), version: version + 1, updatedAt: clock().toISOString() })
      .options({ condition: { attr: 'version', eq: version }, returnValues: 'ALL_NEW' })
      .send();
    const stored = Attributes as StoredBot;
    await publishBot(stored);
    return toBot(stored);
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    const current = await toBot(await loadBot(ref));
    throw new ParleyError('bot.version_conflict', { details: { current } });
  }
}

/** A field left out stays; zod gives it as undefined where JSON had none. */
function given<CHANGES extends object>(changes: CHANGES) {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as {
    [NAME in keyof CHANGES]?: Exclude<CHANGES[NAME], undefined>;
  };
}
