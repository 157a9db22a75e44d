import { PutTransaction } from 'dynamodb-toolbox';
import type { BotConfig } from '../../contract/bot-config';
import type { UserId } from '../../contract/ids';
import type { ConditionalWrite } from '../../platform/table-writes';
import { BotVersionEntity, type Publication } from './entity';
import type { StoredBot } from './stored-bot';

/** The next publication of a bot; it holds from when it is stored with it. */
export function nextPublication(
  { lastPublication }: Pick<StoredBot, 'lastPublication'>,
  config: BotConfig,
): Publication {
  return { number: lastPublication + 1, config };
}

/** Keeps a publication for good, in the transaction that makes it what visitors see. */
export function keepVersion(
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
