/**
 * The parts of dynalite that are driven in process: its validation and its actions, over a store of ours, since it has
 * no transactions, streams, restores or times to live itself.
 */

interface DynaliteAttribute {
  readonly AttributeName: string;
}

interface DynaliteIndex {
  readonly IndexName: string;
  readonly KeySchema: readonly DynaliteAttribute[];
  readonly Projection: {
    readonly ProjectionType?: string | undefined;
    readonly NonKeyAttributes?: readonly string[] | undefined;
  };
}

interface DynaliteTable {
  readonly TableName: string;
  readonly KeySchema: readonly DynaliteAttribute[];
  readonly AttributeDefinitions: readonly {
    readonly AttributeName: string;
    readonly AttributeType: string;
  }[];
  readonly GlobalSecondaryIndexes?: readonly DynaliteIndex[] | undefined;
  readonly LocalSecondaryIndexes?: readonly DynaliteIndex[] | undefined;
}

type DynaliteItem = Record<string, Record<string, unknown>>;
type DynaliteRequest = Record<string, unknown>;
type DynaliteCallback<T> = (error: Error | null | undefined, value?: T) => void;

interface DynaliteRange {
  readonly gt?: string;
  readonly gte?: string;
  readonly lt?: string;
  readonly lte?: string;
  readonly limit?: number;
  readonly reverse?: boolean;
}

interface DynaliteItems {
  lock(key: string, run: (release: <F>(callback: F) => F) => void): void;
  get(key: string, callback: DynaliteCallback<DynaliteItem>): void;
  put(key: string, item: DynaliteItem, callback: DynaliteCallback<void>): void;
  del(key: string, callback: DynaliteCallback<void>): void;
  createValueStream(range: DynaliteRange): unknown;
}

interface DynaliteStore {
  readonly options: { readonly maxItemSize: number };
  getTable(name: string, ...rest: readonly unknown[]): void;
  getItemDb(table: string): DynaliteItems;
  getIndexDb(kind: string, table: string, index: string): DynaliteItems;
}

type DynaliteAction = (
  store: DynaliteStore,
  request: DynaliteRequest,
  callback: DynaliteCallback<DynaliteRequest>,
) => void;

interface DynaliteValidation {
  readonly types: unknown;
  readonly custom: unknown;
}

interface DynaliteParseContext {
  readonly attrNames?: Readonly<Record<string, string>> | undefined;
  readonly attrVals?: DynaliteItem | undefined;
  /** What a parse uses it takes out of these. */
  readonly unusedAttrNames: Record<string, true>;
  readonly unusedAttrVals: Record<string, true>;
}

/** Gives a tree, or in words what is wrong. */
type DynaliteParse = (
  expression: string,
  options: { readonly context: DynaliteParseContext },
) => object | string;

declare module 'dynalite/db/*Parser.js' {
  const parser: { parse: DynaliteParse };
  export default parser;
}

declare module 'dynalite/db/index.js' {
  const db: {
    readonly MAX_SIZE: number;
    validateKey(key: DynaliteItem, table: DynaliteTable): Error | undefined;
    validateItem(item: DynaliteItem, table: DynaliteTable): Error | undefined;
    createKey(item: DynaliteItem, table: DynaliteTable, keySchema?: readonly DynaliteAttribute[]): string;
    createIndexKey(item: DynaliteItem, table: DynaliteTable, keySchema: readonly DynaliteAttribute[]): string;
    validationError(message: string): Error;
    itemSize(item: DynaliteItem): number;
    capacityUnits(item: DynaliteItem | undefined, isRead: boolean, isConsistent: boolean): number;
  };
  export default db;
}

declare module 'dynalite/validations/index.js' {
  const validations: {
    checkTypes(request: DynaliteRequest, types: unknown): DynaliteRequest;
    checkValidations(request: DynaliteRequest, types: unknown, custom: unknown, store: DynaliteStore): void;
  };
  export default validations;
}

declare module 'dynalite/actions/*.js' {
  const action: DynaliteAction;
  export default action;
}

declare module 'dynalite/validations/*.js' {
  const validation: DynaliteValidation;
  export default validation;
}
