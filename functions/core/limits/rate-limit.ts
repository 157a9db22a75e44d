import { createHash } from 'node:crypto';
import { $add, Entity, item, number, string, UpdateItemCommand } from 'dynamodb-toolbox';
import { type Clock, epochSeconds } from '../../platform/clock';
import { ParleyError } from '../../platform/errors';
import { table } from '../../platform/table';
import { conditionally } from '../../platform/table-writes';

/** How often something happened in one minute. */
export const RateCounterEntity = new Entity({
  name: 'RateCounter',
  table,
  timestamps: false,
  schema: item({
    subject: string().key(),
    minute: number().key(),
    count: number(),
    expiresAt: number(),
  }),
  computeKey: ({ subject, minute }) => ({ pk: `RATE#${subject}#${minute}`, sk: 'RATE' }),
});

/** Counts one for the subject, or throws `request.rate_limited` when it had its share of this minute. */
export async function limitRate(clock: Clock, subject: string, perMinute: number): Promise<void> {
  const now = epochSeconds(clock());
  const minute = Math.floor(now / 60);
  await conditionally(
    RateCounterEntity.build(UpdateItemCommand)
      .item({ subject, minute, count: $add(1), expiresAt: now + 120 })
      .options({
        condition: {
          or: [
            { attr: 'count', exists: false },
            { attr: 'count', lt: perMinute },
          ],
        },
      })
      .send(),
    () => new ParleyError('request.rate_limited'),
  );
}

/** The same for what comes from one network address. */
export async function limitAddress(
  clock: Clock,
  what: string,
  address: string,
  perMinute: number,
): Promise<void> {
  await limitRate(clock, `${what}#${hashedAddress(address)}`, perMinute);
}

/** Counters hold no addresses of people. */
function hashedAddress(address: string): string {
  return createHash('sha256').update(address).digest('base64url').slice(0, 22);
}
