import { describe, expect, it } from 'vitest';
import { landingPath, safePath, signInPath } from '#lib/session/return-path';

describe('return path', () => {
  it('keeps path, query and fragment of this origin', () => {
    expect(safePath('/bots/b1/knowledge?tab=x#documents')).toBe('/bots/b1/knowledge?tab=x#documents');
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/%2e//evil.example',
    '/%2E%2e/%2e//evil.example',
    '/a/..//evil.example',
    '/a/..\\/evil.example',
    '/.\\\\evil.example',
    '/.\t/\n/evil.example',
    '/a/..//auth/login',
    'javascript:alert(1)',
    'bots',
    '',
    null,
    undefined,
  ])('refuses what leads elsewhere: %j', (value) => {
    expect(safePath(value)).toBeNull();
  });

  it.each(['/auth', '/auth/login', '/reset-password', '/auth/../auth/signup'])(
    'refuses the sign-in pages themselves: %s',
    (value) => {
      expect(safePath(value)).toBeNull();
    },
  );

  it('keeps two slashes further inside, which name no host', () => {
    expect(safePath('/a//b')).toBe('/a//b');
    expect(safePath('/bots?next=//evil.example')).toBe('/bots?next=//evil.example');
  });

  it('does not take a page for a sign-in page by its first letters', () => {
    expect(safePath('/authors')).toBe('/authors');
  });

  it('goes to the stored page first, then to the redirect, then to the dashboard', () => {
    expect(landingPath('/bots', '/profile')).toBe('/bots');
    expect(landingPath(null, '/profile')).toBe('/profile');
    expect(landingPath('//evil.example', '//evil.example')).toBe('/dashboard');
  });

  it('sends a stranger to sign in with the page they asked for', () => {
    expect(signInPath('/bots?x=1')).toBe('/auth/login?redirect=%2Fbots%3Fx%3D1');
    expect(signInPath('/')).toBe('/auth/login');
    expect(signInPath('//evil.example')).toBe('/auth/login');
  });

  it('tells the login screen what else there is to know', () => {
    expect(signInPath('/bots', { reason: 'expired', handoff: null })).toBe(
      '/auth/login?redirect=%2Fbots&reason=expired',
    );
    expect(signInPath('/', { prompt: 'login' })).toBe('/auth/login?prompt=login');
  });

  it('may lead elsewhere when nothing was asked for', () => {
    expect(landingPath(null, null, '/')).toBe('/');
    expect(landingPath(null, '/bots', '/')).toBe('/bots');
  });
});
