import { PutItemCommand } from 'dynamodb-toolbox';
import type { AccountId } from '#contract/base/ids';
import { type Clock, epochSeconds } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { newSecret } from '#platform/ids';
import { readItem } from '#platform/table-reads';
import { ifHolds } from '#platform/table-writes';
import { VisitorSaltEntity } from './entity';

/** A day has 25 hours at most. */
const LIFE_SECONDS = 25 * 60 * 60;

/**
 * Daily salt; yesterday's hashes become anonymous, since the first visit of a day replaces the salt. A function whose
 * clock is still on the day before uses the new salt.
 */
export async function visitorSalt(clock: Clock, accountId: AccountId, day: string): Promise<string> {
  const known = await find(accountId);
  if (known && known.day >= day) return known.salt;
  const salt = newSecret();
  const isFirst = await ifHolds(
    VisitorSaltEntity.build(PutItemCommand)
      .item({ accountId, day, salt, expiresAt: epochSeconds(clock()) + LIFE_SECONDS })
      .options({
        condition: {
          or: [
            { attr: 'day', exists: false },
            { attr: 'day', lt: day },
          ],
        },
      })
      .send(),
  );
  const stored = isFirst ? { salt } : await find(accountId);
  if (!stored) throw new ParleyError('server.unavailable');
  return stored.salt;
}

async function find(accountId: AccountId) {
  return readItem(VisitorSaltEntity, { accountId });
}
