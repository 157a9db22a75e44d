import { AUTH_PREFIX, readStored, writeStored } from './storage';

const KEY = `${AUTH_PREFIX}returnPath`;
const DEFAULT_PATH = '/dashboard';
const session = () => sessionStorage;

/**
 * The path when it stays on this origin and outside the sign-in pages, else null. What a browser would read
 * as another host (`//host`, `/\host`, with tabs or line feeds in between) is refused.
 */
export function safePath(value: string | null | undefined): string | null {
  if (!value?.startsWith('/')) return null;
  const base = 'https://parley.invalid';
  let url: URL;
  try {
    url = new URL(value, base);
  } catch {
    return null;
  }
  if (url.origin !== base || url.username) return null;
  if (/^\/(auth|reset-password)(\/|$)/.test(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}

/** Where to go after signing in: the page that asked for it, else `redirect`, else the dashboard. */
export function landingPath(stored: string | null, redirect: string | null): string {
  return safePath(stored) ?? safePath(redirect) ?? DEFAULT_PATH;
}

export function rememberReturnPath(path: string): void {
  writeStored(KEY, safePath(path), session);
}

/** The landing path for this sign-in; the stored one is used once. */
export function takeLandingPath(redirect: string | null): string {
  const stored = readStored(KEY, session);
  writeStored(KEY, null, session);
  return landingPath(stored, redirect);
}

/** Of the sign-in page: says why someone who was signed in is there. */
export const SESSION_ENDED = 'ended';

export function signInPath(returnTo: string, options: { readonly ended?: boolean } = {}): string {
  const path = safePath(returnTo);
  const query = [
    ...(path && path !== '/' ? [`redirect=${encodeURIComponent(path)}`] : []),
    ...(options.ended ? [SESSION_ENDED] : []),
  ];
  return query.length > 0 ? `/auth/login?${query.join('&')}` : '/auth/login';
}
