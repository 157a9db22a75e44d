import type { Language } from '../accounts/profile';
import { localeOf } from '../base/languages';

/** A range of values by what it is below; null: the last, which is open. */
interface Bucket {
  readonly below: number | null;
}

/** Names of ranges of times, by their bounds in seconds: `< 0.5 s`, `4–8 s`, `≥ 30 s`. */
export function timeBuckets(buckets: readonly Bucket[], language: Language): readonly string[] {
  const numbers = new Intl.NumberFormat(localeOf(language));
  const write = (milliseconds: number) => numbers.format(milliseconds / 1_000);
  return named(buckets, {
    first: (below) => `< ${write(below)} s`,
    between: (from, below) => `${write(from)}–${write(below)} s`,
    last: (from) => `≥ ${write(from)} s`,
  });
}

/** Names of ranges of counts, which are one at least: `1–2`, `3–4`, `≥ 50`. */
export function countBuckets(buckets: readonly Bucket[]): readonly string[] {
  const between = (from: number, below: number) =>
    from === below - 1 ? String(from) : `${from}–${below - 1}`;
  return named(buckets, { first: (below) => between(1, below), between, last: (from) => `≥ ${from}` });
}

interface Names {
  readonly first: (below: number) => string;
  readonly between: (from: number, below: number) => string;
  readonly last: (from: number) => string;
}

function named(buckets: readonly Bucket[], { first, between, last }: Names): readonly string[] {
  return buckets.map(({ below }, at) => {
    const from = buckets[at - 1]?.below;
    if (below === null) return last(from ?? 0);
    return from == null ? first(below) : between(from, below);
  });
}
