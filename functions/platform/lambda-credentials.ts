import { fromEnv } from '@aws-sdk/credential-provider-env';

/**
 * Stands in for `@aws-sdk/credential-provider-node` in the bundles: Lambda gives credentials by environment
 * variables, and the SDK's own chain would bring 100 kB of profiles, sign-on and metadata services.
 */
export function defaultProvider() {
  return fromEnv();
}

export function credentialsWillNeedRefresh(): boolean {
  return false;
}

export function credentialsTreatedAsExpired(): boolean {
  return false;
}

/**
 * Stand in for `@aws-sdk/token-providers`: Bedrock's client would take an API key, from the environment or from
 * a sign-on of its own. A Lambda has a role.
 */
export function fromEnvSigningName() {
  return noToken;
}

export function nodeProvider() {
  return noToken;
}

async function noToken(): Promise<never> {
  throw new Error('Functions sign their calls; they have no bearer tokens.');
}
