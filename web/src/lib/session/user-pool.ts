import { Amplify } from 'aws-amplify';
import { fetchAuthSession } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { ConsoleLogger } from 'aws-amplify/utils';
import { config } from '../config';
import { AUTH_PREFIX, clearAuthStorage } from '../storage';

let configured = false;

/** Points Amplify at the stage's user pool. */
export function configureAuth(): void {
  if (configured) return;
  configured = true;
  const level = ConsoleLogger.LOG_LEVEL;
  const { userPoolId, userPoolClientId, userPoolEndpoint } = config();
  // It warns of an endpoint other than AWS's own at every start; here that is the stage's own configuration.
  if (userPoolEndpoint) ConsoleLogger.LOG_LEVEL = 'ERROR';
  Amplify.configure({
    Auth: { Cognito: { userPoolId, userPoolClientId, ...(userPoolEndpoint && { userPoolEndpoint }) } },
  });
  ConsoleLogger.LOG_LEVEL = level;
  cognitoUserPoolsTokenProvider.setKeyValueStorage(authStorage);
}

/** Renews the stored session where it has expired, or anyway; false where the pool refuses that. */
export async function renewSession({ forceRefresh }: { readonly forceRefresh: boolean }): Promise<boolean> {
  configureAuth();
  return (await fetchAuthSession({ forceRefresh })).tokens !== undefined;
}

/** Where Amplify keeps the tokens. */
const authStorage = {
  setItem: async (key: string, value: string) => localStorage.setItem(AUTH_PREFIX + key, value),
  getItem: async (key: string) => localStorage.getItem(AUTH_PREFIX + key),
  removeItem: async (key: string) => localStorage.removeItem(AUTH_PREFIX + key),
  clear: async () => clearAuthStorage([localStorage]),
};
