import { Stream } from 'node:stream';
import batchGetItem from 'dynalite/actions/batchGetItem.js';
import batchWriteItem from 'dynalite/actions/batchWriteItem.js';
import deleteItem from 'dynalite/actions/deleteItem.js';
import getItem from 'dynalite/actions/getItem.js';
import putItem from 'dynalite/actions/putItem.js';
import query from 'dynalite/actions/query.js';
import scan from 'dynalite/actions/scan.js';
import updateItem from 'dynalite/actions/updateItem.js';
import db from 'dynalite/db/index.js';
import batchGetItemRules from 'dynalite/validations/batchGetItem.js';
import batchWriteItemRules from 'dynalite/validations/batchWriteItem.js';
import deleteItemRules from 'dynalite/validations/deleteItem.js';
import getItemRules from 'dynalite/validations/getItem.js';
import validations from 'dynalite/validations/index.js';
import putItemRules from 'dynalite/validations/putItem.js';
import queryRules from 'dynalite/validations/query.js';
import scanRules from 'dynalite/validations/scan.js';
import updateItemRules from 'dynalite/validations/updateItem.js';
import { fromDynalite } from './errors';
import { keepParses } from './expressions';
import { type Change, checkIndexKeys, type Item, indexKey } from './items';
import { indexOf, itemsOf, type KeyRange, under } from './keyspace';
import type { Request } from './request';
import type { Database, Snapshot, Store } from './store';
import { checkProjection, refuseDeepComparison } from './strictness';
import { indexesOf, type Table, type Tables } from './tables';

/** dynalite's operations on items: it parses, validates and evaluates; reading and writing are ours. */
const OPERATIONS = {
  GetItem: { run: getItem, rules: getItemRules },
  BatchGetItem: { run: batchGetItem, rules: batchGetItemRules },
  Query: { run: query, rules: queryRules },
  Scan: { run: scan, rules: scanRules },
  PutItem: { run: putItem, rules: putItemRules },
  UpdateItem: { run: updateItem, rules: updateItemRules },
  DeleteItem: { run: deleteItem, rules: deleteItemRules },
  BatchWriteItem: { run: batchWriteItem, rules: batchWriteItemRules },
} satisfies Record<string, { run: DynaliteAction; rules: DynaliteValidation }>;

export type ItemOperation = keyof typeof OPERATIONS;

keepParses();

const LIMITS = { maxItemSize: db.MAX_SIZE };

/** A request whose form is right: types, values and expressions. Which table and item it meets is not looked at. */
export interface Checked {
  readonly operation: ItemOperation;
  readonly request: Request;
}

/** dynalite writes into what it is given: `request` is the caller's own, to be used once. */
export function check(operation: ItemOperation, request: Request): Checked {
  const { types, custom } = OPERATIONS[operation].rules;
  try {
    const typed = validations.checkTypes(request, types);
    validations.checkValidations(typed, types, custom, new Session(undefined, undefined, typed));
    refuseDeepComparison(typed);
    return { operation, request: typed };
  } catch (error) {
    throw fromDynalite(error);
  }
}

/** The outcome of an evaluation: what to answer once its changes are on disk. */
export interface Evaluated {
  readonly answer: Request;
  readonly changes: readonly Change[];
}

/** An evaluation that ended in an error may still say which item it met. */
export class EvaluationFailed extends Error {
  constructor(
    override readonly cause: unknown,
    readonly met: Item | undefined,
  ) {
    super('evaluation failed', { cause });
  }
}

/** Evaluates against what is on disk (or in a snapshot of it) and writes nothing. */
export async function evaluate(
  { operation, request }: Checked,
  store: Store,
  tables: Tables,
  snapshot?: Snapshot,
): Promise<Evaluated> {
  const session = new Session(store, tables, request, snapshot);
  try {
    const answer = await new Promise<Request>((resolve, reject) => {
      OPERATIONS[operation].run(session, request, (error, value) =>
        error ? reject(error) : resolve(value ?? {}),
      );
    });
    return { answer, changes: session.changes };
  } catch (error) {
    throw new EvaluationFailed(fromDynalite(error), session.met);
  }
}

/** dynalite's store for one evaluation: reads what is on disk, keeps what would be written. */
class Session implements DynaliteStore {
  readonly options = LIMITS;
  readonly changes: Change[] = [];
  /** The item that was read last. */
  met: Item | undefined;

  constructor(
    private readonly store: Store | undefined,
    private readonly tables: Tables | undefined,
    private readonly request: Request,
    private readonly snapshot?: Snapshot,
  ) {}

  getTable(name: string, ...rest: readonly unknown[]): void {
    const callback = rest[rest.length - 1] as DynaliteCallback<Table>;
    let table: Table;
    try {
      table = this.table(name);
      checkProjection(this.request, table);
    } catch (error) {
      callback(error as Error);
      return;
    }
    callback(null, table);
  }

  getItemDb(name: string): DynaliteItems {
    const [store, table] = [this.opened(), this.table(name)];
    const found = new Map<string, Item | undefined>();
    return {
      // Writers run one after the other already.
      lock: (_key, run) => run((callback) => callback),
      get: (key, callback) => {
        const item = store.item(table, key, this.snapshot);
        found.set(key, item);
        this.met = item;
        callback(null, item);
      },
      put: (key, item, callback) => {
        try {
          checkIndexKeys(item, table);
        } catch (error) {
          callback(error as Error);
          return;
        }
        this.changes.push({ table, key, old: found.get(key), next: item });
        callback(null);
      },
      del: (key, callback) => {
        this.changes.push({ table, key, old: found.get(key), next: undefined });
        callback(null);
      },
      createValueStream: (range) => new ValueStream(store.db, itemsOf(name), range),
    };
  }

  /** Index entries are written with their item, by the store; dynalite's own writes of them are let go. */
  getIndexDb(_kind: string, name: string, indexName: string): DynaliteItems {
    const store = this.opened();
    const done = (callback: DynaliteCallback<never>) => callback(null);
    return {
      lock: (_key, run) => run((callback) => callback),
      get: (_key, callback) => callback(new Error('an index is only queried')),
      put: (_key, _item, callback) => done(callback),
      del: (_key, callback) => done(callback),
      createValueStream: (range) =>
        new ValueStream(
          store.db,
          indexOf(name, indexName),
          this.afterStartKey(range, name, indexName),
          store.indexState(),
        ),
    };
  }

  /** dynalite's bound for a start key ends with a hash of the item's key; our entries go on with the key itself. */
  private afterStartKey(range: DynaliteRange, name: string, indexName: string): DynaliteRange {
    const start = this.request.ExclusiveStartKey as Item | undefined;
    const table = this.table(name);
    const index = indexesOf(table).find((candidate) => candidate.IndexName === indexName);
    if (!start || !index) return range;
    const theirs = db.createIndexKey(start, table, index.KeySchema);
    const ours = indexKey(start, index, table);
    return {
      ...range,
      ...(range.gt === theirs && { gt: ours }),
      ...(range.lt === theirs && { lt: ours }),
    };
  }

  private table(name: string): Table {
    if (!this.tables) throw new Error('a check meets no table');
    return this.tables.get(name);
  }

  private opened(): Store {
    if (!this.store) throw new Error('a check reads nothing');
    return this.store;
  }
}

/** Read ahead this many entries at a time: a page of a list comes in one turn. */
const READ_AHEAD = 128;

/** Values of a range as the kind of stream that dynalite reads: it pushes, and is told when enough is read. */
class ValueStream extends Stream {
  private stopped = false;

  constructor(database: Database, prefix: string, range: DynaliteRange, snapshot?: Snapshot) {
    super();
    void this.read(database, { ...prefixed(prefix, range), ...(snapshot && { snapshot }) });
  }

  destroy(): void {
    this.stopped = true;
  }

  private async read(
    database: Database,
    range: KeyRange & { limit?: number; snapshot?: Snapshot },
  ): Promise<void> {
    let values: ReturnType<Database['values']> | undefined;
    try {
      // Only then somebody listens to what goes wrong, such as a database that was closed.
      await Promise.resolve();
      values = database.values(range);
      for (;;) {
        const page = await values.nextv(READ_AHEAD);
        for (const value of page) {
          if (this.stopped) return;
          this.emit('data', value);
        }
        if (page.length === 0) {
          this.emit('end');
          return;
        }
      }
    } catch (error) {
      this.emit('error', error);
    } finally {
      await values?.close();
    }
  }
}

function prefixed(prefix: string, range: DynaliteRange): KeyRange & { limit?: number; reverse?: boolean } {
  const all = under(prefix);
  const { gt, gte, lt, lte, limit, reverse } = range;
  return {
    ...(gt !== undefined ? { gt: prefix + gt } : { gte: prefix + (gte ?? '') }),
    ...(lte !== undefined ? { lte: prefix + lte } : { lt: lt !== undefined ? prefix + lt : (all.lt ?? '') }),
    ...(limit !== undefined && { limit }),
    ...(reverse !== undefined && { reverse }),
  };
}
