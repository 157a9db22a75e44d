import { isSame } from './is-same';

/** How an edit and somebody else's change of the same thing come together. */
export interface Merge<T, Conflict = keyof T> {
  /** Theirs, with my changes wherever they left the part alone. */
  readonly merged: T;
  /** Parts that both changed, to different values: a person decides. In `merged` they are as I have them. */
  readonly conflicts: readonly Conflict[];
}

/** Merges field by field: `base` is what both started from. A field that one lacks was taken out there, or added by the other. */
export function mergeFields<T extends object>(base: T, mine: T, theirs: T): Merge<T> {
  const merged = { ...theirs };
  const conflicts: (keyof T)[] = [];
  for (const field of changedFields(base, mine)) {
    if (field in mine) merged[field] = mine[field];
    else delete merged[field];
    if (!isSame(theirs[field], base[field]) && !isSame(theirs[field], mine[field])) conflicts.push(field);
  }
  return { merged, conflicts };
}

/** Merges entry by entry: what either added is there, what either took out is not. Theirs come first. */
export function mergeLists(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): string[] {
  const kept = theirs.filter((entry) => mine.includes(entry) || !base.includes(entry));
  const added = mine.filter((entry) => !base.includes(entry) && !theirs.includes(entry));
  return [...kept, ...added];
}

/** Fields that are another value in `after` than in `before`. */
export function changedFields<T extends object>(before: T, after: T): readonly (keyof T)[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof T>;
  return [...fields].filter((field) => !isSame(before[field], after[field]));
}
