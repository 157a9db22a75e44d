import { UpdateItemCommand } from 'dynamodb-toolbox';
import type { AccountTimeZone } from '#contract/insight/analytics';
import { AccountEntity } from '#core/accounts/entity';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { conditionally } from '#platform/table-writes';

/** From now on days are counted in this zone; what was counted stays on its day. */
export async function setTimeZone(
  clock: Clock,
  { accountId }: Pick<Actor, 'accountId'>,
  { timeZone }: AccountTimeZone,
): Promise<void> {
  await conditionally(
    AccountEntity.build(UpdateItemCommand)
      .item({ accountId, timeZone, updatedAt: clock().toISOString() })
      .options({ condition: { attr: 'accountId', exists: true } })
      .send(),
    () => new ParleyError('profile.not_found'),
  );
}
