import { describe, expect, it, vi } from 'vitest';
import { memoryStorage } from './memory-storage';

/** A page of its own: the choice is remembered by the module. */
async function pageWith(local: Record<string, string>, session: Record<string, string> = {}) {
  vi.resetModules();
  const storages = { local: memoryStorage(local), session: memoryStorage(session) };
  vi.stubGlobal('localStorage', storages.local);
  vi.stubGlobal('sessionStorage', storages.session);
  vi.stubGlobal('window', new EventTarget());
  const consent = await import('#lib/consent');
  const preferences = await import('#lib/preferences');
  return { ...storages, ...consent, ...preferences };
}

const TIME = expect.stringMatching(/^\d+$/);
const ALL = '{"necessary":true,"analytics":true,"preferences":true}';

describe('a saved choice', () => {
  it('is read as it was saved', async () => {
    const { parseConsent } = await pageWith({});
    expect(parseConsent(ALL)).toEqual({ necessary: true, analytics: true, preferences: true });
  });

  it.each([
    null,
    '',
    'true',
    'null',
    '[]',
    '{"necessary":true}',
    '{"necessary":false,"analytics":true,"preferences":true}',
    '{"necessary":true,"analytics":"yes","preferences":true}',
    '{"necessary":true,',
  ])('is none where it reads %s', async (text) => {
    const { parseConsent } = await pageWith({});
    expect(parseConsent(text)).toBeNull();
  });

  it('allows nothing but the necessary before it is made', async () => {
    const { isAllowed } = await pageWith({});
    expect([isAllowed('analytics'), isAllowed('preferences')]).toEqual([false, false]);
  });

  it('is stored under its key and told to listeners', async () => {
    const { local, saveConsent, onConsent, isAllowed } = await pageWith({});
    const listener = vi.fn();
    onConsent(listener);
    saveConsent({ analytics: false, preferences: true });
    expect(JSON.parse(local.cookieConsent as string)).toEqual({
      necessary: true,
      analytics: false,
      preferences: true,
      at: expect.any(Number),
    });
    expect(listener).toHaveBeenCalledOnce();
    expect([isAllowed('analytics'), isAllowed('preferences')]).toEqual([false, true]);
  });

  it('is followed when another window makes it', async () => {
    const { local, currentConsent, onConsent } = await pageWith({});
    const listener = vi.fn();
    onConsent(listener);
    expect(currentConsent()).toBeNull();
    local.setItem('cookieConsent', ALL);
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'cookieConsent' }));
    expect(listener).toHaveBeenCalledOnce();
    expect(currentConsent()?.analytics).toBe(true);
  });

  it('holds as long as the page where storage is blocked', async () => {
    const { isAllowed, saveConsent } = await pageWith({});
    const blocked = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked, removeItem: blocked });
    saveConsent({ analytics: true, preferences: false });
    expect(isAllowed('analytics')).toBe(true);
  });
});

describe('what a person prefers', () => {
  it('lasts as long as the window unless more is allowed', async () => {
    const { local, session, readPreference, writePreference } = await pageWith({});
    writePreference('parley.theme', 'dark');
    expect({ ...local }).toEqual({});
    expect({ ...session }).toEqual({ 'parley.theme': 'dark', 'parley.theme.chosenAt': TIME });
    expect(readPreference('parley.theme')).toBe('dark');
  });

  it('is kept in the browser where that is allowed', async () => {
    const { local, session, writePreference } = await pageWith({ cookieConsent: ALL });
    writePreference('parley.language', 'de');
    expect({ ...local }).toEqual({
      cookieConsent: ALL,
      'parley.language': 'de',
      'parley.language.chosenAt': TIME,
    });
    expect({ ...session }).toEqual({});
    writePreference('parley.language', null);
    expect(Object.keys(local)).toEqual(['cookieConsent', 'parley.language.chosenAt']);
  });

  it('moves when the choice changes, and nothing else does', async () => {
    const { local, session, followConsent, saveConsent } = await pageWith(
      {
        cookieConsent: ALL,
        'parley.theme': 'dark',
        'parley.theme.chosenAt': '7',
        'parley.alphaBanner.landing': 'dismissed',
        'parley.auth.x': 'token',
      },
      { 'parley.auth.returnPath': '/bots' },
    );
    followConsent();
    saveConsent({ analytics: false, preferences: false });
    expect(Object.keys(local).sort()).toEqual(['cookieConsent', 'parley.auth.x']);
    expect({ ...session }).toEqual({
      'parley.auth.returnPath': '/bots',
      'parley.theme': 'dark',
      'parley.theme.chosenAt': '7',
      'parley.alphaBanner.landing': 'dismissed',
    });
    saveConsent({ analytics: false, preferences: true });
    expect(local).toMatchObject({ 'parley.theme': 'dark', 'parley.alphaBanner.landing': 'dismissed' });
    expect({ ...session }).toEqual({ 'parley.auth.returnPath': '/bots' });
  });
});
