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
