import { randomInt } from 'node:crypto';
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
export async function limitRate(clock: Clock, subject: string, times: number): Promise<void> {
  await limitWithin(clock, subject, { seconds: 60, times });
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
  counted = 1,
): Promise<void> {
  const now = epochSeconds(clock());
  const minute = Math.floor(now / 60);
  await conditionally(
    updateItem({
      Key: { pk: `RATE#${subject}#${minute}`, sk: 'RATE' },
      UpdateExpression:
        'SET #entity = :entity, subject = :subject, #minute = :minute, expiresAt = :expiresAt ADD #count :counted, #part :counted',
      ConditionExpression:
        '(attribute_not_exists(#count) OR #count <= :all) AND (attribute_not_exists(#part) OR #part <= :share)',
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
        ':counted': counted,
        ':all': perMinute - counted,
        ':share': part.perMinute - counted,
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
  counted = 1,
): Promise<void> {
  const now = epochSeconds(clock());
  const minute = Math.floor(now / seconds);
  await conditionally(
    RateCounterEntity.build(UpdateItemCommand)
      .item({ subject, minute, count: $add(counted), expiresAt: now + 2 * seconds })
      .options({
        condition: {
          or: [
            { attr: 'count', exists: false },
            { attr: 'count', lte: times - counted },
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
  /** One in so many is counted, by chance, for as many. */
  readonly sampled?: number;
}

/** So many in a minute. */
export function perMinute(subject: string, times: number): Bound {
  return { subject, seconds: 60, times };
}

/** The same for what comes from one network. */
export async function perMinuteFrom(what: string, address: string, times: number): Promise<Bound> {
  return perMinute(`${what}#${await hashedNetwork(address)}`, times);
}

/**
 * Counts one at each bound, the innermost first. Whoever is refused at one counts at none beyond it: whoever reaches a limit
 * of their own takes nothing of what others share with them.
 */
export async function countInOrder(clock: Clock, bounds: readonly Bound[]): Promise<void> {
  for (const { subject, sampled = 1, ...bound } of bounds)
    await countSampled(clock, subject, sampled, () => limitWithin(clock, subject, bound, sampled));
}

/** Subjects that this function has seen refused, and until when, in seconds since 1970. */
const refused = new Map<string, number>();
const REMEMBERED = 1_000;

/** Counts one in so many, by chance. Where that is refused, this function refuses all to the end of the window. */
export async function countSampled(
  clock: Clock,
  subject: string,
  sampled: number,
  count: () => Promise<void>,
): Promise<void> {
  const now = epochSeconds(clock());
  const left = (refused.get(subject) ?? 0) - now;
  if (left > 0) throw new ParleyError('request.rate_limited', { retryAfterSeconds: left });
  if (sampled > 1 && randomInt(sampled) !== 0) return;
  try {
    await count();
  } catch (error) {
    if (sampled > 1 && error instanceof ParleyError && error.retryAfterSeconds !== undefined) {
      if (refused.size >= REMEMBERED) refused.clear();
      refused.set(subject, now + error.retryAfterSeconds);
    }
    throw error;
  }
}

/** The same for what comes from one network address, of IPv6 from one network: who has one address there has 2^64. */
export async function limitAddress(
  clock: Clock,
  what: string,
  address: string,
  times: number,
): Promise<void> {
  await countInOrder(clock, [await perMinuteFrom(what, address, times)]);
}

/** What stands for the network that a caller comes from. */
export function hashedNetwork(address: string): Promise<string> {
  return hashedAddress(networkOf(address));
}

/** Counters hold no addresses of people, of networks or of mail, nor what they could be found by. */
export function hashedAddress(address: string): Promise<string> {
  return keyedHash('rate counter', address);
}
