import { DeleteItemCommand, Entity, item, number, string, UpdateItemCommand } from 'dynamodb-toolbox';
import { AccountId, BotId } from '#contract/base/ids';
import type { DomainEvent } from '#core/base/events/events';
import type { BotRef } from '#core/bots/bots';
import type { BotItem } from '#core/bots/entity';
import { readBot, type StoredBot } from '#core/bots/stored-bot';
import { queryPage } from '#platform/pages';
import { table } from '#platform/table';
import { ifHolds } from '#platform/table-writes';

const PAGE = 50;

/** That a bot's conversations are kept for a time only: what is looked at every day. */
export const RetentionEntity = new Entity({
  name: 'Retention',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    botId: string().key(),
    /** The fewest that conversations may have been written with: they are moved where the bot keeps them for longer now. */
    days: number().optional(),
  }),
  computeKey: ({ accountId, botId }) => ({ pk: RETENTION, sk: `${accountId}#${botId}` }),
});
const RETENTION = 'RETENTION';

/** What is published counts, not what an editor tries; with no widget anywhere, the bot as it is. */
export function daysKept({ publication, config }: StoredBot): number | null {
  return (publication?.config ?? config).retentionDays;
}

/**
 * Lists a bot whose conversations are kept for a time only, or were until now: one that keeps them all again leaves the
 * list with the next daily pass, which has them kept. Repeating it changes nothing.
 */
export async function followRetention({ before, after }: DomainEvent<'bot.changed'>): Promise<void> {
  const [was, is] = [before, after].map((image) => image && readBot(image as BotItem));
  if (was && !is) await RetentionEntity.build(DeleteItemCommand).key(keyOf(was)).send();
  const [hadDays, hasDays] = [was, is].map((bot) => (bot ? daysKept(bot) : null));
  if (!is || hadDays === hasDays) return;
  const days = Math.min(hadDays ?? Number.POSITIVE_INFINITY, hasDays ?? Number.POSITIVE_INFINITY);
  await ifHolds(
    RetentionEntity.build(UpdateItemCommand)
      .item({ ...keyOf(is), days })
      .options({
        condition: {
          or: [
            { attr: 'days', exists: false },
            { attr: 'days', gt: days },
          ],
        },
      })
      .send(),
  );
}

function keyOf({ accountId, botId }: BotRef) {
  return { accountId, botId };
}

/** Bots whose conversations are kept for a time only. */
export async function* botsWithRetention(): AsyncGenerator<BotRef> {
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof pageOfBots>> = await pageOfBots(cursor);
    for (const { accountId, botId } of page.items)
      yield { accountId: AccountId.parse(accountId), botId: BotId.parse(botId) };
    cursor = page.cursor;
  } while (cursor !== null);
}

function pageOfBots(cursor: string | null) {
  return queryPage(
    RetentionEntity,
    { partition: RETENTION, prefix: '' },
    { limit: PAGE, ...(cursor !== null && { cursor }) },
  );
}
