import { installSession } from '#lib/session/hand-session';
import type { HandedSession } from '#lib/session/handoff';
import { ME } from './samples';

/** Signs the person of the samples in, as a handover does: only a server would look at the tokens' signature. */
export async function signIn(): Promise<void> {
  const { id, email, full_name: name } = ME.profile;
  const expires = Math.floor(Date.now() / 1_000) + 3_600;
  const claims = { sub: id, origin_jti: 'session-1', exp: expires, iat: expires - 3_600 };
  const session: HandedSession = {
    access_token: token({ ...claims, token_use: 'access', username: id }),
    id_token: token({ ...claims, token_use: 'id', email, name, locale: 'en' }),
    refresh_token: 'refresh',
    expires_at: expires,
    token_type: 'bearer',
    user: { id, email },
    nonce: null,
  };
  await installSession(session);
}

function token(payload: Readonly<Record<string, unknown>>): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  return `${encode({ alg: 'RS256', kid: 'test' })}.${encode(payload)}.signature`;
}
