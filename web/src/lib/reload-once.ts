import { readStored, writeStored } from './storage';

const KEY = 'reloadedAt';
const AGAIN_AFTER = 60_000;
const ofWindow = () => sessionStorage;

/**
 * Reloads the page by itself, but not twice in a minute: what a reload doesn't heal must not go round. Returns whether
 * it does; not where nothing can be stored, since then nobody knows of the last time.
 */
export function reloadOnce(now: number = Date.now()): boolean {
  const last = Number(readStored(KEY, ofWindow) ?? 0);
  if (now - last < AGAIN_AFTER) return false;
  writeStored(KEY, String(now), ofWindow);
  if (readStored(KEY, ofWindow) !== String(now)) return false;
  location.reload();
  return true;
}
