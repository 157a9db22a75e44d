/**
 * Makes something once and keeps it while it is among the last so many that were asked for: questions to a bot find the
 * same few passages again and again. Nobody may change what is given.
 */
export function memoised<INPUT, MADE extends object>(
  make: (input: INPUT) => MADE,
  { keyOf, most }: { keyOf(input: INPUT): string; readonly most: number },
): (input: INPUT) => MADE {
  const kept = new Map<string, MADE>();
  return (input) => {
    const key = keyOf(input);
    const made = kept.get(key) ?? make(input);
    // The one asked for last stands at the end.
    kept.delete(key);
    kept.set(key, made);
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    return made;
  };
}
