/** Everything of a signed-in person is stored under this prefix, so that signing out can clear all of it. */
export const AUTH_PREFIX = 'parley.auth.';

/** Removes what was stored for the signed-in person in this browser. */
export function clearAuthStorage(storages: readonly Storage[] = [localStorage, sessionStorage]): void {
  for (const storage of storages) {
    for (const key of Object.keys(storage)) if (key.startsWith(AUTH_PREFIX)) storage.removeItem(key);
  }
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
