import { randomBytes, randomUUID } from 'node:crypto';
import {
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  ListUsersCommand,
} from '@aws-sdk/client-cognito-identity-provider';

/** For operators: no function of a stage may make users. */
const client = /* @__PURE__ */ new CognitoIdentityProviderClient({});

/** Whether somebody of this pool has this id (`sub`). */
export async function isInPool(userPool: string, userId: string): Promise<boolean> {
  const { Users = [] } = await client.send(
    new ListUsersCommand({ UserPoolId: userPool, Filter: `sub = "${userId}"`, Limit: 1 }),
  );
  return Users.length > 0;
}

/**
 * Makes a user with a confirmed address and a password that nobody knows: they set one by 'Forgot password'. Gives their
 * id, which Cognito chooses: one that is gone never comes again.
 */
export async function createUser(
  userPool: string,
  {
    email,
    fullName,
    language,
  }: { readonly email: string; readonly fullName: string; readonly language: string },
): Promise<string> {
  const Username = randomUUID();
  const { User } = await client.send(
    new AdminCreateUserCommand({
      UserPoolId: userPool,
      Username,
      MessageAction: 'SUPPRESS',
      UserAttributes: [
        { Name: 'email', Value: email },
        { Name: 'email_verified', Value: 'true' },
        { Name: 'name', Value: fullName },
        { Name: 'locale', Value: language },
      ],
    }),
  );
  // As long as it has the temporary one, Cognito refuses to have it forgotten.
  await client.send(
    new AdminSetUserPasswordCommand({
      UserPoolId: userPool,
      Username,
      Password: `${randomBytes(32).toString('base64url')}aA1-`,
      Permanent: true,
    }),
  );
  const sub = User?.Attributes?.find(({ Name }) => Name === 'sub')?.Value;
  if (!sub) throw new Error(`Cognito did not say the id of ${email}.`);
  return sub;
}
