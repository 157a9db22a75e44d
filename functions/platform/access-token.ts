import { CognitoJwtVerifier } from 'aws-jwt-verify';
import { FetchError, JwtBaseError, JwtExpiredError } from 'aws-jwt-verify/error';
import { UserId } from '#contract/base/ids';
import type { AuthenticatedUser } from './actor';
import { environment } from './environment';
import { ParleyError } from './errors';

/**
 * Verifies an access token again, behind the authorizer of the HTTP API: a route that was deployed without one
 * must not let strangers in.
 */
export async function verifyAccessToken(authorization: string | undefined): Promise<AuthenticatedUser> {
  const accessToken = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
  if (accessToken === undefined) throw new ParleyError('auth.required');
  try {
    const payload = await verifier().verify(accessToken);
    const { sub, auth_time, origin_jti: sessionId } = payload;
    assertTimely(payload);
    // The pool's client has revocation on: a token that names no session could not be signed out.
    if (typeof sessionId !== 'string' || sessionId === '') throw new ParleyError('auth.required');
    return { userId: UserId.parse(sub), sessionId, signedInAt: auth_time, accessToken };
  } catch (error) {
    if (error instanceof JwtExpiredError) throw new ParleyError('auth.expired', { cause: error });
    // The pool's keys couldn't be fetched: the token may well be good.
    if (error instanceof FetchError) throw new ParleyError('server.unavailable', { cause: error });
    if (error instanceof JwtBaseError) throw new ParleyError('auth.required', { cause: error });
    throw error;
  }
}

/**
 * What the authorizer checks and the library doesn't, for routes that stand behind no authorizer: that the token ends,
 * began in the past, and is for no other audience.
 */
function assertTimely(payload: { readonly exp?: unknown; readonly iat?: unknown; readonly aud?: unknown }) {
  const { exp, iat, aud } = payload;
  const latest = Date.now() / 1000 + CLOCKS_DIFFER_SECONDS;
  const isTimely = typeof exp === 'number' && typeof iat === 'number' && iat <= latest;
  if (!isTimely || (aud !== undefined && aud !== environment('USER_POOL_CLIENT_ID')))
    throw new ParleyError('auth.required');
}

const CLOCKS_DIFFER_SECONDS = 60;

function createVerifier() {
  return CognitoJwtVerifier.create({
    userPoolId: environment('USER_POOL_ID'),
    clientId: environment('USER_POOL_CLIENT_ID'),
    tokenUse: 'access',
  });
}

let known: ReturnType<typeof createVerifier> | undefined;

function verifier() {
  known ??= createVerifier();
  return known;
}
