import { LIMITS, type SoldPlace, warningLevel } from '#contract/accounts/limits';
import type { AccountId, BotId } from '#contract/base/ids';
import { BotUsageEntity } from '#core/accounts/limits/bot-usage';
import { MonthlyUsageEntity } from '#core/accounts/limits/monthly-usage';
import { PlaceUsageEntity } from '#core/accounts/limits/place-usage';
import { limitOf } from '#core/accounts/limits/quotas';
import { postToAll } from '#core/accounts/mail/post';
import { loadAccount } from '#core/accounts/plan';
import { updateItem } from '#platform/raw-table';
import { readItem } from '#platform/table-reads';
import { ifHolds } from '#platform/table-writes';
import { type AlertDeps, managersToMail } from './alerts';
import { limitMail, type NearLimit } from './limit-mail';

/** The counter of a bot's day, or of the account's month: of a kind of place, or of its conversations. */
interface CounterOf {
  readonly accountId: AccountId;
  readonly botId: BotId | null;
  readonly period: string;
  readonly place?: SoldPlace | undefined;
}

/**
 * Mails the account's owner and admins that a limit is nearly reached, or that it is, once each. Repeating it changes
 * nothing. Mails that nobody could be sent are tried again by another delivery.
 */
export async function alertLimit(deps: AlertDeps, counter: CounterOf): Promise<void> {
  const counted = await read(counter);
  const { warned = 0, mailed = 0 } = counted?.item ?? {};
  if (!counted || warned <= mailed || !(await moveMailed(counted.key, mailed, warned))) return;
  const { accountId } = counter;
  const account = await loadAccount(accountId);
  const limitFor = (resource: NearLimit['uses'][number]['resource']) =>
    limitOf(account, resource, deps.clock()).limit;
  const alert: NearLimit = {
    botName: counted.botName,
    isReached: warned >= 100,
    // Only what it is about: of a bot's day, what has come as far.
    uses: counted.uses
      .map((use) => ({ ...use, limit: limitFor(use.resource) }))
      .filter(({ used, limit }) => warningLevel(used, limit) > 0),
    url: `${deps.appOrigin}/usage`,
  };
  try {
    await postToAll(
      deps,
      'limit',
      { account: accountId },
      await managersToMail(accountId, 'limit'),
      ({ email, language }) => limitMail(email, language, alert),
    );
  } catch (error) {
    await moveMailed(counted.key, warned, mailed);
    throw error;
  }
}

async function read({ accountId, botId, period, place }: CounterOf) {
  if (place !== undefined) {
    const of = { accountId, resource: place, month: period };
    const item = await readItem(PlaceUsageEntity, of);
    const key = PlaceUsageEntity.computeKey?.(of);
    return item && key && { item, key, uses: [{ resource: place, used: item.used }], botName: null };
  }
  if (botId === null) {
    const item = await readItem(MonthlyUsageEntity, { accountId, month: period });
    const key = MonthlyUsageEntity.computeKey?.({ accountId, month: period });
    const uses = [{ resource: 'conversations' as const, used: item?.[LIMITS.conversations.counter] ?? 0 }];
    return item && key && { item, key, uses, botName: null };
  }
  const item = await readItem(BotUsageEntity, { accountId, day: period, botId });
  const key = BotUsageEntity.computeKey?.({ accountId, day: period, botId });
  const uses = (['modelAnswers', 'modelTokens'] as const).map((resource) => ({
    resource,
    used: item?.[LIMITS[resource].counter] ?? 0,
  }));
  return item && key && { item, key, uses, botName: item.botName };
}

/** False where another delivery was faster. */
async function moveMailed(key: object, from: number, to: number): Promise<boolean> {
  return ifHolds(
    updateItem({
      Key: { ...key },
      UpdateExpression: 'SET mailed = :to',
      ConditionExpression: `attribute_exists(pk) AND (mailed = :from${from === 0 ? ' OR attribute_not_exists(mailed)' : ''})`,
      ExpressionAttributeValues: { ':from': from, ':to': to },
    }),
  );
}
