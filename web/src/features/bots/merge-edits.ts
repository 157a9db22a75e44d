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
  for (const field of Object.keys(base) as (keyof T)[]) {
    if (mine[field] === base[field]) continue;
    merged[field] = mine[field];
    if (theirs[field] !== base[field] && theirs[field] !== mine[field]) conflicts.push(field);
  }
  return { merged, conflicts };
}
