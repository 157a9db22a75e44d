import { UpdateItemCommand } from 'dynamodb-toolbox';
import { AccountId, BotId } from '#contract/base/ids';
import { isDeployed } from '#contract/bots/bot-status';
import { API_KEYS, ApiKeyEntity } from '#core/accounts/api-keys/entity';
import { AccountEntity, accountPartition } from '#core/accounts/entity';
import { membershipsOf } from '#core/accounts/memberships';
import { loadAccount } from '#core/accounts/plan';
import { botsOf } from '#core/bots/bots';
import { ReportScheduleEntity, reportsPartition } from '#core/insight/reports/entity';
import { countedDocuments } from '#core/knowledge/documents/document-quota';
import { listAll } from '#platform/table-reads';
import { ifHolds } from '#platform/table-writes';

/**
 * Counts anew what takes places in an account's plan: after items came back without the transactions that count them,
 * and every day. `moved`: a place was taken or given back meanwhile, so that it is to be done again.
 */
export async function recountPlaces(account: string): Promise<'right' | 'corrected' | 'moved'> {
  const accountId = AccountId.parse(account);
  const stored = await loadAccount(accountId);
  const counted = await countPlaces(accountId);
  const isRight = Object.entries(counted).every(([name, count]) => stored[name as keyof Counted] === count);
  if (isRight) return 'right';
  const { placeChanges } = stored;
  const isWritten = await ifHolds(
    AccountEntity.build(UpdateItemCommand)
      .item({ accountId, ...counted })
      .options({
        condition:
          placeChanges === undefined
            ? { attr: 'placeChanges', exists: false }
            : { attr: 'placeChanges', eq: placeChanges },
      })
      .send(),
  );
  return isWritten ? 'corrected' : 'moved';
}

type Counted = Awaited<ReturnType<typeof countPlaces>>;

async function countPlaces(accountId: AccountId) {
  const [bots, memberCount, reportScheduleCount, apiKeyCount] = await Promise.all([
    botsOf(accountId),
    countMembers(accountId),
    countSchedules(accountId),
    countKeys(accountId),
  ]);
  const documents = await Promise.all(
    bots.map(({ botId }) => countedDocuments({ accountId, botId: BotId.parse(botId) })),
  );
  return {
    botCount: bots.length,
    liveBotCount: bots.filter(({ status }) => isDeployed(status)).length,
    documentCount: documents.reduce((sum, count) => sum + count, 0),
    memberCount,
    reportScheduleCount,
    apiKeyCount,
  };
}

/** The owner and active members. */
async function countMembers(accountId: AccountId): Promise<number> {
  return (await membershipsOf(accountId)).filter(({ status }) => status !== 'suspended').length;
}

async function countSchedules(accountId: AccountId): Promise<number> {
  const items = await listAll(ReportScheduleEntity, reportsPartition(accountId), 'SCHEDULE#');
  return items.length;
}

async function countKeys(accountId: AccountId): Promise<number> {
  const items = await listAll(ApiKeyEntity, accountPartition(accountId), API_KEYS);
  return items.length;
}
