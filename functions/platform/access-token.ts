import { CognitoJwtVerifier } from 'aws-jwt-verify';
import { FetchError, JwtBaseError, JwtExpiredError } from 'aws-jwt-verify/error';
import { UserId } from '../contract/ids';
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
    const { sub, auth_time, origin_jti: sessionId } = await verifier().verify(accessToken);
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
