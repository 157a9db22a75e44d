import { UpdateItemCommand } from 'dynamodb-toolbox';
import type { AccountId } from '#contract/base/ids';
import { type BotStatus, isDeployed } from '#contract/bots/bot-status';
import type { Places } from '#core/accounts/limits/places';
import { isConditionFailure } from '#platform/table-writes';
import { AccountEntity, type StoredAccount } from '../accounts/entity';
import { loadAccount } from '../accounts/plan';
import { botsOf } from './bots';

/**
 * The account with its bots on the air counted. One from before drafts were free is counted at its first change: until
 * then its counter is missing, and nobody else moves it.
 */
export async function loadCountedAccount(accountId: AccountId): Promise<StoredAccount> {
  for (;;) {
    const account = await loadAccount(accountId);
    if (account.liveBotCount !== undefined) return account;
    const bots = await botsOf(accountId);
    try {
      await AccountEntity.build(UpdateItemCommand)
        .item({ accountId, liveBotCount: bots.filter(({ status }) => isDeployed(status)).length })
        .options({
          condition: {
            and: [
              { attr: 'accountId', exists: true },
              { attr: 'liveBotCount', exists: false },
            ],
          },
        })
        .send();
    } catch (error) {
      if (!isConditionFailure(error)) throw error;
    }
  }
}

/** What a bot of this status takes of the plan. */
export function placesOfBot(status: BotStatus): Places {
  return isDeployed(status) ? { allBots: 1, bots: 1 } : { allBots: 1 };
}
