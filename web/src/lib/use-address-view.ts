import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * What a list shows, kept in the address, so that a link or a way back finds it again. It changes at once and the
 * address follows: read from the address alone, a letter typed or a second choice made before the first had come
 * through would be lost. `read` and `write` are each other's inverse and stay the same functions.
 */
export function useAddressView<View extends object>(
  read: (address: URLSearchParams) => View,
  write: (view: View) => URLSearchParams,
): readonly [View, (part: Partial<View>) => void] {
  const [address, setAddress] = useSearchParams();
  const [view, setView] = useState(() => read(address));
  const latest = useRef(view);
  /** What was written here and may still be on its way: it comes late, and is no one else's change. */
  const written = useRef([address.toString()]);

  useEffect(() => {
    const arrived = address.toString();
    const place = written.current.lastIndexOf(arrived);
    if (place >= 0) {
      written.current = written.current.slice(place);
      return;
    }
    written.current = [arrived];
    latest.current = read(address);
    setView(latest.current);
  }, [address, read]);

  const change = useCallback(
    (part: Partial<View>) => {
      latest.current = { ...latest.current, ...part };
      const next = write(latest.current);
      written.current.push(next.toString());
      setView(latest.current);
      setAddress(next, { replace: true, preventScrollReset: true });
    },
    [write, setAddress],
  );
  return [view, change];
}
