import { isSame } from '../../lib/is-same';

/** How an edit and somebody else's change of the same thing come together. */
export interface Merge<T> {
  /** Theirs, with my changes wherever they left the field alone. */
  readonly merged: T;
  /** Fields that both changed, to different values: a person decides. In `merged` they hold mine. */
  readonly conflicts: readonly (keyof T)[];
}

/** Merges field by field: `base` is what both started from. */
export function mergeEdits<T extends object>(base: T, mine: T, theirs: T): Merge<T> {
  const merged = { ...theirs };
  const conflicts: (keyof T)[] = [];
  for (const field of changedFields(base, mine)) {
    merged[field] = mine[field];
    if (!isSame(theirs[field], base[field]) && !isSame(theirs[field], mine[field])) conflicts.push(field);
  }
  return { merged, conflicts };
}

/** Fields of `before` that are another value in `after`. */
export function changedFields<T extends object>(before: T, after: T): readonly (keyof T)[] {
  return (Object.keys(before) as (keyof T)[]).filter((field) => !isSame(before[field], after[field]));
}
