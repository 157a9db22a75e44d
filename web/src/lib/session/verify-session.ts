import { CognitoJwtVerifier } from 'aws-jwt-verify';
import { SimpleJwksCache } from 'aws-jwt-verify/jwk';
import type { AppConfig } from '../config';
import type { HandedSession } from './handoff';

/**
 * The person whose session was handed over, by what its tokens say: the bundle around them can be anybody's words.
 * Throws unless they are of this user pool and client, still good, and of one and the same person, whom the bundle
 * doesn't call otherwise. Loaded only when a session arrives.
 */
export async function verifySession(
  session: HandedSession,
  stage: AppConfig,
): Promise<HandedSession['user']> {
  const { userPoolId, userPoolClientId: clientId } = stage;
  const jwksCache = new SimpleJwksCache({ fetcher: { fetch: (uri) => fetchKeys(keysAddress(uri, stage)) } });
  const verifier = (tokenUse: 'access' | 'id') =>
    CognitoJwtVerifier.create({ userPoolId, clientId, tokenUse }, { jwksCache });
  const [access, id] = await Promise.all([
    verifier('access').verify(session.access_token),
    verifier('id').verify(session.id_token),
  ]);
  if (access.sub !== session.user.id || id.sub !== session.user.id)
    throw new Error('The tokens are not of the same person');
  if (access.origin_jti !== id.origin_jti) throw new Error('The tokens are not of the same sign-in');
  const email = typeof id.email === 'string' ? id.email : '';
  if (session.user.email && session.user.email !== email)
    throw new Error('The tokens are of another address');
  return { id: id.sub, email };
}

async function fetchKeys(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The pool's keys: ${response.status}`);
  return response.arrayBuffer();
}

/** Tokens name AWS as their issuer wherever the pool runs; its keys are where the pool answers. */
function keysAddress(uri: string, { userPoolEndpoint }: AppConfig): string {
  return userPoolEndpoint ? new URL(new URL(uri).pathname, userPoolEndpoint).href : uri;
}
