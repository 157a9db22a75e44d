import type { Change, Item } from './items';

/** An item as it was before a write: what restoring to a point in time undoes. */
export interface FormerItem {
  /** Milliseconds since the epoch of the write. */
  readonly at: number;
  readonly key: string;
  /** Undefined of an item that the write made. */
  readonly old?: Item;
}

/** What a write leaves in the history of its table; undefined where the table has no point-in-time recovery. */
export function formerItem({ table, key, old }: Change, at: number): FormerItem | undefined {
  return table.recoveryDays === undefined ? undefined : { at, key, ...(old && { old }) };
}
