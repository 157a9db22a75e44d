import {
  AdminDeleteUserCommand,
  AdminRevokeUserSessionCommand,
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
  GlobalSignOutCommand,
  ListUserSessionsCommand,
  ListUsersCommand,
  NotAuthorizedException,
  ResourceNotFoundException,
  type SessionDescriptionType,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { environment } from './environment';
import { userNameOf, userPoolClient } from './user-pool-client';

/** Ends every session of a user: none of their tokens can be renewed any more. */
export type EndUserSessions = (userPoolId: string, userName: string) => Promise<void>;

let client: CognitoIdentityProviderClient | undefined;

export const endUserSessions: EndUserSessions = async (userPoolId, userName) => {
  client ??= new CognitoIdentityProviderClient({});
  await client.send(new AdminUserGlobalSignOutCommand({ UserPoolId: userPoolId, Username: userName }));
};

/** The same of whom an access token is: it takes no right of ours. One that counts no more has ended already. */
export async function endOwnTokens(accessToken: string): Promise<void> {
  try {
    await userPoolClient().send(new GlobalSignOutCommand({ AccessToken: accessToken }));
  } catch (error) {
    if (!(error instanceof NotAuthorizedException)) throw error;
  }
}
export type EndOwnTokens = typeof endOwnTokens;

/**
 * The sessions that Cognito keeps of the person whose access token it is, by ids of its own: what is revoked there is
 * renewed no more. A token that Cognito doesn't take any more has no session left to speak of.
 */
export const poolSessions = {
  /** That of the token itself. */
  async current(accessToken: string): Promise<string | undefined> {
    return (await sessionsOf(accessToken)).find(({ IsCurrentSession }) => IsCurrentSession)?.SessionId;
  },

  /** Repeating changes nothing. */
  async revoke(accessToken: string, session: string): Promise<void> {
    try {
      await userPoolClient().send(
        new AdminRevokeUserSessionCommand({
          UserPoolId: environment('USER_POOL_ID'),
          Username: userNameOf(accessToken),
          SessionId: session,
        }),
      );
    } catch (error) {
      if (!(error instanceof ResourceNotFoundException)) throw error;
    }
  },

  async revokeOthers(accessToken: string): Promise<void> {
    const others = (await sessionsOf(accessToken)).filter(({ IsCurrentSession }) => !IsCurrentSession);
    for (const { SessionId } of others) if (SessionId) await poolSessions.revoke(accessToken, SessionId);
  },
};
export type PoolSessions = typeof poolSessions;

async function sessionsOf(accessToken: string): Promise<readonly SessionDescriptionType[]> {
  const sessions: SessionDescriptionType[] = [];
  let next: string | undefined;
  try {
    do {
      const { Sessions = [], NextToken } = await userPoolClient().send(
        new ListUserSessionsCommand({ AccessToken: accessToken, ...(next && { NextToken: next }) }),
      );
      sessions.push(...Sessions);
      next = NextToken;
    } while (next);
  } catch (error) {
    if (!(error instanceof NotAuthorizedException)) throw error;
  }
  return sessions;
}

/** Does something with the user who has this id (`sub`). With one that has gone already nothing is left to do. */
export type ActOnPoolUser = (userId: string) => Promise<void>;

export function deleteUserOf(userPoolId: string): ActOnPoolUser {
  return withUser(userPoolId, (client, Username) =>
    client.send(new AdminDeleteUserCommand({ UserPoolId: userPoolId, Username })),
  );
}

/** Ends every session: none of the user's tokens can be renewed any more. */
export function endSessionsOf(userPoolId: string): ActOnPoolUser {
  return withUser(userPoolId, (client, Username) =>
    client.send(new AdminUserGlobalSignOutCommand({ UserPoolId: userPoolId, Username })),
  );
}

function withUser(
  userPoolId: string,
  act: (client: CognitoIdentityProviderClient, userName: string) => Promise<unknown>,
): ActOnPoolUser {
  return async (userId) => {
    client ??= new CognitoIdentityProviderClient({});
    const { Users = [] } = await client.send(
      new ListUsersCommand({ UserPoolId: userPoolId, Filter: `sub = "${userId}"`, Limit: 1 }),
    );
    const [user] = Users;
    if (user?.Username === undefined) return;
    try {
      await act(client, user.Username);
    } catch (error) {
      if (!(error instanceof UserNotFoundException)) throw error;
    }
  };
}

/** A page of the ids (`sub`) of everybody in the user pool. */
export type ListUserIds = (
  from: string | null,
) => Promise<{ readonly userIds: readonly string[]; readonly next: string | null }>;

export function listUserIdsOf(userPoolId: string): ListUserIds {
  return async (from) => {
    client ??= new CognitoIdentityProviderClient({});
    const { Users = [], PaginationToken: next = null } = await client.send(
      new ListUsersCommand({
        UserPoolId: userPoolId,
        AttributesToGet: ['sub'],
        ...(from !== null && { PaginationToken: from }),
      }),
    );
    const ids = Users.map(({ Attributes = [] }) => Attributes.find(({ Name }) => Name === 'sub')?.Value);
    return { userIds: ids.filter((id) => id !== undefined), next };
  };
}
