import { followServiceWorker, isControlled, registerServiceWorker } from './service-worker';
import { whenLoaded } from './when-loaded';

/** Milliseconds after which a page has its data: until then a first worker, which asks for all of it again, would slow it. */
const QUIET_AFTER = 5_000;

/** Lets the worker come once the page is there, which comes first. */
export function watchUpdates(): void {
  if (!('serviceWorker' in navigator)) return;
  followServiceWorker();
  whenLoaded(() => {
    // Where it is forbidden, as in some private windows, the application works as well, online.
    const register = () => void registerServiceWorker().catch(() => {});
    if (isControlled()) register();
    else setTimeout(register, QUIET_AFTER);
  });
}
