import { useCallback, useEffect, useState } from 'react';

export type Loaded<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'here'; readonly value: T };

/** Loads once, and anew when asked to or when `load` is another: for public pages, which carry no cache of the server's state. */
export function useLoaded<T>(
  load: (signal: AbortSignal) => Promise<T>,
): Loaded<T> & { readonly again: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: 'loading' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another load
  useEffect(() => {
    const abort = new AbortController();
    setLoaded({ state: 'loading' });
    load(abort.signal).then(
      (value) => !abort.signal.aborted && setLoaded({ state: 'here', value }),
      (error: unknown) => !abort.signal.aborted && setLoaded({ state: 'failed', error }),
    );
    return () => abort.abort();
  }, [load, attempt]);
  return { ...loaded, again: useCallback(() => setAttempt((count) => count + 1), []) };
}
