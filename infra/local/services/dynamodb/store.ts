import { existsSync, readdirSync } from 'node:fs';
import { type BatchOperation, ClassicLevel } from 'classic-level';
import { StateError } from '#infra/local/runtime/state';
import { formerItem } from './former-item';
import type { IndexLag } from './index-lag';
import { type Change, expiryOf, type Item, indexEntry, sameJson } from './items';
import {
  definitionOf,
  expiriesOf,
  expiryKey,
  HISTORY_SEQUENCE,
  historyOf,
  indexOf,
  itemsOf,
  type KeyRange,
  recordsOf,
  SEQUENCE,
  under,
} from './keyspace';
import { nextSequence, type StoredRecord, toRecord, type UserIdentity } from './records';
import { type Index, indexesOf, type Table } from './tables';

export type Database = ClassicLevel<string, unknown>;
export type Snapshot = ReturnType<Database['snapshot']>;
type Operation = BatchOperation<Database, string, unknown>;

/** Everything that one commit writes. */
export interface Commit {
  readonly changes: readonly Change[];
  /** Set when the service itself wrote. */
  readonly by?: UserIdentity;
  /** Further entries that must hold exactly when the changes do. */
  readonly entries?: readonly { readonly key: string; readonly value: unknown }[];
}

/**
 * Items, indexes, expiries and stream records in one LevelDB. Writers run one after the other, each ending in one
 * atomic batch: so a transaction is isolated from every other write, an index never disagrees with its table, and
 * a change is in the stream exactly when it is in the table, also after SIGKILL.
 */
export class Store {
  private last: Promise<unknown> = Promise.resolve();
  private readonly appended = new Map<string, Set<() => void>>();

  private constructor(
    readonly db: Database,
    private sequence: string,
    private historySequence: string,
    private readonly now: () => number,
    /** Of what indexes show; without it they follow at once. */
    private readonly lag: IndexLag | undefined,
  ) {}

  static async open(
    directory: string,
    tables: readonly Table[],
    { now, lag }: { readonly now: () => number; readonly lag?: IndexLag | undefined },
  ): Promise<Store> {
    // LevelDB would begin anew over what is left, and whoever signs in would find nothing.
    const left = existsSync(directory) ? readdirSync(directory) : [];
    if (left.some((file) => /\.(?:ldb|log)$|^MANIFEST/.test(file)) && !left.includes('CURRENT'))
      throw new StateError(openingFailed(directory, 'CURRENT is missing'));
    const db: Database = new ClassicLevel<string, unknown>(directory, { valueEncoding: 'json' });
    try {
      await db.open();
    } catch (cause) {
      throw new StateError(openingFailed(directory, cause), { cause });
    }
    try {
      for (const table of tables) await migrate(db, table);
      const [sequence, history] = [await db.get(SEQUENCE), await db.get(HISTORY_SEQUENCE)];
      return new Store(db, textOf(sequence), textOf(history), now, lag);
    } catch (error) {
      await db.close();
      throw error;
    }
  }

  /** Runs alone among writers; what it reads stays true until its commit is on disk. */
  exclusively<T>(write: (commit: (what: Commit) => Promise<void>) => Promise<T>): Promise<T> {
    const run = this.last.then(() => write((what) => this.commit(what)));
    this.last = run.catch(() => {});
    return run;
  }

  item(table: Table, key: string, snapshot?: Snapshot): Item | undefined {
    return this.db.getSync(itemsOf(table.TableName) + key, snapshot ? { snapshot } : {}) as Item | undefined;
  }

  /** What an index is read from. */
  indexState(): Snapshot | undefined {
    return this.lag?.former();
  }

  async records(table: Table, after: string | undefined, max: number): Promise<StoredRecord[]> {
    const prefix = recordsOf(table.TableName);
    const { lt } = under(prefix);
    const values = this.db.values({ gt: prefix + (after ?? ''), lt, limit: max });
    return (await values.all()) as StoredRecord[];
  }

  async latestSequence(table: Table): Promise<string | undefined> {
    const prefix = recordsOf(table.TableName);
    const [key] = await this.db.keys({ ...under(prefix), reverse: true, limit: 1 }).all();
    return key?.slice(prefix.length);
  }

  /** Calls back after records of a table were appended; returns how to stop. */
  onAppended(table: Table, callback: () => void): () => void {
    const callbacks = this.appended.get(table.TableName) ?? new Set();
    this.appended.set(table.TableName, callbacks.add(callback));
    return () => callbacks.delete(callback);
  }

  async count(table: Table): Promise<number> {
    let count = 0;
    for await (const _ of this.db.keys(under(itemsOf(table.TableName)))) count++;
    return count;
  }

  async removeRange(range: KeyRange): Promise<void> {
    await this.db.clear(range);
  }

  async close(): Promise<void> {
    await this.last;
    this.lag?.close();
    await this.db.close();
  }

  private async commit({ changes, by, entries = [] }: Commit): Promise<void> {
    const operations: Operation[] = entries.map(({ key, value }) => ({ type: 'put', key, value }));
    const streams = new Set<string>();
    let keepsHistory = false;
    for (const change of changes) {
      const { table, key, old, next } = change;
      if (!old && !next) continue;
      operations.push(entry(itemsOf(table.TableName) + key, next), ...derivedEntries(change));
      const former = formerItem(change, this.now());
      if (former) {
        this.historySequence = nextSequence(this.historySequence);
        operations.push(entry(historyOf(table.TableName) + this.historySequence, former));
        keepsHistory = true;
      }
      if (!table.StreamSpecification || sameJson(old, next)) continue;
      this.sequence = nextSequence(this.sequence);
      const record = toRecord(change, this.sequence, this.now(), by);
      operations.push({ type: 'put', key: recordsOf(table.TableName) + this.sequence, value: record });
      streams.add(table.TableName);
    }
    if (streams.size > 0) operations.push(entry(SEQUENCE, this.sequence));
    if (keepsHistory) operations.push(entry(HISTORY_SEQUENCE, this.historySequence));
    if (operations.length > 0) {
      this.lag?.remember(this.db);
      await this.db.batch(operations);
    }
    for (const table of streams) for (const callback of this.appended.get(table) ?? []) callback();
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function entry(key: string, value: unknown): Operation {
  return value === undefined ? { type: 'del', key } : { type: 'put', key, value };
}

/** What follows from an item: its place in each index, and its expiry. */
function derivedEntries({ table, key, old, next }: Change): Operation[] {
  const operations = indexesOf(table).flatMap((index) => {
    const prefix = indexOf(table.TableName, index.IndexName);
    const [before, after] = [old && indexEntry(old, index, table), next && indexEntry(next, index, table)];
    const moved = before && before.key !== after?.key;
    return [
      ...(moved ? [entry(prefix + before.key, undefined)] : []),
      ...(after ? [entry(prefix + after.key, after.item)] : []),
    ];
  });
  const [wasDue, due] = [expiryOf(old, table), expiryOf(next, table)];
  if (wasDue !== due) {
    if (wasDue !== undefined) operations.push(entry(expiryKey(table.TableName, wasDue, key), undefined));
    if (due !== undefined) operations.push(entry(expiryKey(table.TableName, due, key), true));
  }
  return operations;
}

/** What a table's derived entries were made by. Kept with the data, to notice that the template has changed. */
interface Definition {
  readonly keys: unknown;
  readonly indexes: readonly Index[];
  readonly expiry: string | undefined;
}

/** Brings what lies on disk to the template's definition, as an update of the stack would. */
async function migrate(db: Database, table: Table): Promise<void> {
  const typed = (key: { AttributeName: string }) => ({
    ...key,
    type: table.AttributeDefinitions.find((known) => known.AttributeName === key.AttributeName)
      ?.AttributeType,
  });
  const wanted: Definition = {
    keys: table.KeySchema.map(typed),
    indexes: indexesOf(table),
    expiry: table.expiry,
  };
  const name = definitionOf(table.TableName);
  const found = (await db.get(name)) as Definition | undefined;
  if (found && sameJson(found, wanted)) return;
  if (found && !sameJson(found.keys, wanted.keys)) {
    throw new Error(
      `table ${table.TableName} was created with another key; a table's key can't change: remove the state folder, or give the table a new name`,
    );
  }
  if (found) await rebuild(db, table, found);
  // Last, so that a rebuild which was cut short is done again.
  await db.put(name, wanted);
}

/** Makes an existing table's indexes and expiries anew. */
async function rebuild(db: Database, table: Table, found: Definition): Promise<void> {
  const indexes = new Set([...found.indexes, ...indexesOf(table)].map((index) => index.IndexName));
  for (const index of indexes) await db.clear(under(indexOf(table.TableName, index)));
  await db.clear(under(expiriesOf(table.TableName)));
  const prefix = itemsOf(table.TableName);
  let operations: Operation[] = [];
  for await (const [key, value] of db.iterator(under(prefix))) {
    const change = { table, key: key.slice(prefix.length), old: undefined, next: value as Item };
    operations.push(...derivedEntries(change));
    if (operations.length < 1_000) continue;
    await db.batch(operations);
    operations = [];
  }
  await db.batch(operations);
}

function openingFailed(directory: string, cause: unknown): string {
  const reason = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const code = reason instanceof Error && 'code' in reason ? reason.code : undefined;
  return code === 'LEVEL_LOCKED'
    ? `the tables in ${directory} are in use by another process: is Parley running already?`
    : `the tables in ${directory} can't be opened (${reason instanceof Error ? reason.message : reason}): restore the state folder from a copy, or start afresh with another one (npm start -- --state FOLDER)`;
}
