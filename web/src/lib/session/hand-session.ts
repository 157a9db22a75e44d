import { currentIdentity, goodTokens } from './auth';
import type { HandedSession } from './handoff';
import { storeTokens } from './stored-tokens';

/** The session as the other host takes it, or null when nobody is signed in. */
export async function sessionToHand(nonce: string | null): Promise<HandedSession | null> {
  const identity = await currentIdentity();
  const stored = await goodTokens();
  if (!identity || !stored?.refresh) return null;
  return {
    access_token: stored.access,
    id_token: stored.id,
    refresh_token: stored.refresh,
    expires_at: stored.expiresAt,
    token_type: 'bearer',
    user: { id: identity.userId, email: identity.email },
    nonce,
  };
}

/** Makes a session whose tokens have been verified the one of this host, in place of any other. */
export async function installSession({
  access_token,
  id_token,
  refresh_token,
}: HandedSession): Promise<void> {
  storeTokens({ access: access_token, id: id_token, refresh: refresh_token });
}
