import { $add, Entity, item, number, string, UpdateItemCommand } from 'dynamodb-toolbox';
import { type Clock, epochSeconds } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { keyedHash } from '#platform/keyed-hash';
import { networkOf } from '#platform/network';
import { updateItem } from '#platform/raw-table';
import { table } from '#platform/table';
import { conditionally } from '#platform/table-writes';

/** How often something happened in one minute, or in one window of another length. */
export const RateCounterEntity = new Entity({
  name: 'RateCounter',
  table,
  timestamps: false,
  schema: item({
    subject: string().key(),
    /** Number of the window since 1970. */
    minute: number().key(),
    count: number(),
    expiresAt: number(),
  }),
  computeKey: ({ subject, minute }) => ({ pk: `RATE#${subject}#${minute}`, sk: 'RATE' }),
});

/** Counts one for the subject, or throws `request.rate_limited` when it had its share of this minute. */
export async function limitRate(clock: Clock, subject: string, perMinute: number): Promise<void> {
  await limitWithin(clock, subject, { seconds: 60, times: perMinute });
}

/**
 * Counts one for the subject and for a part of it, each with its own limit, in one write: both or, where one had its share,
 * none. A subject has parts by its nature few, such as an account's bots.
 */
export async function limitPart(
  clock: Clock,
  subject: string,
  perMinute: number,
  part: { readonly name: string; readonly perMinute: number },
): Promise<void> {
  const now = epochSeconds(clock());
  const minute = Math.floor(now / 60);
  await conditionally(
    updateItem({
      Key: { pk: `RATE#${subject}#${minute}`, sk: 'RATE' },
      UpdateExpression:
        'SET #entity = :entity, subject = :subject, #minute = :minute, expiresAt = :expiresAt ADD #count :one, #part :one',
      ConditionExpression:
        '(attribute_not_exists(#count) OR #count < :all) AND (attribute_not_exists(#part) OR #part < :share)',
      ExpressionAttributeNames: {
        '#entity': 'entity',
        '#minute': 'minute',
        '#count': 'count',
        '#part': `=${part.name}`,
      },
      ExpressionAttributeValues: {
        ':entity': RateCounterEntity.entityName,
        ':subject': subject,
        ':minute': minute,
        ':expiresAt': now + 120,
        ':one': 1,
        ':all': perMinute,
        ':share': part.perMinute,
      },
    }),
    () => new ParleyError('request.rate_limited', { retryAfterSeconds: (minute + 1) * 60 - now }),
  );
}

/** The same for windows of another length. A subject has one length. */
export async function limitWithin(
  clock: Clock,
  subject: string,
  { seconds, times }: { readonly seconds: number; readonly times: number },
): Promise<void> {
  const now = epochSeconds(clock());
  const minute = Math.floor(now / seconds);
  await conditionally(
    RateCounterEntity.build(UpdateItemCommand)
      .item({ subject, minute, count: $add(1), expiresAt: now + 2 * seconds })
      .options({
        condition: {
          or: [
            { attr: 'count', exists: false },
            { attr: 'count', lt: times },
          ],
        },
      })
      .send(),
    () =>
      new ParleyError('request.rate_limited', {
        // The counter of the next window begins at nothing.
        retryAfterSeconds: Math.max(1, Math.ceil((minute + 1) * seconds - now)),
      }),
  );
}

/** So many times in so many seconds, for one subject. */
export interface Bound {
  readonly subject: string;
  readonly seconds: number;
  readonly times: number;
}

/**
 * Counts one at each bound, the innermost first. Who is refused at one counts at none beyond it: whoever reaches a limit
 * of her own takes nothing of what others share with her.
 */
export async function countInOrder(clock: Clock, bounds: readonly Bound[]): Promise<void> {
  for (const { subject, ...bound } of bounds) await limitWithin(clock, subject, bound);
}

/** The same for what comes from one network address, of IPv6 from one network: who has one address there has 2^64. */
export async function limitAddress(
  clock: Clock,
  what: string,
  address: string,
  perMinute: number,
): Promise<void> {
  await limitRate(clock, `${what}#${await hashedNetwork(address)}`, perMinute);
}

/** What stands for the network that a caller comes from. */
export function hashedNetwork(address: string): Promise<string> {
  return hashedAddress(networkOf(address));
}

/** Counters hold no addresses of people, of networks or of mail, nor what they could be found by. */
export function hashedAddress(address: string): Promise<string> {
  return keyedHash('rate counter', address);
}
