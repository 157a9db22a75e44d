import { config } from '../config';
import { AUTH_PREFIX, readStored } from '../storage';
import { decodeJson } from './base64-json';

/** A session's tokens as they are stored, with what the tokens say. */
export interface StoredTokens {
  readonly access: string;
  readonly id: string;
  readonly refresh: string | null;
  readonly claims: Readonly<Record<string, unknown>>;
  /** Seconds since 1970 until which the access token is good. */
  readonly expiresAt: number;
  /** Whether calls may still show them, both. */
  readonly areGood: boolean;
}

/** Milliseconds that a call may take to arrive: what expires sooner is renewed first. */
const ROOM = 5_000;

/**
 * The session that Amplify has stored, under its names, read without it: most pages open with tokens that are still good,
 * and need none of its code (26 kB br). A test holds both to the same names.
 */
export function storedTokens(): StoredTokens | null {
  const user = readStored(nameOf('LastAuthUser'));
  const stored = (what: string) => readStored(nameOf(`${user}.${what}`));
  const [access, id] = [stored('accessToken'), stored('idToken')];
  const [accessClaims, claims] = [claimsOf(access), claimsOf(id)];
  if (user === null || !access || !id || !accessClaims || !claims) return null;
  const now = Date.now() + ROOM + (Number(stored('clockDrift')) || 0);
  const isGood = ({ exp }: Claims) => typeof exp === 'number' && exp * 1_000 > now;
  return {
    access,
    id,
    refresh: stored('refreshToken'),
    claims,
    expiresAt: typeof accessClaims.exp === 'number' ? accessClaims.exp : 0,
    areGood: isGood(accessClaims) && isGood(claims),
  };
}

/**
 * Stores a session where Amplify looks for one, in place of any other. What is stored is overwritten, and only what is
 * left of another person is removed, last: a token that went for a moment would tell the other windows of a sign-out.
 */
export function storeTokens(
  tokens: Pick<StoredTokens, 'access' | 'id'> & { readonly refresh: string },
): void {
  const user = claimsOf(tokens.access)?.username;
  if (typeof user !== 'string') throw new Error('The access token names no user');
  const items = {
    LastAuthUser: user,
    [`${user}.accessToken`]: tokens.access,
    [`${user}.idToken`]: tokens.id,
    [`${user}.refreshToken`]: tokens.refresh,
    [`${user}.clockDrift`]: '0',
  };
  const stored = Object.entries(items).map(([what, value]) => [nameOf(what), value] as const);
  for (const [key, value] of stored) localStorage.setItem(key, value);
  const names = new Set(stored.map(([key]) => key));
  for (const key of Object.keys(localStorage))
    if (key.startsWith(nameOf('')) && !names.has(key)) localStorage.removeItem(key);
}

type Claims = Readonly<Record<string, unknown>>;

function claimsOf(token: string | null): Claims | null {
  const claims = token && decodeJson(token.split('.')[1] ?? '');
  return typeof claims === 'object' ? (claims as Claims) : null;
}

function nameOf(what: string): string {
  return `${AUTH_PREFIX}CognitoIdentityServiceProvider.${config().userPoolClientId}.${what}`;
}
