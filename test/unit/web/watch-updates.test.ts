import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchUpdates } from '#lib/watch-updates';

const reload = vi.fn();
const register = vi.fn(async () => Object.assign(new EventTarget(), { waiting: null, installing: null }));
let container: EventTarget & { controller: object | null };

beforeEach(() => {
  vi.useFakeTimers();
  reload.mockReset();
  register.mockClear();
  container = Object.assign(new EventTarget(), { controller: null, register });
  vi.stubGlobal('navigator', { serviceWorker: container });
  vi.stubGlobal('location', { reload, origin: 'https://example.com' });
  vi.stubGlobal('window', Object.assign(new EventTarget(), { addEventListener: vi.fn() }));
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), { readyState: 'complete', querySelector: () => null }),
  );
});
afterEach(() => vi.useRealTimers());

it('notices a version that takes over before the page has registered anything', () => {
  container.controller = {};
  watchUpdates();
  container.dispatchEvent(new Event('controllerchange'));
  expect(reload).toHaveBeenCalledOnce();
});

it('lets a first worker wait until the page has its data, and a known one not', async () => {
  watchUpdates();
  await vi.advanceTimersByTimeAsync(4_900);
  expect(register).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(register).toHaveBeenCalledOnce();

  register.mockClear();
  container.controller = {};
  watchUpdates();
  await vi.advanceTimersByTimeAsync(100);
  expect(register).toHaveBeenCalledOnce();
});
