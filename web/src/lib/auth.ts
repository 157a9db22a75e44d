import { Amplify } from 'aws-amplify';
import { decodeJWT, fetchAuthSession, signOut as signOutOfCognito } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider, DefaultTokenStore } from 'aws-amplify/auth/cognito';
import { config } from './config';
import type { HandedSession } from './handoff';
import { AUTH_PREFIX, clearAuthStorage, isAccessToken } from './storage';

/** The signed-in person, as the identity token tells; who she may act for is the server's to say. */
export interface Identity {
  readonly userId: string;
  /** Of this sign-in: all tokens that come from it carry it, on both hosts. */
  readonly sessionId: string;
  readonly email: string;
  readonly name: string;
  readonly company: string | null;
  readonly locale: string | null;
}

/** The tokens at rest, where Amplify keeps them too: it gives the refresh token to nobody, and a handoff needs it. */
const tokens = new DefaultTokenStore();
let configured = false;

/** Points Amplify at the stage's user pool. Called by the sign-in and app routes only: public pages need none. */
export function configureAuth(): void {
  if (configured) return;
  configured = true;
  const { userPoolId, userPoolClientId, userPoolEndpoint } = config();
  const Auth = {
    Cognito: { userPoolId, userPoolClientId, ...(userPoolEndpoint ? { userPoolEndpoint } : {}) },
  };
  Amplify.configure({ Auth });
  cognitoUserPoolsTokenProvider.setKeyValueStorage(prefixedStorage);
  tokens.setKeyValueStorage(prefixedStorage);
  tokens.setAuthConfig(Auth);
}

/** Who is signed in, with tokens renewed where needed; null when nobody is. */
export async function currentIdentity(): Promise<Identity | null> {
  configureAuth();
  const session = await fetchAuthSession();
  const claims = session.tokens?.idToken?.payload;
  if (!claims?.sub) return null;
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
  configureAuth();
  const session = await fetchAuthSession({ forceRefresh: options.renew ?? false });
  return session.tokens?.accessToken.toString() ?? null;
}

/** The session as the other host takes it, or null when nobody is signed in. */
export async function sessionToHand(nonce: string | null): Promise<HandedSession | null> {
  const identity = await currentIdentity();
  const stored = await tokens.loadTokens();
  if (!identity || !stored?.idToken || !stored.refreshToken) return null;
  return {
    access_token: stored.accessToken.toString(),
    id_token: stored.idToken.toString(),
    refresh_token: stored.refreshToken,
    expires_at: stored.accessToken.payload.exp ?? 0,
    token_type: 'bearer',
    user: { id: identity.userId, email: identity.email },
    nonce,
  };
}

/** Makes a session whose tokens have been verified the one of this host, in place of any other. */
export async function installSession(session: HandedSession): Promise<void> {
  configureAuth();
  const accessToken = decodeJWT(session.access_token);
  const username = accessToken.payload.username;
  if (typeof username !== 'string') throw new Error('The access token names no user');
  const before = await tokens.getLastAuthUser();
  if (before !== username) await tokens.clearTokens();
  await tokens.storeTokens({
    accessToken,
    idToken: decodeJWT(session.id_token),
    refreshToken: session.refresh_token,
    clockDrift: 0,
    username,
  });
}

/** Ends the session with Cognito where it can be reached, and in this browser in any case. */
export async function signOut(): Promise<void> {
  configureAuth();
  try {
    await signOutOfCognito();
  } finally {
    clearAuthStorage();
  }
}

/** Calls back when the session ends in another window of this browser. */
export function onSignedOutElsewhere(callback: () => void): () => void {
  const listen = (event: StorageEvent) => {
    // A null key means that all was cleared.
    const gone = event.key === null || isAccessToken(event.key);
    if (gone && event.newValue === null) callback();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}

const prefixedStorage = {
  setItem: async (key: string, value: string) => localStorage.setItem(AUTH_PREFIX + key, value),
  getItem: async (key: string) => localStorage.getItem(AUTH_PREFIX + key),
  removeItem: async (key: string) => localStorage.removeItem(AUTH_PREFIX + key),
  clear: async () => clearAuthStorage([localStorage]),
};
