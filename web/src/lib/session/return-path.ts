import { AUTH_PREFIX, readStored, writeStored } from '../storage';

const KEY = `${AUTH_PREFIX}returnPath`;
const DEFAULT_PATH = '/dashboard';
const session = () => sessionStorage;

/**
 * The path when it stays on this origin and outside the sign-in pages, else null. What a browser would read
 * as another host (`//host`, `/\host`, with tabs or line feeds in between) is refused, and so is a path that becomes
 * one once its dots are resolved: `/.//host`.
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
  if (url.origin !== base || url.username || url.pathname.startsWith('//')) return null;
  if (/^\/(auth|reset-password)(\/|$)/.test(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}

/** Where to go after signing in: the page that asked for it, else `redirect`, else the dashboard. */
export function landingPath(
  stored: string | null,
  redirect: string | null,
  otherwise: string = DEFAULT_PATH,
): string {
  return safePath(stored) ?? safePath(redirect) ?? otherwise;
}

export function rememberReturnPath(path: string): void {
  writeStored(KEY, safePath(path), session);
}

/** The landing path for this sign-in; the stored one is used once. */
export function takeLandingPath(redirect: string | null, otherwise: string = DEFAULT_PATH): string {
  const stored = readStored(KEY, session);
  writeStored(KEY, null, session);
  return landingPath(stored, redirect, otherwise);
}

/** The login screen, which leads back to `returnTo`; `more` is what it is to know besides. */
export function signInPath(
  returnTo: string,
  more: Readonly<Partial<Record<'reason' | 'handoff' | 'prompt', string | null>>> = {},
): string {
  const path = safePath(returnTo);
  const query = new URLSearchParams();
  if (path && path !== '/') query.set('redirect', path);
  for (const [name, value] of Object.entries(more)) if (value) query.set(name, value);
  return query.size ? `/auth/login?${query}` : '/auth/login';
}
