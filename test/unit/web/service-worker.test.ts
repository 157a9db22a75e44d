import { beforeEach, expect, it, vi } from 'vitest';
import { followServiceWorker, registerServiceWorker } from '#lib/service-worker';
import { offeredUpdate, offerUpdate } from '#lib/updates';
import { WAIT_MS } from '#test/helpers/patience';

/** A worker of another build, which answers what it is asked when the test says so. */
class NewWorker extends EventTarget {
  state = 'installing';
  readonly told: string[] = [];
  answer = () => {};
  postMessage({ type }: { readonly type: string }, [port]: readonly MessagePort[] = []) {
    this.told.push(type);
    this.answer = () => port?.postMessage({ version: '2', entry: '/assets/second.js', caches: {} });
  }
  is(state: string) {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

const reload = vi.fn();
let container: EventTarget & { controller: object | null; register?: () => Promise<EventTarget> };
let worker: NewWorker;

beforeEach(async () => {
  reload.mockReset();
  const registration = Object.assign(new EventTarget(), { waiting: null, installing: null as unknown });
  container = Object.assign(new EventTarget(), { controller: {}, register: async () => registration });
  worker = new NewWorker();
  vi.stubGlobal('navigator', { serviceWorker: container });
  vi.stubGlobal('location', { reload, origin: 'https://example.com' });
  // Somebody is in the middle of something.
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), {
      querySelector: (what: string) => (what === 'dialog[open]' ? {} : null),
    }),
  );
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('setInterval', () => 0);
  offerUpdate(() => {});
  followServiceWorker();
  await registerServiceWorker();
  registration.installing = worker;
  registration.dispatchEvent(new Event('updatefound'));
  worker.is('installed');
});
it('lets a new version in when the person says so, and reloads with it', async () => {
  worker.answer();
  await vi.waitFor(() => expect(offeredUpdate()?.toString()).toContain('SKIP_WAITING'), WAIT_MS);
  offeredUpdate()?.();
  expect(worker.told).toEqual(['GET_CACHE_STATS', 'SKIP_WAITING']);
  expect(reload).not.toHaveBeenCalled();
  container.dispatchEvent(new Event('controllerchange'));
  expect(reload).toHaveBeenCalled();
});

it('reloads when the person says so, where another window has let the new version in before it was asked', async () => {
  worker.is('activated');
  container.dispatchEvent(new Event('controllerchange'));
  worker.answer();
  await new Promise((resolve) => setTimeout(resolve, 50));
  offeredUpdate()?.();
  expect(reload).toHaveBeenCalledOnce();
});
