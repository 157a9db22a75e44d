import { useSyncExternalStore } from 'react';
import { hasStoredSession, isAccessToken } from '../storage';
import { clearEndedSession } from './ended-session';

const listeners = new Set<() => void>();

/** Whether a session is stored in this browser, also while that changes: another window or host may end it. */
export function useStoredSession(): boolean {
  return useSyncExternalStore(onStoredSession, hasStoredSession);
}

/**
 * Told when a session may have come or gone: in another window of this host, or on the other host, of which a window
 * that is looked at again asks the server. Returns how to stop.
 */
export function onStoredSession(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('storage', fromElsewhere);
    document.addEventListener('visibilitychange', lookAgain);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('storage', fromElsewhere);
    document.removeEventListener('visibilitychange', lookAgain);
  };
}

/** A key of null: everything was cleared. */
function fromElsewhere({ key }: StorageEvent): void {
  if (key === null || isAccessToken(key)) tell();
}

/** Without a word: the pages that ask don't need the session. Where the server can't be asked, all stays as it is. */
function lookAgain(): void {
  if (document.visibilityState !== 'visible' || !hasStoredSession()) return;
  import('./check-session')
    .then(async ({ checkSession }) => {
      if (!(await checkSession())) return;
      clearEndedSession();
      tell();
    })
    .catch(() => {});
}

function tell(): void {
  for (const listener of listeners) listener();
}
