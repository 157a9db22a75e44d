import { randomUUID } from 'node:crypto';
import { PutItemCommand } from 'dynamodb-toolbox';
import { BotId } from '#contract/base/ids';
import { botDefaults } from '#contract/bots/bot-config';
import { BotEntity } from '#core/bots/entity';
import { startBot } from '#test/unit/knowledge/setup';

/** An account with so many bots, without going through their creation. */
export async function accountWithBots(count: number) {
  const { actor, botId } = await startBot('professional');
  const { accountId } = actor;
  const bots = [{ accountId, botId }];
  for (let further = 1; further < count; further += 1) {
    const other = BotId.parse(randomUUID());
    const at = '2026-01-01T00:00:00.000Z';
    await BotEntity.build(PutItemCommand)
      .item({
        accountId,
        botId: other,
        widgetId: `abcd${further}`.padEnd(8, 'x'),
        name: `Bot ${further}`,
        status: 'active',
        config: botDefaults('en'),
        lastPublication: 0,
        version: 1,
        createdAt: at,
        updatedAt: at,
      })
      .send();
    bots.push({ accountId, botId: other });
  }
  return { ...actor, bots };
}
