/**
 * Imported first of all by main.tsx. A session that the other host hands over is in the address's fragment: it is
 * taken out before anything else runs, logs or remembers the address. This module therefore imports nothing.
 */
const PREFIX = '#session=';

export interface TakenFragment {
  /** The encoded session, or null where the fragment was none. */
  readonly session: string | null;
  /** The fragment that the page itself is to have, with its '#', or ''. */
  readonly rest: string;
}

/** Tells a handed-over session (`#session=…`, or `#session=…&fragment=…`) from a page's own fragment. */
export function splitFragment(hash: string): TakenFragment {
  if (!hash.startsWith(PREFIX)) return { session: null, rest: hash };
  const [session = '', fragment = ''] = hash.slice(PREFIX.length).split('&fragment=');
  const own = decoded(fragment);
  return { session, rest: own && `#${own}` };
}

/** The fragment that hands a session over to a page, whose own fragment is kept. */
export function joinFragment(session: string, hash: string): string {
  const own = hash.replace(/^#/, '');
  return `${PREFIX}${session}${own && `&fragment=${encodeURIComponent(own)}`}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

function take(): string | null {
  // Also imported where there is no page, by tests.
  if (typeof window === 'undefined') return null;
  const { session, rest } = splitFragment(location.hash);
  if (session !== null) history.replaceState(history.state, '', location.pathname + location.search + rest);
  return session;
}

let taken = take();

/** The session that this page load brought, given out once. */
export function takeHandedSession(): string | null {
  const session = taken;
  taken = null;
  return session;
}
