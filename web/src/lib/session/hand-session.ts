import { decodeJWT } from 'aws-amplify/auth';
import { DefaultTokenStore } from 'aws-amplify/auth/cognito';
import { authStorage, configureAuth, currentIdentity, userPool } from './auth';
import type { HandedSession } from './handoff';

/** The session as the other host takes it, or null when nobody is signed in. */
export async function sessionToHand(nonce: string | null): Promise<HandedSession | null> {
  const identity = await currentIdentity();
  const stored = await tokenStore().loadTokens();
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
  const tokens = tokenStore();
  if ((await tokens.getLastAuthUser()) !== username) await tokens.clearTokens();
  await tokens.storeTokens({
    accessToken,
    idToken: decodeJWT(session.id_token),
    refreshToken: session.refresh_token,
    clockDrift: 0,
    username,
  });
}

/** The tokens where Amplify keeps them: it gives the refresh token to nobody, and a handoff needs it. */
function tokenStore(): DefaultTokenStore {
  const store = new DefaultTokenStore();
  store.setKeyValueStorage(authStorage);
  store.setAuthConfig(userPool());
  return store;
}
