import db from 'dynalite/db/index.js';
import { validationError } from './errors';
import { type Index, indexesOf, type Table } from './tables';

export type Item = DynaliteItem;

/** What one write does to one item: `next` undefined removes it. */
export interface Change {
  readonly table: Table;
  /** dynalite's ordered key of the item in its table. */
  readonly key: string;
  readonly old: Item | undefined;
  readonly next: Item | undefined;
}

export function keyOf(item: Item, table: Table): string {
  return db.createKey(item, table);
}

export function keyAttributes(item: Item, table: Table): Item {
  return pick(
    item,
    table.KeySchema.map((key) => key.AttributeName),
  );
}

export interface IndexEntry {
  readonly key: string;
  readonly item: Item;
}

/** An item's place in an index, or undefined when it lacks one of the index's keys. */
export function indexEntry(item: Item, index: Index, table: Table): IndexEntry | undefined {
  if (!index.KeySchema.every(({ AttributeName }) => item[AttributeName] !== undefined)) return undefined;
  return { key: indexKey(item, index, table), item: project(item, index, table) };
}

/**
 * dynalite tells items with equal index keys apart by 24 bits of a hash; the item's whole key behind it keeps two
 * items from ever sharing an entry.
 */
export function indexKey(item: Item, index: Index, table: Table): string {
  return `${db.createIndexKey(item, table, index.KeySchema)}/${keyOf(item, table)}`;
}

/** An item may lack an index's keys, but must not hold them with the wrong type or empty. */
export function checkIndexKeys(item: Item, table: Table): void {
  for (const index of indexesOf(table)) {
    for (const { AttributeName: name } of index.KeySchema) {
      const value = item[name];
      if (value === undefined) continue;
      const [expected, actual] = [typeOf(name, table), Object.keys(value)[0] ?? ''];
      if (expected !== actual) {
        throw validationError(
          `One or more parameter values were invalid: Type mismatch for Index Key ${name} Expected: ${expected} Actual: ${actual} IndexName: ${index.IndexName}`,
        );
      }
      if (value[actual] === '') {
        throw validationError(
          `One or more parameter values are not valid. A value specified for a secondary index key is not supported. The AttributeValue for a key attribute cannot contain an empty ${actual === 'B' ? 'binary' : 'string'} value. IndexName: ${index.IndexName}, IndexKey: ${name}`,
        );
      }
    }
  }
}

/** Seconds since the epoch at which an item expires, when it holds such a number. */
export function expiryOf(item: Item | undefined, table: Table): number | undefined {
  const value = table.expiry === undefined ? undefined : item?.[table.expiry]?.N;
  const seconds = typeof value === 'string' ? Math.floor(Number(value)) : -1;
  return seconds >= 0 && Number.isSafeInteger(seconds) ? seconds : undefined;
}

/** Deep equality of JSON values: whether a write changed anything. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [mine, theirs] = [Object.entries(one), new Map(Object.entries(other))];
  return (
    mine.length === theirs.size &&
    mine.every(([name, value]) => theirs.has(name) && sameJson(value, theirs.get(name)))
  );
}

function project(item: Item, index: Index, table: Table): Item {
  if (index.Projection.ProjectionType === 'ALL') return item;
  const keys = [...table.KeySchema, ...index.KeySchema].map((key) => key.AttributeName);
  return pick(item, [...keys, ...(index.Projection.NonKeyAttributes ?? [])]);
}

function pick(item: Item, names: readonly string[]): Item {
  const picked: Item = {};
  for (const name of names) {
    const value = item[name];
    if (value !== undefined) picked[name] = value;
  }
  return picked;
}

function typeOf(attribute: string, table: Table): string | undefined {
  return table.AttributeDefinitions.find(({ AttributeName }) => AttributeName === attribute)?.AttributeType;
}
