import { DeleteItemCommand, Entity, item, number, string } from 'dynamodb-toolbox';
import type { AccountId, BotId } from '#contract/base/ids';
import { addSeconds, epochSeconds } from '#platform/clock';
import { table } from '#platform/table';
import { monthOf } from './monthly-usage';
import type { UsageCounter } from './usage-counter';

/** Days that a month's item is kept from its last conversation. */
const KEPT_DAYS = 60;
/** Months that may have an item: it ends two months after its own at most. */
const KEPT_MONTHS = 4;

/** Conversations that visitors began with a bot in a calendar month (UTC): the share of each in the account's. */
export const BotMonthEntity = new Entity({
  name: 'BotMonth',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    /** `2026-11` */
    month: string().key(),
    botId: string().key(),
    conversations: number(),
    expiresAt: number(),
  }),
  computeKey: ({ accountId, month, botId }) => ({
    pk: `ACCOUNT#${accountId}`,
    sk: `${botMonthPrefix(month)}${botId}`,
  }),
});

export function botMonthPrefix(month: string): string {
  return `BOT_MONTH#${month}#`;
}

/** Counts the conversations of a bot in the month of `now`. */
export function botMonthUse(accountId: AccountId, botId: BotId, now: Date): UsageCounter {
  const month = monthOf(now);
  return {
    key: { pk: `ACCOUNT#${accountId}`, sk: `${botMonthPrefix(month)}${botId}` },
    attributes: {
      entity: 'BotMonth',
      accountId,
      month,
      botId,
      expiresAt: epochSeconds(addSeconds(now, KEPT_DAYS * 86_400)),
    },
  };
}

/** Erases what was counted of a bot: older months have ended by their time to live. */
export async function eraseBotMonths(
  { accountId, botId }: { readonly accountId: AccountId; readonly botId: BotId },
  now: Date,
): Promise<void> {
  const months = Array.from({ length: KEPT_MONTHS }, (_, back) =>
    monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1))),
  );
  await Promise.all(
    months.map((month) => BotMonthEntity.build(DeleteItemCommand).key({ accountId, month, botId }).send()),
  );
}
