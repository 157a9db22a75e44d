import type { Build } from './about-build';

/**
 * Keeps the application for when there is no network: the page that starts it, the files that its build has named by
 * their content, and the texts. Everything else (calls, sign-in, uploads, customers' widgets) passes by untouched.
 */
declare const self: ServiceWorkerGlobalScope;
/** Filled in by the build. */
declare const BUILD: Build;

const PREFIX = 'parley-';
const CACHE = PREFIX + BUILD.version;
const PAGE = '/index.html';
/** Their names stay while their content changes: the network's answer comes first. */
const UNNAMED = /^\/(?:locales\/|icons\/|(?:config\.json|theme\.js|favicon\.svg|manifest\.webmanifest)$)/;
/** Pages of their own, complete in themselves; on the app host the first is the application's. */
const LANDING = /^\/(?:en|de)?$/;

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return;
  if (mode === 'navigate') {
    if (isPage(pathname)) event.respondWith(navigate(event, pathname));
  } else if (isNamed(pathname)) event.respondWith(kept(event.request, pathname));
  else if (UNNAMED.test(pathname)) event.respondWith(fresh(event.request, pathname));
});
self.addEventListener('message', (event) => {
  const reply = (answer: unknown) => event.ports[0]?.postMessage(answer);
  const { type, paths } = (event.data ?? {}) as {
    readonly type?: unknown;
    readonly paths?: readonly string[];
  };
  switch (type) {
    case 'KEEP':
      return event.waitUntil(keepLoaded(paths ?? []));
    case 'SKIP_WAITING':
      return event.waitUntil(self.skipWaiting());
    case 'CLEAR_CACHE':
      return event.waitUntil(dropCaches(() => true).then(() => reply({ cleared: true })));
    case 'GET_CACHE_STATS':
      return event.waitUntil(stats().then(reply));
  }
});

/** By its content: what stands behind such a path never changes. */
function isNamed(path: string): boolean {
  return path.startsWith('/assets/');
}

function isPage(path: string): boolean {
  return !/^\/(?:api|w)\/|\.\w+$/.test(path) && path !== '/socket';
}

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  const page = await fetch(PAGE, { cache: 'no-cache' });
  // While a deployment is under way, page and worker may be of two builds: the next look finds them together.
  if (!page.ok || !(await page.clone().text()).includes(BUILD.entry))
    throw new Error('No page of this build');
  await takeAlong(cache);
  const missing: string[] = [];
  for (const file of BUILD.shell) if (!(await cache.match(file))) missing.push(file);
  await cache.addAll(missing);
  await cache.put(PAGE, page);
}

/** What earlier builds have kept and this one still has; pages visited before stay there offline. */
async function takeAlong(cache: Cache): Promise<void> {
  for (const name of await caches.keys()) {
    if (!name.startsWith(PREFIX) || name === CACHE) continue;
    const old = await caches.open(name);
    for (const { url } of await old.keys()) {
      const { pathname } = new URL(url);
      const isCurrent = BUILD.files.includes(pathname) || UNNAMED.test(pathname) || LANDING.test(pathname);
      const response = isCurrent && (await old.match(pathname));
      if (response) await cache.put(pathname, response);
    }
  }
}

async function activate(): Promise<void> {
  await dropCaches((name) => name !== CACHE);
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

async function dropCaches(which: (name: string) => boolean): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && which(name));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** The network's page; without a network the stored one, which starts the application and lets it say so. */
async function navigate(event: FetchEvent, path: string): Promise<Response> {
  try {
    const response: Response = (await event.preloadResponse) ?? (await fetch(event.request));
    if (LANDING.test(path)) event.waitUntil(keepLanding(path, response.clone()));
    return response;
  } catch {
    const cache = await caches.open(CACHE);
    const landing = LANDING.test(path) ? await cache.match(path) : undefined;
    return landing ?? (await cache.match(PAGE)) ?? offlinePage();
  }
}

async function keepLanding(path: string, response: Response): Promise<void> {
  if (!isGood(response) || (await response.clone().text()).includes('id="root"')) return;
  await (await caches.open(CACHE)).put(path, response);
}

/** What a page loaded before this worker was there. Here, since each request takes the page a part of its first seconds. */
async function keepLoaded(paths: readonly string[]): Promise<void> {
  const keep = (path: string) =>
    isNamed(path)
      ? kept(new Request(path), path)
      : UNNAMED.test(path)
        ? fresh(new Request(path), path)
        : undefined;
  await Promise.allSettled(paths.map(keep));
}

async function kept(request: Request, path: string): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(path)) ?? store(cache, path, await fetch(request));
}

async function fresh(request: Request, path: string): Promise<Response> {
  const cache = await caches.open(CACHE);
  try {
    return store(cache, path, await fetch(request));
  } catch (error) {
    const stored = await cache.match(path);
    if (stored) return stored;
    throw error;
  }
}

/** By its path: what stands behind it in an address is nothing to keep. */
function store(cache: Cache, path: string, response: Response): Response {
  // A full disk is no reason not to show the page.
  if (isGood(response)) cache.put(path, response.clone()).catch(() => {});
  return response;
}

function isGood(response: Response): boolean {
  return response.ok && response.type === 'basic' && !response.redirected;
}

function offlinePage(): Response {
  const language = self.navigator.language.startsWith('de') ? 'de' : 'en';
  return new Response(BUILD.offline[language], {
    status: 503,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  });
}

async function stats(): Promise<unknown> {
  const counts: Record<string, number> = {};
  for (const name of await caches.keys())
    if (name.startsWith(PREFIX)) counts[name] = (await (await caches.open(name)).keys()).length;
  return { version: BUILD.version, entry: BUILD.entry, caches: counts };
}
