import type { FormerItem } from './former-item';
import type { Item } from './items';
import { historyOf, itemsOf, under } from './keyspace';
import type { Store } from './store';
import type { Table } from './tables';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Items of a table as they were at a time, by their keys in order. The writes since then are undone from the newest to
 * the first, so the cost is that of the whole table and of its history since that time.
 */
export async function itemsAt(table: Table, store: Store, time: number): Promise<ReadonlyMap<string, Item>> {
  const prefix = itemsOf(table.TableName);
  const items = new Map<string, Item>();
  for await (const [key, value] of store.db.iterator(under(prefix)))
    items.set(key.slice(prefix.length), value as Item);
  const since = await firstAfter(table, store, time);
  if (since === undefined) return items;
  const history = { ...under(historyOf(table.TableName)), gte: since, reverse: true };
  for await (const [, value] of store.db.iterator(history)) {
    const { key, old } = value as FormerItem;
    if (old) items.set(key, old);
    else items.delete(key);
  }
  return items;
}

/** The first time, in milliseconds since the epoch, that a table can be restored to. */
export async function earliestRestore(table: Table, store: Store, now: number): Promise<number> {
  const [first] = await store.db.values({ ...under(historyOf(table.TableName)), limit: 1 }).all();
  const kept = now - (table.recoveryDays ?? 0) * DAY_MS;
  // What nothing was written to stands as it always did.
  return first ? Math.max((first as FormerItem).at, kept) : kept;
}

/** Drops what is older than a table can be restored to. */
export async function trimHistory(table: Table, store: Store, now: number): Promise<void> {
  const kept = await firstAfter(table, store, now - (table.recoveryDays ?? 0) * DAY_MS);
  const { gte, lt } = under(historyOf(table.TableName));
  await store.removeRange({ ...(gte !== undefined && { gte }), lt: kept ?? lt ?? '' });
}

/** Key of the first write after a time. Not a search by halves: a clock that was set back makes times that fall. */
async function firstAfter(table: Table, store: Store, time: number): Promise<string | undefined> {
  for await (const [key, value] of store.db.iterator(under(historyOf(table.TableName))))
    if ((value as FormerItem).at > time) return key;
  return undefined;
}
