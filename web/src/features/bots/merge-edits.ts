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

/** Whether two values say the same, whatever order their properties have; lists keep theirs. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [ones, others] = [Object.entries(one), new Map(Object.entries(other))];
  return (
    ones.length === others.size &&
    ones.every(([key, value]) => others.has(key) && isSame(value, others.get(key)))
  );
}
