import { createHash } from 'node:crypto';
import { Entity, item, number, PutItemCommand, PutTransaction, string } from 'dynamodb-toolbox';
import { epochSeconds, systemClock } from '#platform/clock';
import { table } from '#platform/table';
import type { ConditionalWrite } from '#platform/table-writes';

/** Longer than the table can be restored to (35 days), by as much as a clock or a time to live may be late. */
const TOMBSTONE_SECONDS = 40 * 24 * 60 * 60;

/**
 * That something was removed, revoked or erased on purpose: restoring the table leaves it out (`lifecycle/recovery`). It
 * has no content; even its name is hashed, since names hold ids.
 */
export const TombstoneEntity = new Entity({
  name: 'Tombstone',
  table,
  timestamps: false,
  schema: item({
    hash: string().key(),
    buriedAt: string(),
    expiresAt: number(),
  }),
  computeKey: ({ hash }) => ({ pk: `TOMBSTONE#${hash}`, sk: 'TOMBSTONE' }),
});

/** What can be buried: one item, or everything that bears one id. */
export type BuriedKind =
  | 'key'
  | 'membership'
  | 'invitation'
  | 'webhook'
  | 'recipient'
  | 'conversation'
  | 'bot'
  | 'account'
  | 'person';

/** The write that buries, in the transaction that removes. */
export function buryWith(kind: BuriedKind, ...ids: readonly string[]): ConditionalWrite {
  return { write: TombstoneEntity.build(PutTransaction).item(stoneOf(kind, ids)) };
}

/** The same before an erasing of many writes: one that is stopped goes on, and is buried already. */
export async function bury(kind: BuriedKind, ...ids: readonly string[]): Promise<void> {
  await TombstoneEntity.build(PutItemCommand).item(stoneOf(kind, ids)).send();
}

/** What names a tombstone. */
export function hashOfBuried(kind: BuriedKind, ids: readonly string[]): string {
  return createHash('sha256')
    .update([kind, ...ids].join('\n'))
    .digest('base64url');
}

function stoneOf(kind: BuriedKind, ids: readonly string[]) {
  // By the real clock, as the table's backups are.
  const now = systemClock();
  return {
    hash: hashOfBuried(kind, ids),
    buriedAt: now.toISOString(),
    expiresAt: epochSeconds(now) + TOMBSTONE_SECONDS,
  };
}
