import { useEffect, useState } from 'react';

/** What a guard knows of who is here: nothing yet, what `look` found, or why it could not look. */
export type Look<FOUND> =
  | { readonly kind: 'looking' }
  | FOUND
  | { readonly kind: 'failed'; readonly error: unknown };

/** Looks once, and again each time that it is asked to. */
export function useLook<FOUND>(look: () => Promise<FOUND>) {
  const [state, setState] = useState<Look<FOUND>>({ kind: 'looking' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt looks again
  useEffect(() => {
    let current = true;
    look().then(
      (next) => current && setState(next),
      (error: unknown) => current && setState({ kind: 'failed', error }),
    );
    return () => {
      current = false;
    };
  }, [attempt]);
  const lookAgain = () => {
    setState({ kind: 'looking' });
    setAttempt(attempt + 1);
  };
  return { state, setState, lookAgain };
}
