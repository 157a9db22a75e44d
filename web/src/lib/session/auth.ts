import { Amplify } from 'aws-amplify';
import { fetchAuthSession } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { ConsoleLogger } from 'aws-amplify/utils';
import { config } from '../config';
import { AUTH_PREFIX, clearAuthStorage, isAccessToken } from '../storage';

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

let configured = false;

/** Points Amplify at the stage's user pool. Called by the sign-in and app routes only: public pages need none. */
export function configureAuth(): void {
  if (configured) return;
  configured = true;
  const level = ConsoleLogger.LOG_LEVEL;
  // It warns of an endpoint other than AWS's own at every start; here that is the stage's own configuration.
  if (config().userPoolEndpoint) ConsoleLogger.LOG_LEVEL = 'ERROR';
  Amplify.configure({ Auth: userPool() });
  ConsoleLogger.LOG_LEVEL = level;
  cognitoUserPoolsTokenProvider.setKeyValueStorage(authStorage);
}

/** The stage's user pool, as Amplify takes it. */
export function userPool() {
  const { userPoolId, userPoolClientId, userPoolEndpoint } = config();
  return { Cognito: { userPoolId, userPoolClientId, ...(userPoolEndpoint ? { userPoolEndpoint } : {}) } };
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

/** Where Amplify keeps the tokens. */
export const authStorage = {
  setItem: async (key: string, value: string) => localStorage.setItem(AUTH_PREFIX + key, value),
  getItem: async (key: string) => localStorage.getItem(AUTH_PREFIX + key),
  removeItem: async (key: string) => localStorage.removeItem(AUTH_PREFIX + key),
  clear: async () => clearAuthStorage([localStorage]),
};
