import { $remove, PutTransaction, UpdateTransaction } from 'dynamodb-toolbox';
import type { BotId, WidgetId } from '#contract/base/ids';
import { TRANSITIONS } from '#contract/bots/bot-status';
import { ParleyError } from '#platform/errors';
import type { ConditionalWrite } from '#platform/table-writes';
import { BotEntity, WidgetEntity } from './entity';
import { isLive, type StoredBot } from './stored-bot';

/**
 * What gives the address of a bot to another one of its account, in the transaction that stores the other. The former
 * is given the free address `instead`; was it on the air, it is off now, and its place is the other's. Refused where the
 * former has changed since it was read: what visitors have must be what the other begins with.
 */
export function takeAddress(
  former: StoredBot,
  { botId, instead, at }: { readonly botId: BotId; readonly instead: WidgetId; readonly at: string },
): readonly ConditionalWrite[] {
  const { accountId, botId: formerId, widgetId, status, version, lastPublication } = former;
  const refused = () => new ParleyError('bot.version_conflict');
  return [
    {
      write: WidgetEntity.build(UpdateTransaction)
        .item({ widgetId, botId })
        .options({
          condition: {
            and: [
              { attr: 'accountId', eq: accountId },
              { attr: 'botId', eq: formerId },
            ],
          },
        }),
      refused,
    },
    {
      write: BotEntity.build(UpdateTransaction)
        .item({
          accountId,
          botId: formerId,
          widgetId: instead,
          updatedAt: at,
          ...(isLive(former) && { status: TRANSITIONS.undeploy.to, publication: $remove() }),
          // It would come back beside the other.
          heldByPlan: $remove(),
        })
        .options({
          condition: {
            and: [
              { attr: 'widgetId', eq: widgetId },
              { attr: 'status', eq: status },
              { attr: 'version', eq: version },
              lastPublication === 0
                ? { attr: 'lastPublication', exists: false }
                : { attr: 'lastPublication', eq: lastPublication },
            ],
          },
        }),
      refused,
    },
    {
      write: WidgetEntity.build(PutTransaction)
        .item({ widgetId: instead, accountId, botId: formerId })
        .options({ condition: { attr: 'widgetId', exists: false } }),
      refused: () => new WidgetIdTaken(),
    },
  ];
}

/** A random address that somebody has. */
export class WidgetIdTaken extends Error {}
