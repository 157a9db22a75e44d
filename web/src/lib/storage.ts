/** Everything of a signed-in person is stored under this prefix. */
export const AUTH_PREFIX = 'parley.auth.';

/** Where the chat window keeps the conversations of this origin: with the help bot, and with the demo's. */
const CHAT_PREFIX = 'parley.widget.';

/** Removes what was stored for the signed-in person in this browser, by whichever name, and nothing else. */
export function clearAuthStorage(storages: readonly Storage[] = [localStorage, sessionStorage]): void {
  for (const storage of storages) {
    for (const key of Object.keys(storage))
      if (key.startsWith('supabase.') || key.startsWith(CHAT_PREFIX) || key.includes('auth'))
        storage.removeItem(key);
  }
}

/** Whether a session is stored in this browser: without what it takes to read it, and without a word on its health. */
export function hasStoredSession(): boolean {
  try {
    return Object.keys(localStorage).some(isAccessToken);
  } catch {
    return false;
  }
}

/** Whether a stored key is that of a session's access token. */
export function isAccessToken(key: string): boolean {
  return key.startsWith(AUTH_PREFIX) && key.endsWith('.accessToken');
}

/** A stored text, or null where there is none or storage is blocked. */
export function readStored(key: string, storage: () => Storage = () => localStorage): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

/** Stores where it can; what is stored here is a convenience that the product works without. */
export function writeStored(
  key: string,
  value: string | null,
  storage: () => Storage = () => localStorage,
): void {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, value);
  } catch {
    // Private windows and full disks refuse.
  }
}
