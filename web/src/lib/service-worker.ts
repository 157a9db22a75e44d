import { entryPath } from './build';
import { wouldLoseInput } from './unsaved';
import { offerUpdate } from './updates';

/** What the worker in web/sw answers GET_CACHE_STATS with. */
export interface CacheStats {
  readonly version: string;
  /** First script of the build that it belongs to. */
  readonly entry: string;
  readonly caches: Readonly<Record<string, number>>;
}

const LOOK_AGAIN = 60 * 60_000;
const ANSWER_WITHIN = 3_000;

/**
 * Follows the worker that controls this window. From the start of the page: a version that takes over
 * while the page still loads would go unnoticed otherwise.
 */
export function followServiceWorker(): void {
  let controlled = isControlled();
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The first one changes nothing in the page, which is of its own build.
    if (controlled) takeOver();
    else keepLoaded();
    controlled = true;
  });
}

export function isControlled(): boolean {
  return navigator.serviceWorker.controller !== null;
}

/** Registers the worker that keeps the application for offline use, and looks for new versions of it. */
export async function registerServiceWorker(): Promise<void> {
  const { serviceWorker } = navigator;
  const found = await serviceWorker.register('/sw.js', { scope: '/', updateViaCache: 'none' });
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
  // Another window let it go on meanwhile: this one has been told so by the change of its controller.
  if (worker.state !== 'installed') return;
  isOwnBuild = stats?.entry === entryPath();
  if (isOwnBuild || !isBusy()) worker.postMessage({ type: 'SKIP_WAITING' });
  else
    offerUpdate(() => {
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
      worker.postMessage({ type: 'SKIP_WAITING' });
    });
}

function takeOver(): void {
  if (isOwnBuild) isOwnBuild = false;
  else if (isBusy()) offerUpdate(() => location.reload());
  else location.reload();
}

/** In the middle of something that a reload would take away. */
function isBusy(): boolean {
  return wouldLoseInput() || document.querySelector('dialog[open]') !== null;
}

/** The worker is told what was loaded, or on its way, before it was there: it reads it out of the browser's cache. */
function keepLoaded(): void {
  const observer = new PerformanceObserver((list) => {
    const missed = (list.getEntries() as PerformanceResourceTiming[]).filter(
      ({ name, workerStart }) => workerStart === 0 && name.startsWith(`${location.origin}/`),
    );
    if (missed.length === 0) return;
    const paths = missed.map(({ name }) => new URL(name).pathname);
    navigator.serviceWorker.controller?.postMessage({ type: 'KEEP', paths });
  });
  observer.observe({ type: 'resource', buffered: true });
}

/** What a worker keeps; null where it doesn't answer. */
function cacheStats(worker: ServiceWorker): Promise<CacheStats | null> {
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
