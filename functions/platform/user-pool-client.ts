import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { previousSecret, secret } from './secrets';

/** What the firewall of the user pool knows our server by. */
export const SERVER_HEADER = 'x-parley-origin-secret';

let client: CognitoIdentityProviderClient | undefined;

/**
 * The user pool, with what opens to our server the operations that its firewall closes to a bare access token
 * (`infra/constructs/user-pool-firewall.ts`).
 */
export function userPoolClient(): CognitoIdentityProviderClient {
  if (client) return client;
  client = new CognitoIdentityProviderClient({});
  client.middlewareStack.add(
    (next) => async (call) => {
      const { headers } = call.request as { readonly headers: Record<string, string> };
      headers[SERVER_HEADER] = await secret('ORIGIN_SECRET_ARN');
      try {
        return await next(call);
      } catch (error) {
        // The firewall knows the former secret until it is deployed again.
        const previous = isBlocked(error) ? await previousSecret('ORIGIN_SECRET_ARN') : null;
        if (previous === null) throw error;
        headers[SERVER_HEADER] = previous;
        return next(call);
      }
    },
    // Before the request is signed.
    { step: 'build', name: 'serverHeader' },
  );
  return client;
}

/** As a firewall in front of a user pool refuses a call. */
function isBlocked(error: unknown): boolean {
  return error instanceof Error && error.name === 'ForbiddenException';
}

/** Cognito's name of the user whose access token it is, which has been verified. */
export function userNameOf(accessToken: string): string {
  const payload = Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString();
  const { username } = JSON.parse(payload) as { readonly username?: unknown };
  if (typeof username !== 'string') throw new Error('An access token names no user.');
  return username;
}
