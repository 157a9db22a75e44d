import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readPreference } from '#lib/preferences';
import { encodeJson } from '#lib/session/base64-json';
import { hasStoredSession } from '#lib/storage';
import { pageTitle, renderPage, renderPublicPage } from '../harness/render';
import { ME } from '../harness/samples';
import { never, refuse } from '../harness/server';
import { signIn } from '../harness/session';

// How a session goes from host to host: test/e2e/hosts.test.ts.

afterEach(() => vi.restoreAllMocks());

/** Where the window would go. */
function watchLeaving(): { readonly last: () => URL } {
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => {});
  return { last: () => new URL(String(replace.mock.lastCall?.[0] ?? 'about:blank'), location.origin) };
}

describe('a page for administrators', () => {
  it.each(['/admin', '/developer-tools'])(
    'says to others who may see it, and leads back: %s',
    async (page) => {
      await renderPage(page);
      await pageTitle('Administrator Access Required');
      expect(screen.getByRole('link', { name: 'Go back' })).toHaveAttribute('href', '/dashboard');
    },
  );

  it('opens for an administrator', async () => {
    await renderPage('/developer-tools', {
      server: {
        getMe: { profile: { ...ME.profile, role: 'admin' }, accounts: ME.accounts as never },
        listMailPreviews: never,
        openapi: never,
      },
    });
    await pageTitle('Developer tools');
  });
});

describe('the profile of a first sign-in', () => {
  it('that could not be made is put off with a word why, and made by a click later', async () => {
    const { user, server } = await renderPage('/dashboard', {
      server: {
        getMe: refuse('profile.not_found'),
        createMe: refuse('request.invalid'),
        createUserProfile: refuse('server.failed'),
        createProfile: refuse('server.failed'),
        getDashboard: never,
        listActivity: never,
        listBots: never,
      },
    });
    expect(
      await screen.findByText('Profile creation deferred - will be created on first login'),
    ).toBeInTheDocument();
    expect(screen.getByText(/Reason: Something went wrong\./)).toBeInTheDocument();
    const tries = ['createMe', 'createUserProfile', 'createProfile'] as const;
    expect(tries.map((name) => server.calls(name).length)).toEqual([1, 1, 1]);
    server.answer({ getMe: ME as never });
    await user.click(screen.getByRole('button', { name: 'Create profile now' }));
    await pageTitle(/^Hello/);
  });
});

describe('a session that has ended', () => {
  it.each([
    ['auth.session_ended', 'signedOut'],
    ['account.banned', 'suspended'],
  ] as const)('leads to the sign-in with the way back, and stays nowhere: %s', async (code, reason) => {
    const window = watchLeaving();
    await renderPage('/dashboard', { server: { getMe: refuse(code) } });
    await waitFor(() => expect(window.last().pathname).toBe('/auth/login'));
    expect(window.last().origin).toBe('http://parley.test');
    expect(window.last().searchParams.get('reason')).toBe(reason);
    expect(hasStoredSession()).toBe(false);
  });

  it('by a suspension is told with its reason after signing in again, once', async () => {
    await signIn();
    const { router } = await renderPublicPage('/dashboard', {
      server: { getMe: refuse('account.banned', { reason: 'Phishing' }) },
    });
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth/login'));
    expect(await screen.findByText(/suspended.*Phishing/)).toBeInTheDocument();
    expect(hasStoredSession()).toBe(false);
    expect(Object.values(sessionStorage).join()).not.toContain('Phishing');
  });

  it('by a suspension is not believed of a link', async () => {
    await renderPublicPage('/auth/login?reason=suspended');
    expect(await screen.findByText(/Your session has ended\./)).toBeInTheDocument();
    expect(screen.queryByText(/suspended/)).not.toBeInTheDocument();
  });
});

describe('what was chosen on the app host', () => {
  afterEach(() => {
    location.hash = '';
  });

  it.each([
    ['holds here after a sign-out there', false, 'session-1', 'dark'],
    ['holds also where another window has noticed that first', true, 'session-1', 'dark'],
    ['does not by a link of somebody else', true, 'session-2', null],
  ])('%s', async (_, isNoticed, sessionId, chosen) => {
    const window = watchLeaving();
    await signIn();
    const { router } = await renderPublicPage(isNoticed ? '/auth/login?reason=signedOut' : '/auth/confirm', {
      server: isNoticed ? { getMe: refuse('auth.session_ended') } : {},
    });
    await waitFor(() => expect(hasStoredSession()).toBe(!isNoticed));
    const theme = { value: 'dark', at: Date.now() };
    location.hash = encodeJson({ sessionId, choices: { preferences: { 'parley.theme': theme } } });
    await act(() => router.navigate('/auth/signed-out'));
    await waitFor(() => expect(window.last().pathname).toBe('/'));
    expect(hasStoredSession()).toBe(false);
    expect(readPreference('parley.theme')).toBe(chosen);
  });
});
