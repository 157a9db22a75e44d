import {
  AdminDeleteUserCommand,
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
  GlobalSignOutCommand,
  ListUsersCommand,
  NotAuthorizedException,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';

/** Ends every session of a user: none of her tokens can be renewed any more. */
export type EndUserSessions = (userPoolId: string, userName: string) => Promise<void>;

let client: CognitoIdentityProviderClient | undefined;

export const endUserSessions: EndUserSessions = async (userPoolId, userName) => {
  client ??= new CognitoIdentityProviderClient({});
  await client.send(new AdminUserGlobalSignOutCommand({ UserPoolId: userPoolId, Username: userName }));
};

/** The same of whom an access token is: it takes no right of ours. One that counts no more has ended already. */
export async function endOwnTokens(accessToken: string): Promise<void> {
  client ??= new CognitoIdentityProviderClient({});
  try {
    await client.send(new GlobalSignOutCommand({ AccessToken: accessToken }));
  } catch (error) {
    if (!(error instanceof NotAuthorizedException)) throw error;
  }
}
export type EndOwnTokens = typeof endOwnTokens;

/** Deletes the user who has this id (`sub`). Of one that has gone already nothing is left to delete. */
export type DeleteUser = (userId: string) => Promise<void>;

export function deleteUserOf(userPoolId: string): DeleteUser {
  return async (userId) => {
    client ??= new CognitoIdentityProviderClient({});
    const { Users = [] } = await client.send(
      new ListUsersCommand({ UserPoolId: userPoolId, Filter: `sub = "${userId}"`, Limit: 1 }),
    );
    const [user] = Users;
    if (user?.Username === undefined) return;
    try {
      await client.send(new AdminDeleteUserCommand({ UserPoolId: userPoolId, Username: user.Username }));
    } catch (error) {
      if (!(error instanceof UserNotFoundException)) throw error;
    }
  };
}
