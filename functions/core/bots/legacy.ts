import { UpdateTransaction } from 'dynamodb-toolbox';
import { UserId } from '#contract/base/ids';
import { transact } from '#platform/table-writes';
import { type BotRef, loadBot } from './bots';
import { BotEntity, replaced } from './entity';
import { saveVersion } from './publications';
import type { StoredBot } from './stored-bot';

/**
 * The bot, ready to be changed. One from before there were drafts is stored anew first: its one configuration as
 * draft and publication, so that changing the draft leaves visitors what they see, and can be taken back to it.
 */
export async function loadForChange(ref: BotRef): Promise<StoredBot> {
  const bot = await loadBot(ref);
  if (!bot.isLegacy) return bot;
  const { accountId, botId, config, publication, lastPublication, updatedAt } = bot;
  try {
    await transact(
      {
        write: BotEntity.build(UpdateTransaction)
          .item({
            accountId,
            botId,
            config: replaced(config),
            ...(publication && { publication: replaced(publication), lastPublication }),
          })
          .options({
            condition: {
              and: [
                { attr: 'version', eq: bot.version },
                { attr: 'config', exists: false },
              ],
            },
          }),
        refused: () => new Changed(),
      },
      // An account's owner has its id; who else may have saved it is not known any more.
      ...(publication
        ? [saveVersion(bot, publication, { publishedAt: updatedAt, publishedBy: UserId.parse(accountId) })]
        : []),
    );
  } catch (error) {
    if (!(error instanceof Changed)) throw error;
  }
  return loadBot(ref);
}

/** Another call did the same. */
class Changed extends Error {}
