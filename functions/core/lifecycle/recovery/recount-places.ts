import { UpdateItemCommand } from 'dynamodb-toolbox';
import { AccountId, BotId } from '#contract/base/ids';
import { isDeployed } from '#contract/bots/bot-status';
import { AccountEntity } from '#core/accounts/entity';
import { membershipsOf } from '#core/accounts/memberships';
import { loadAccount } from '#core/accounts/plan';
import { botsOf } from '#core/bots/bots';
import { countedDocuments } from '#core/knowledge/documents/document-quota';
import { ifHolds } from '#platform/table-writes';

/**
 * Counts anew what takes places in an account's plan, after items came back without the transactions that count them.
 * False where a place was taken or given back meanwhile: it is to be done again then.
 */
export async function recountPlaces(account: string): Promise<boolean> {
  const accountId = AccountId.parse(account);
  const { placeChanges } = await loadAccount(accountId);
  const [bots, members] = await Promise.all([botsOf(accountId), countMembers(accountId)]);
  const documents = await Promise.all(
    bots.map(({ botId }) => countedDocuments({ accountId, botId: BotId.parse(botId) })),
  );
  return ifHolds(
    AccountEntity.build(UpdateItemCommand)
      .item({
        accountId,
        botCount: bots.length,
        liveBotCount: bots.filter(({ status }) => isDeployed(status)).length,
        documentCount: documents.reduce((sum, count) => sum + count, 0),
        memberCount: members,
      })
      .options({
        condition:
          placeChanges === undefined
            ? { attr: 'placeChanges', exists: false }
            : { attr: 'placeChanges', eq: placeChanges },
      })
      .send(),
  );
}

/** The owner and active members. */
async function countMembers(accountId: AccountId): Promise<number> {
  return (await membershipsOf(accountId)).filter(({ status }) => status !== 'suspended').length;
}
