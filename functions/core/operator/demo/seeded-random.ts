import { createHash } from 'node:crypto';

/** Numbers between 0 and 1, the same for the same seed. */
export function seededRandom(seed: string): () => number {
  let drawn = 0;
  return () => {
    drawn += 1;
    return createHash('sha256').update(`${seed} ${drawn}`).digest().readUInt32BE() / 2 ** 32;
  };
}
