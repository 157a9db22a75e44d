import { createHash } from 'node:crypto';
import db from 'dynalite/db/index.js';
import type { StreamRecord } from '#infra/local/runtime/ports';
import { type Change, keyAttributes } from './items';
import type { Table } from './tables';

export type UserIdentity = NonNullable<StreamRecord['userIdentity']>;

/** Who removes expired items, in the words of the stream. */
export const TIME_TO_LIVE: UserIdentity = { type: 'Service', principalId: 'dynamodb.amazonaws.com' };

/** A record without what its table and region say. */
export type StoredRecord = Pick<StreamRecord, 'eventID' | 'eventName' | 'userIdentity' | 'dynamodb'>;

/** AWS's sequence numbers have 21 digits and no leading zero: comparing them as texts is comparing them as numbers. */
const FIRST_SEQUENCE = 100_000_000_000_000_000_001n;

/** The number after one; the first after ''. */
export function nextSequence(sequence: string): string {
  return String(sequence === '' ? FIRST_SEQUENCE : BigInt(sequence) + 1n);
}

/** The number before one: reading after it gives that one. */
export function sequenceBefore(sequence: string): string {
  return String(BigInt(sequence) - 1n);
}

export function toRecord(
  change: Change,
  sequence: string,
  now: number,
  by: UserIdentity | undefined,
): StoredRecord {
  const { table, old, next } = change;
  const view = table.StreamSpecification?.StreamViewType ?? 'KEYS_ONLY';
  const present = next ?? old ?? {};
  const keys = keyAttributes(present, table);
  const newImage = next && (view === 'NEW_IMAGE' || view === 'NEW_AND_OLD_IMAGES') ? next : undefined;
  const oldImage = old && (view === 'OLD_IMAGE' || view === 'NEW_AND_OLD_IMAGES') ? old : undefined;
  const sizes = [keys, newImage, oldImage].map((item) => (item ? db.itemSize(item) : 0));
  return {
    eventID: eventId(table, sequence),
    eventName: old ? (next ? 'MODIFY' : 'REMOVE') : 'INSERT',
    ...(by && { userIdentity: by }),
    dynamodb: {
      ApproximateCreationDateTime: Math.floor(now / 1000),
      Keys: keys,
      ...(newImage && { NewImage: newImage }),
      ...(oldImage && { OldImage: oldImage }),
      SequenceNumber: sequence,
      SizeBytes: sizes.reduce((sum, size) => sum + size, 0),
      StreamViewType: view,
    },
  };
}

/** 32 digits, the same at every reading. */
function eventId(table: Table, sequence: string): string {
  return createHash('md5').update(`${table.arn}/${sequence}`).digest('hex');
}
