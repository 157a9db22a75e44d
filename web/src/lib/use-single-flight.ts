import { useCallback, useRef } from 'react';

/** The same action, which is not begun anew while it is under way: a double click asks for it once. */
export function useSingleFlight<Given extends readonly unknown[]>(
  action: (...given: Given) => Promise<unknown>,
): (...given: Given) => Promise<void> {
  const latest = useRef(action);
  latest.current = action;
  // Kept apart from what is rendered: the second click comes before a button could be shown as busy.
  const isUnderWay = useRef(false);
  return useCallback(async (...given) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    try {
      await latest.current(...given);
    } finally {
      isUnderWay.current = false;
    }
  }, []);
}
