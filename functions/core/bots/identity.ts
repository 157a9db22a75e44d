import { createHmac } from 'node:crypto';
import {
  Entity,
  type FormattedItem,
  item,
  PutItemCommand,
  PutTransaction,
  string,
  UpdateItemCommand,
} from 'dynamodb-toolbox';
import type { BotId } from '#contract/base/ids';
import type { IdentitySecret } from '#contract/bots/identity-secret';
import type { Actor } from '#platform/actor';
import { type Clock, systemClock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { newSecret } from '#platform/ids';
import { rotated, sameText, validSecrets } from '#platform/rotating-secret';
import { table } from '#platform/table';
import { readItem } from '#platform/table-reads';
import { type ConditionalWrite, conditionally, ifHolds } from '#platform/table-writes';
import { type BotRef, loadBot } from './bots';
import { integrationsPartition } from './integrations-partition';

/** By which a bot's website vouches for its visitors. There is none until somebody asks for it. */
export const BotIdentityEntity = new Entity({
  name: 'BotIdentity',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    botId: string().key(),
    secret: string(),
    createdAt: string(),
    formerSecret: string().optional(),
    formerUntil: string().optional(),
  }),
  computeKey: (ref) => ({ pk: integrationsPartition(ref), sk: 'IDENTITY' }),
});
type StoredIdentity = FormattedItem<typeof BotIdentityEntity>;

/**
 * Whether the website vouches for this visitor: the hash is the HMAC-SHA256 of their id, in hex, under the bot's
 * secret, or under the one before as long as that one counts.
 */
export async function verifyVisitorHash(
  ref: BotRef,
  userId: string,
  hash: string,
  clock: Clock = systemClock,
): Promise<boolean> {
  const identity = await findIdentity(ref);
  if (!identity) return false;
  // All are tried, so that the time doesn't tell which one fits.
  return (
    validSecrets(identity, clock()).filter((secret) => sameText(visitorHash(secret, userId), hash)).length > 0
  );
}

export function visitorHash(secret: string, userId: string): string {
  return createHmac('sha256', secret).update(userId).digest('hex');
}

/** The bot's secret; the first who asks makes it. */
export async function revealIdentitySecret(
  clock: Clock,
  actor: Actor,
  botId: BotId,
): Promise<IdentitySecret> {
  const ref: BotRef = { accountId: actor.accountId, botId };
  await loadBot(ref);
  const known = await findIdentity(ref);
  if (known) return toIdentitySecret(clock, known);
  const identity: StoredIdentity = { ...ref, secret: newSecret(), createdAt: clock().toISOString() };
  const isFirst = await ifHolds(
    BotIdentityEntity.build(PutItemCommand)
      .item(identity)
      .options({ condition: { attr: 'secret', exists: false } })
      .send(),
  );
  const stored = isFirst ? identity : await findIdentity(ref);
  if (!stored) throw new ParleyError('server.unavailable');
  return toIdentitySecret(clock, stored);
}

/** Puts another secret in its place; the former counts for another day, so that the website can change over. */
export async function rotateIdentitySecret(
  clock: Clock,
  actor: Actor,
  botId: BotId,
): Promise<IdentitySecret> {
  const ref: BotRef = { accountId: actor.accountId, botId };
  await revealIdentitySecret(clock, actor, botId);
  const current = await findIdentity(ref);
  if (!current) throw new ParleyError('bot.not_found');
  const now = clock();
  const next = { ...rotated(current, newSecret(), now), createdAt: now.toISOString() };
  await conditionally(
    BotIdentityEntity.build(UpdateItemCommand)
      .item({ ...ref, ...next })
      .options({ condition: { attr: 'secret', eq: current.secret } })
      .send(),
    // Somebody else rotated it at this moment: once is what both want.
    () => new ParleyError('server.unavailable'),
  );
  return toIdentitySecret(clock, { ...ref, ...next });
}

/** What a website that goes on with another bot needs to vouch as it did: the secret, if there is one, for that bot as well. */
export async function shareIdentity(from: BotRef, botId: BotId): Promise<readonly ConditionalWrite[]> {
  const identity = await findIdentity(from);
  return identity ? [{ write: BotIdentityEntity.build(PutTransaction).item({ ...identity, botId }) }] : [];
}

async function findIdentity({ accountId, botId }: BotRef): Promise<StoredIdentity | undefined> {
  return readItem(BotIdentityEntity, { accountId, botId });
}

function toIdentitySecret(clock: Clock, identity: StoredIdentity): IdentitySecret {
  const { secret, createdAt, formerUntil } = identity;
  const isRotating = validSecrets(identity, clock()).length > 1;
  return { secret, createdAt, formerValidUntil: (isRotating && formerUntil) || null };
}
