import { isAccessToken } from '../storage';
import { type StoredTokens, storedTokens } from './stored-tokens';

/** The signed-in person, as the identity token tells; who they may act for is the server's to say. */
export interface Identity {
  readonly userId: string;
  /** Of this sign-in: all tokens that come from it carry it, on both hosts. */
  readonly sessionId: string;
  readonly email: string;
  readonly name: string;
  readonly company: string | null;
  readonly locale: string | null;
}

/** Who is signed in, with tokens renewed where needed; null when nobody is. */
export async function currentIdentity(): Promise<Identity | null> {
  const claims = (await goodTokens())?.claims;
  if (typeof claims?.sub !== 'string') return null;
  const text = (name: string) => (typeof claims[name] === 'string' && claims[name] ? claims[name] : null);
  return {
    userId: claims.sub,
    sessionId: text('origin_jti') ?? '',
    email: text('email') ?? '',
    name: text('name') ?? '',
    company: text('custom:company'),
    locale: text('locale'),
  };
}

/** The token that calls to the API show, or null when the session has ended. */
export async function accessToken(options: { readonly renew?: boolean } = {}): Promise<string | null> {
  return (await goodTokens(options))?.access ?? null;
}

/** The stored session, renewed where it has expired or `renew` asks for it; null where there is none any more. */
export async function goodTokens({
  renew = false,
}: {
  readonly renew?: boolean;
} = {}): Promise<StoredTokens | null> {
  const stored = storedTokens();
  if (!stored || (stored.areGood && !renew)) return stored;
  const { renewSession } = await import('./user-pool');
  return (await renewSession({ forceRefresh: renew })) ? storedTokens() : null;
}

/** Calls back when another window of this browser ends the session of this person; `isReplaced`: by another person's. */
export function onSignedOutElsewhere(userId: string, callback: (isReplaced: boolean) => void): () => void {
  const listen = (event: StorageEvent) => {
    // A null key means that all was cleared.
    const gone = event.key === null || isAccessToken(event.key);
    if (!gone || event.newValue !== null) return;
    const now = storedTokens()?.claims.sub;
    if (now !== userId) callback(now !== undefined);
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}
