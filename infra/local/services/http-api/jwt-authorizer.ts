import type { JsonWebKey } from 'node:crypto';
import { createLocalJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { JwtAuthorizer } from '../api-gateway/model';

export type JwtDecision =
  | { readonly allowed: true; readonly authorizer: Readonly<Record<string, unknown>> }
  | { readonly allowed: false; readonly status: 401 | 403; readonly challenge: string };

/** Judges a bearer token as the JWT authorizer of API Gateway does, scopes of the route included. */
export async function authorizeJwt(
  authorizer: JwtAuthorizer,
  scopes: readonly string[],
  authorization: string | undefined,
  jwks: { readonly keys: readonly JsonWebKey[] } | undefined,
  now: Date,
): Promise<JwtDecision> {
  const token = authorization?.replace(/^bearer +/i, '').trim();
  if (!token) return refused('Bearer');
  if (!jwks) return invalid('the issuer publishes no keys');

  let claims: JWTPayload;
  try {
    const verified = await jwtVerify(token, keySet(jwks), {
      issuer: authorizer.issuer,
      algorithms: ['RS256', 'RS384', 'RS512'],
      requiredClaims: ['exp'],
      currentDate: now,
    });
    claims = verified.payload;
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
    return invalid(reason(error));
  }
  if (claims.iat !== undefined && claims.iat * 1000 > now.getTime() + 1000) {
    return invalid('the token was issued in the future');
  }
  if (!audienceFits(claims, authorizer.audience)) return invalid('the token does not have a valid audience');

  const held = tokenScopes(claims);
  const fitting = scopes.filter((scope) => held.includes(scope));
  if (scopes.length > 0 && fitting.length === 0) {
    return {
      allowed: false,
      status: 403,
      challenge: `Bearer scope="${scopes.join(' ')}" error="insufficient_scope" error_description="the token does not have the required scopes"`,
    };
  }
  return {
    allowed: true,
    authorizer: { jwt: { claims: claimTexts(claims), scopes: scopes.length > 0 ? fitting : null } },
  };
}

function keySet(jwks: { readonly keys: readonly JsonWebKey[] }): JWTVerifyGetKey {
  return createLocalJWKSet({ keys: jwks.keys.map((key) => ({ ...key, kty: key.kty ?? 'RSA' })) });
}

/** `aud` decides; `client_id`, as in Cognito's access tokens, only when there is none. */
function audienceFits(claims: JWTPayload, audience: readonly string[]): boolean {
  const named = claims.aud ?? claims.client_id;
  return [named].flat().some((value) => typeof value === 'string' && audience.includes(value));
}

function tokenScopes(claims: JWTPayload): readonly string[] {
  const scope = claims.scope ?? claims.scp;
  if (typeof scope === 'string') return scope.split(' ');
  return Array.isArray(scope) ? scope.map(String) : [];
}

/** Functions see every claim as text, lists as `[a b]`. */
function claimTexts(claims: JWTPayload): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(claims).map(([name, value]) => [
      name,
      Array.isArray(value)
        ? `[${value.join(' ')}]`
        : typeof value === 'object'
          ? JSON.stringify(value)
          : String(value),
    ]),
  );
}

function reason(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return 'the token has expired';
  if (error instanceof errors.JWTClaimValidationFailed) return `the token's ${error.claim} is not valid`;
  if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWKSNoMatchingKey) {
    return 'signing method or signature is invalid';
  }
  return 'the token is not a valid JWT';
}

function invalid(description: string): JwtDecision {
  return refused(`Bearer error="invalid_token" error_description="${description}"`);
}

function refused(challenge: string): JwtDecision {
  return { allowed: false, status: 401, challenge };
}
