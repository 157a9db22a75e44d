/** A bound is reached with some 400 writes, and the count is off by a twentieth of it then (standard deviation). */
const PARTS = 400;

/**
 * What to count of an amount: all of it where that is much beside its bound, else by chance nothing, or as much as makes
 * it right on average. Many small amounts cost few writes.
 */
export function byChance(amount: number, bound: number): number {
  const part = bound / PARTS;
  if (amount >= part) return amount;
  return Math.random() < amount / part ? part : 0;
}
