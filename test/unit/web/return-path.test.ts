import { describe, expect, it } from 'vitest';
import { landingPath, safePath, signInPath } from '../../../web/src/lib/return-path';

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

  it('does not take a page for a sign-in page by its first letters', () => {
    expect(safePath('/authors')).toBe('/authors');
  });

  it('goes to the stored page first, then to the redirect, then to the dashboard', () => {
    expect(landingPath('/bots', '/profile')).toBe('/bots');
    expect(landingPath(null, '/profile')).toBe('/profile');
    expect(landingPath('//evil.example', '//evil.example')).toBe('/dashboard');
  });

  it('sends a stranger to sign in with the page she asked for', () => {
    expect(signInPath('/bots?x=1')).toBe('/auth/login?redirect=%2Fbots%3Fx%3D1');
    expect(signInPath('/')).toBe('/auth/login');
    expect(signInPath('//evil.example')).toBe('/auth/login');
  });

  it('tells the sign-in page that a session has ended', () => {
    expect(signInPath('/bots', { ended: true })).toBe('/auth/login?redirect=%2Fbots&ended');
    expect(signInPath('/', { ended: true })).toBe('/auth/login?ended');
  });
});
