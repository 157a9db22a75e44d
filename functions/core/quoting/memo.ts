import { LRUCache } from 'lru-cache';

/**
 * Caches what `make` returns for the `most` keys that were used last: questions to a bot find the same few passages
 * again and again. Callers share the value and must not change it.
 */
export function memoised<INPUT, MADE extends object>(
  make: (input: INPUT) => MADE,
  { keyOf, most }: { keyOf(input: INPUT): string; readonly most: number },
): (input: INPUT) => MADE {
  const cache = new LRUCache<string, MADE>({ max: most });
  return (input) => {
    const key = keyOf(input);
    const cached = cache.get(key);
    if (cached) return cached;
    const made = make(input);
    cache.set(key, made);
    return made;
  };
}
