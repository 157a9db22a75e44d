import { beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryStorage } from './memory-storage';

const NOW = Date.UTC(2026, 0, 1);
const ALL = { necessary: true, analytics: true, preferences: true } as const;
const NECESSARY = { necessary: true, analytics: false, preferences: false } as const;

/** A page of a host of its own: the consent is remembered by the module. */
async function host(local: Record<string, string> = {}, session: Record<string, string> = {}) {
  vi.resetModules();
  const storages = { local: memoryStorage(local), session: memoryStorage(session) };
  const enter = () => {
    vi.stubGlobal('localStorage', storages.local);
    vi.stubGlobal('sessionStorage', storages.session);
  };
  enter();
  vi.stubGlobal('window', new EventTarget());
  const choices = await import('#lib/choices');
  const preferences = await import('#lib/preferences');
  const consent = await import('#lib/consent');
  return { ...storages, enter, ...choices, ...preferences, ...consent };
}

/** As it comes out at the other end. */
const wire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  return () => vi.useRealTimers();
});

describe('what a person chose on one host', () => {
  it('holds on the other', async () => {
    const root = await host();
    root.saveConsent({ analytics: false, preferences: true });
    root.writePreference('parley.language', 'de');
    root.writePreference('parley.theme', 'dark');
    const sent = wire(root.currentChoices());
    const app = await host();
    app.adoptChoices(app.parseChoices(sent));
    expect({ ...app.local }).toEqual({ ...root.local });
    expect(app.currentConsent()).toEqual({ ...NECESSARY, preferences: true, at: NOW });
    expect(app.readPreference('parley.language')).toBe('de');
    expect({ ...app.session }).toEqual({});
  });

  it('is kept for the window only where no more is allowed', async () => {
    const app = await host();
    app.adoptChoices(
      app.parseChoices({
        consent: { ...NECESSARY, at: NOW },
        preferences: { 'parley.theme': { value: 'dark', at: NOW } },
      }),
    );
    expect(Object.keys(app.local)).toEqual(['cookieConsent']);
    expect(app.session['parley.theme']).toBe('dark');
  });

  it('gives way to what was chosen here later, and to nothing else', async () => {
    const app = await host({
      cookieConsent: JSON.stringify({ ...NECESSARY, at: NOW - 1 }),
      'parley.language': 'en',
      'parley.language.chosenAt': String(NOW - 1),
      'parley.theme': 'light',
      'parley.theme.chosenAt': String(NOW - 3),
    });
    const before = {
      consent: { ...ALL, at: NOW - 2 },
      preferences: {
        'parley.language': { value: 'de', at: NOW - 2 },
        'parley.theme': { value: null, at: NOW - 2 },
      },
    } as const;
    app.adoptChoices(before);
    expect(app.currentConsent()).toMatchObject(NECESSARY);
    expect(app.readPreference('parley.language')).toBe('en');
    // The system's appearance is a choice as well.
    expect(app.readPreference('parley.theme')).toBeNull();
    expect(app.sharedChoice('parley.theme')).toEqual({ value: null, at: NOW - 2 });
    app.adoptChoices({ consent: { ...ALL, at: NOW }, preferences: {} });
    expect(app.currentConsent()).toEqual({ ...ALL, at: NOW });
  });

  it('of which nobody knows when fills what was never chosen', async () => {
    const app = await host({ 'parley.theme': 'light' });
    app.adoptChoices(
      app.parseChoices({
        consent: ALL,
        preferences: { 'parley.language': { value: 'de' }, 'parley.theme': { value: 'dark' } },
      }),
    );
    expect(app.currentConsent()).toMatchObject(ALL);
    expect(app.readPreference('parley.language')).toBe('de');
    expect(app.readPreference('parley.theme')).toBe('light');
  });

  it('cannot have been made later than now: no choice after it would count', async () => {
    const app = await host();
    app.adoptChoices(
      app.parseChoices({
        consent: { ...ALL, at: NOW * 2 },
        preferences: { 'parley.theme': { value: 'dark', at: NOW * 2 } },
      }),
    );
    expect(app.currentConsent()?.at).toBe(NOW);
    expect(app.sharedChoice('parley.theme')?.at).toBe(NOW);
  });

  it.each([
    undefined,
    null,
    'x',
    7,
    [],
    { consent: 'all', preferences: 'dark' },
    { consent: { necessary: true, analytics: 1, preferences: true }, preferences: null },
    {
      preferences: {
        'parley.language': { value: 'javascript:alert(1)', at: 1 },
        'parley.theme': { value: '<b>', at: 1 },
        'parley.auth.x': { value: 'dark', at: 1 },
      },
    },
  ])('is nothing where it reads %j', async (value) => {
    const app = await host();
    expect(app.parseChoices(value)).toEqual({ consent: null, preferences: {} });
    app.adoptChoices(app.parseChoices(value));
    expect([{ ...app.local }, { ...app.session }]).toEqual([{}, {}]);
  });
});
