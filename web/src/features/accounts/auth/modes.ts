/** What the auth screen does. */
export type AuthMode = 'login' | 'signup' | 'reset';

const MODES: Readonly<Record<string, AuthMode>> = {
  '/auth/signup': 'signup',
  '/auth/register': 'signup',
  '/auth/reset': 'reset',
};

/** The address says the mode, so that links and the browser's back lead to each. */
export function modeOf(pathname: string): AuthMode {
  return MODES[pathname.replace(/\/+$/, '')] ?? 'login';
}

export function pathOf(mode: AuthMode): string {
  return `/auth/${mode}`;
}
