import db from 'dynalite/db/index.js';
import type { Meter } from '../../runtime/meter';
import { type Change, type Item, indexEntry } from './items';
import type { Request } from './request';
import { indexesOf } from './tables';

/** A place in an index costs so many bytes beside its attributes. */
const INDEX_OVERHEAD = 100;

/** What one table call took, told to a meter. */
export class Units {
  constructor(
    private readonly meter: Meter,
    private readonly by: string,
  ) {}

  /** The units that dynalite found, by what kind of item they were read for. */
  read(request: Request, answer: Request): void {
    const consumed = [answer.ConsumedCapacity ?? []].flat() as { CapacityUnits?: number }[];
    const found = consumed.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
    // What finds nothing takes as much as the smallest item.
    const units = Math.max(found, request.ConsistentRead === true ? 1 : 0.5);
    this.meter({ kind: 'read', by: this.by, entity: entityRead(request, answer), units });
  }

  /** A reading in a transaction costs two units for each 4 kB of an item. */
  readTogether(answer: Request): void {
    for (const { Item: item } of answer.Responses as { Item?: Item }[]) {
      const units = 2 * Math.max(1, Math.ceil(sizeOf(item) / 4096));
      this.meter({ kind: 'read', by: this.by, entity: entityOf(item), units });
    }
  }

  wrote(changes: readonly Change[], { inTransaction = false } = {}): void {
    for (const change of changes) {
      const { old, next } = change;
      this.meter({
        kind: 'write',
        by: this.by,
        entity: entityOf(next ?? old),
        units: unitsOf(Math.max(sizeOf(old), sizeOf(next)), inTransaction),
        indexUnits: indexUnits(change),
        stored: storedBytes(change, next) - storedBytes(change, old),
      });
    }
  }

  /** Writes whose condition failed, and conditions of transactions: AWS takes as much for the items they met. */
  refused(met: readonly (Item | undefined)[], { inTransaction = false } = {}): void {
    for (const item of met) {
      const units = unitsOf(sizeOf(item), inTransaction);
      this.meter({ kind: 'write', by: this.by, entity: entityOf(item), units, indexUnits: 0, stored: 0 });
    }
  }
}

function unitsOf(bytes: number, inTransaction: boolean): number {
  return (inTransaction ? 2 : 1) * Math.max(1, Math.ceil(bytes / 1024));
}

function sizeOf(item: Item | undefined): number {
  return item ? db.itemSize(item) : 0;
}

/** An entry that is new or goes costs a write, one that moves two; keys only change with their entry. */
function indexUnits({ table, old, next }: Change): number {
  let units = 0;
  for (const index of indexesOf(table)) {
    const [before, after] = [old && indexEntry(old, index, table), next && indexEntry(next, index, table)];
    if (before?.key === after?.key) continue;
    if (before) units += 1;
    if (after) units += 1;
  }
  return units;
}

function storedBytes({ table }: Change, item: Item | undefined): number {
  if (!item) return 0;
  const places = indexesOf(table).flatMap((index) => indexEntry(item, index, table) ?? []);
  return sizeOf(item) + places.reduce((sum, place) => sum + sizeOf(place.item) + INDEX_OVERHEAD, 0);
}

function entityRead(request: Request, answer: Request): string {
  const { Key, IndexName, ExpressionAttributeValues } = request as {
    Key?: Item;
    IndexName?: string;
    ExpressionAttributeValues?: Item;
  };
  if (answer.Item) return entityOf(answer.Item as Item);
  if (Key) return kindOf(text(Key.sk));
  if (answer.Responses) {
    const items = Object.values(answer.Responses as Readonly<Record<string, readonly Item[]>>).flat();
    return [...new Set(items.map(entityOf))].sort().join('+') || 'nothing';
  }
  const range = Object.values(ExpressionAttributeValues ?? {})
    .map(text)
    .find((value) => !value.startsWith('ACCOUNT#'));
  return `${IndexName ? `${IndexName} ` : ''}query ${kindOf(range ?? '')}`;
}

/** The entity, and of items that are only counters what their key begins with. */
function entityOf(item: Item | undefined): string {
  if (!item) return 'nothing';
  return item.entity ? text(item.entity) : kindOf(text(item.sk));
}

function kindOf(key: string): string {
  return key.split('#')[0] || 'all';
}

function text(value: Item[string] | undefined): string {
  return typeof value?.S === 'string' ? value.S : '';
}
