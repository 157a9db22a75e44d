import { entryPath } from './build';
import { wouldLoseInput } from './unsaved';

/** What the worker in web/sw answers GET_CACHE_STATS with. */
export interface CacheStats {
  readonly version: string;
  /** First script of the build that it belongs to. */
  readonly entry: string;
  readonly caches: Readonly<Record<string, number>>;
}

const LOOK_AGAIN = 60 * 60_000;
const ANSWER_WITHIN = 3_000;

let registration: ServiceWorkerRegistration | undefined;
let offered = false;
const listeners = new Set<() => void>();

/** Whether a new version waits for the person to take it. */
export function isUpdateOffered(): boolean {
  return offered;
}

export function onUpdateOffered(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Takes the new version. */
export function applyUpdate(): void {
  const waiting = registration?.waiting;
  if (!waiting) {
    location.reload();
    return;
  }
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
  waiting.postMessage({ type: 'SKIP_WAITING' });
}

/** Registers the worker that keeps the application for offline use; once the page is there, which comes first. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  // Where it is forbidden, as in some private windows, the application works as well, online.
  const start = () => void register().catch(() => {});
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}

async function register(): Promise<void> {
  const { serviceWorker } = navigator;
  let controlled = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    // The first one changes nothing in the page, which is of its own build.
    if (controlled) takeOver();
    else keepLoaded();
    controlled = true;
  });
  registration = await serviceWorker.register('/sw.js', { scope: '/', updateViaCache: 'none' });
  const found = registration;
  if (found.waiting) void ready(found.waiting);
  found.addEventListener('updatefound', () => {
    const worker = found.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && serviceWorker.controller) void ready(worker);
    });
  });
  // A window that stays open for days learns of a new version when somebody comes back to it.
  const look = () => void found.update().catch(() => {});
  setInterval(look, LOOK_AGAIN);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look();
  });
}

/** The page came from the network, and its worker only follows: nothing is to be loaded again. */
let isOwnBuild = false;

/** A worker of a newer version waits. */
async function ready(worker: ServiceWorker): Promise<void> {
  const stats = await cacheStats(worker);
  isOwnBuild = stats?.entry === entryPath();
  if (isOwnBuild || !isBusy()) worker.postMessage({ type: 'SKIP_WAITING' });
  else offer();
}

function takeOver(): void {
  if (isOwnBuild) isOwnBuild = false;
  else if (isBusy()) offer();
  else location.reload();
}

/** In the middle of something that a reload would take away. */
function isBusy(): boolean {
  return wouldLoseInput() || document.querySelector('dialog[open]') !== null;
}

function offer(): void {
  offered = true;
  for (const listener of listeners) listener();
}

/** What was loaded before the worker was there passes by it once more, out of the browser's cache. */
function keepLoaded(): void {
  for (const { name } of performance.getEntriesByType('resource')) {
    const { origin, pathname } = new URL(name);
    if (origin === location.origin && /^\/(assets|locales|icons)\/|^\/[\w-]+\.(js|json|svg)$/.test(pathname))
      void fetch(pathname).catch(() => {});
  }
}

/** What a worker keeps; null where it doesn't answer. */
export function cacheStats(worker: ServiceWorker): Promise<CacheStats | null> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(null), ANSWER_WITHIN);
    port1.onmessage = ({ data }: MessageEvent<CacheStats>) => {
      clearTimeout(timer);
      resolve(data);
    };
    worker.postMessage({ type: 'GET_CACHE_STATS' }, [port2]);
  });
}
