/// <reference path="./hyperloglog-lite.d.ts" />
import { createHash } from 'node:crypto';
import HyperLogLog from 'hyperloglog-lite';
import type { CountedDay } from './read-days';

/** 2^10 buckets of a sketch, a byte each. */
const BITS = 10;
/** Standard error of the estimate with so many buckets. */
export const VISITORS_ERROR = 1.04 / Math.sqrt(2 ** BITS);

/** Different visitors of days and bots together: their sketches are merged, so that who came twice counts once. */
export function distinctVisitors(days: readonly CountedDay[]): number {
  const sketches = days.flatMap(({ attributes: { sketch } }) => (typeof sketch === 'string' ? [sketch] : []));
  return sketches.length === 0 ? 0 : mergedSketches(sketches).count();
}

/** Adds visitors to a stored sketch, or to a new one; gives it as it is stored. */
export function addVisitors(sketch: string | undefined, visitors: readonly string[]): string {
  const merged = mergedSketches(sketch === undefined ? [] : [sketch]);
  for (const visitor of visitors) merged.add(hashOf(visitor));
  return Buffer.from(merged.output().buckets).toString('base64');
}

function mergedSketches(sketches: readonly string[]) {
  const merged = HyperLogLog(BITS);
  for (const sketch of sketches) {
    const buckets = Buffer.from(sketch, 'base64');
    // One of another size would be folded into something that counts nothing.
    if (buckets.length !== 2 ** BITS) throw new Error(`A sketch has ${buckets.length} buckets.`);
    merged.merge({ n: BITS, buckets });
  }
  return merged;
}

function hashOf(visitor: string): readonly number[] {
  const hash = createHash('sha256').update(visitor).digest();
  return [0, 4, 8, 12].map((offset) => hash.readUInt32BE(offset));
}
