import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLiveStatus } from './live-context';

/** What a person has to know of their connection: they are offline, or only changes of others don't arrive. */
export type Connection = 'fine' | 'offline' | 'not-live';

/** A dropped socket is back before anyone has to know: only a lasting loss is worth a word. */
const LASTING = 5_000;

export function useConnection(): Connection {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const lost = useLasting(useLiveStatus() !== 'open', LASTING);
  if (!online) return 'offline';
  return lost ? 'not-live' : 'fine';
}

function useLasting(state: boolean, after: number): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!state) return setLasting(false);
    const timer = setTimeout(() => setLasting(true), after);
    return () => clearTimeout(timer);
  }, [state, after]);
  return state && lasting;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
