import {
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';

/** Ends every session of a user: none of her tokens can be renewed any more. */
export type EndUserSessions = (userPoolId: string, userName: string) => Promise<void>;

let client: CognitoIdentityProviderClient | undefined;

export const endUserSessions: EndUserSessions = async (userPoolId, userName) => {
  client ??= new CognitoIdentityProviderClient({});
  await client.send(new AdminUserGlobalSignOutCommand({ UserPoolId: userPoolId, Username: userName }));
};
