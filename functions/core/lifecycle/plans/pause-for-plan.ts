import { $remove, UpdateTransaction } from 'dynamodb-toolbox';
import { release, reserve } from '#core/accounts/limits/quotas';
import { loadAccount } from '#core/accounts/plan';
import { type BotRef, loadBot } from '#core/bots/bots';
import { BotEntity, type HeldByPlan, replaced } from '#core/bots/entity';
import { publishBot } from '#core/bots/publish-bot';
import { isLive, type StoredBot } from '#core/bots/stored-bot';
import type { Clock } from '#platform/clock';
import { transact } from '#platform/table-writes';

/** Takes a bot off the air as it is, for which the plan has no place any more. False where it has changed meanwhile. */
export async function pauseForPlan(clock: Clock, { accountId, botId }: BotRef): Promise<boolean> {
  const bot = await loadBot({ accountId, botId });
  if (!isLive(bot)) return false;
  const { status, publication } = bot;
  const at = clock().toISOString();
  const held = { status, publication, at } as HeldByPlan;
  const isHeld = await unlessChanged(
    transact(
      {
        write: BotEntity.build(UpdateTransaction)
          .item({
            accountId,
            botId,
            status: 'ready',
            publication: $remove(),
            heldByPlan: replaced(held),
            updatedAt: at,
          })
          .options({
            condition: {
              and: [
                { attr: 'status', eq: status },
                { attr: 'lastPublication', eq: bot.lastPublication },
              ],
            },
          }),
        refused: () => new BotChanged(),
      },
      release(accountId, 'bots'),
    ),
  );
  if (isHeld) await publishBot({ ...bot, publication: null });
  return isHeld;
}

/**
 * Puts a bot on the air again as it was, since the plan has a place for it. False where it has changed meanwhile. Throws
 * `plan.limit_exceeded` where another took that place.
 */
export async function resumeForPlan(clock: Clock, bot: StoredBot): Promise<boolean> {
  const { accountId, botId, heldByPlan } = bot;
  if (!heldByPlan) return false;
  const { status, publication, at } = heldByPlan;
  const now = clock();
  const account = await loadAccount(accountId);
  const isBack = await unlessChanged(
    transact(
      {
        write: BotEntity.build(UpdateTransaction)
          .item({
            accountId,
            botId,
            status,
            publication: replaced(publication),
            heldByPlan: $remove(),
            updatedAt: now.toISOString(),
          })
          .options({ condition: { attr: 'heldByPlan.at', eq: at } }),
        refused: () => new BotChanged(),
      },
      reserve(account, 'bots', now),
    ),
  );
  if (isBack) await publishBot({ ...bot, status, publication, heldByPlan: null });
  return isBack;
}

async function unlessChanged(write: Promise<void>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof BotChanged) return false;
    throw error;
  }
}

/** A person put it on the air or took it off at the same moment. */
class BotChanged extends Error {}
