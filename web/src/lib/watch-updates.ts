import { registerServiceWorker } from './service-worker';
import { whenLoaded } from './when-loaded';

/** Lets the worker come once the page is there, which comes first. */
export function watchUpdates(): void {
  if (!('serviceWorker' in navigator)) return;
  whenLoaded(() => {
    // Where it is forbidden, as in some private windows, the application works as well, online.
    registerServiceWorker().catch(() => {});
  });
}
