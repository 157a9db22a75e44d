import { beforeEach, expect, it, vi } from 'vitest';
import { checkSession } from '#lib/session/check-session';
import { onStoredSession } from '#lib/session/stored-session';
import { hasStoredSession } from '#lib/storage';
import { WAIT_MS } from '#test/helpers/patience';
import { memoryStorage } from './memory-storage';

vi.mock('#lib/session/check-session', () => ({ checkSession: vi.fn() }));

const TOKEN = 'parley.auth.x.accessToken';
let page: EventTarget & { visibilityState: 'visible' | 'hidden' };

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage({ [TOKEN]: 't', 'parley.theme': 'dark' }));
  vi.stubGlobal('sessionStorage', memoryStorage());
  vi.stubGlobal('window', new EventTarget());
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' as const });
  vi.stubGlobal('document', page);
  vi.mocked(checkSession).mockReset().mockResolvedValue(null);
});

const seen = () => page.dispatchEvent(new Event('visibilitychange'));

it('goes when the window is looked at again and the session has ended on the other host', async () => {
  vi.mocked(checkSession).mockResolvedValue({ end: 'signedOut', reason: null });
  const [one, other] = [vi.fn(), vi.fn()];
  const stops = [onStoredSession(one), onStoredSession(other)];
  seen();
  await vi.waitFor(() => expect(one).toHaveBeenCalledOnce(), WAIT_MS);
  expect(other).toHaveBeenCalledOnce();
  // However many ask: one question to the server.
  expect(checkSession).toHaveBeenCalledOnce();
  expect(hasStoredSession()).toBe(false);
  expect(Object.keys(localStorage)).toEqual(['parley.theme']);
  for (const stop of stops) stop();
});

it('stays where it goes on, or the server cannot be asked', async () => {
  const listener = vi.fn();
  const stop = onStoredSession(listener);
  seen();
  await vi.waitFor(() => expect(checkSession).toHaveBeenCalledOnce(), WAIT_MS);
  vi.mocked(checkSession).mockRejectedValue(new Error('offline'));
  seen();
  await vi.waitFor(() => expect(checkSession).toHaveBeenCalledTimes(2), WAIT_MS);
  expect(listener).not.toHaveBeenCalled();
  expect(hasStoredSession()).toBe(true);
  stop();
});

it('is not asked about while nobody looks, where none is stored, or once nobody listens', async () => {
  const stop = onStoredSession(() => {});
  page.visibilityState = 'hidden';
  seen();
  page.visibilityState = 'visible';
  localStorage.removeItem(TOKEN);
  seen();
  localStorage.setItem(TOKEN, 't');
  stop();
  seen();
  await new Promise((resolve) => setTimeout(resolve));
  expect(checkSession).not.toHaveBeenCalled();
});

it('comes and goes with another window of the host', () => {
  const listener = vi.fn();
  const stop = onStoredSession(listener);
  const change = (key: string | null) => window.dispatchEvent(Object.assign(new Event('storage'), { key }));
  change('parley.theme');
  expect(listener).not.toHaveBeenCalled();
  change(TOKEN);
  change(null);
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
});
