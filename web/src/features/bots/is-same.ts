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
