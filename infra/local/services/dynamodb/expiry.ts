import { expiryOf } from './items';
import { expiriesWithin, itemKeyOfExpiry, recordsOf } from './keyspace';
import { TIME_TO_LIVE } from './records';
import type { Store } from './store';
import type { Table } from './tables';

/** An item whose time is longer ago than this is taken for a mistake and kept, as on AWS. */
const OLDEST_SECONDS = 5 * 365 * 24 * 60 * 60;
/** How long a stream keeps its records. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** Removes the items of a table that have expired, as the service itself; gives how many. */
export async function removeExpired(table: Table, store: Store, now: number): Promise<number> {
  const seconds = Math.floor(now / 1000);
  const due = await store.db.keys(expiriesWithin(table.TableName, seconds - OLDEST_SECONDS, seconds)).all();
  let removed = 0;
  for (const entry of due) {
    const key = itemKeyOfExpiry(table.TableName, entry);
    await store.exclusively(async (commit) => {
      const old = store.item(table, key);
      // Its time may have been moved since the keys were read.
      const expiry = expiryOf(old, table);
      if (!old || expiry === undefined || expiry > seconds) return;
      await commit({ changes: [{ table, key, old, next: undefined }], by: TIME_TO_LIVE });
      removed++;
    });
  }
  return removed;
}

/** Drops stream records that are older than a stream keeps them. */
export async function trimStream(table: Table, store: Store, now: number): Promise<void> {
  const oldest = Math.floor((now - KEPT_MS) / 1000);
  // Most sweeps find nothing to drop: the first record alone shows that.
  for (let page = 1; ; page = 500) {
    const records = await store.records(table, undefined, page);
    const kept = records.findIndex((record) => record.dynamodb.ApproximateCreationDateTime >= oldest);
    const last = records.at(kept === -1 ? -1 : kept - 1);
    if (!last || kept === 0) return;
    const prefix = recordsOf(table.TableName);
    await store.removeRange({ gte: prefix, lte: prefix + last.dynamodb.SequenceNumber });
    if (kept !== -1) return;
  }
}
