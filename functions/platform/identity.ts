import { GetUserCommand, UpdateUserAttributesCommand } from '@aws-sdk/client-cognito-identity-provider';
import { cleanLine } from '#contract/base/clean';
import { ParleyError } from './errors';
import { userPoolClient } from './user-pool-client';

/** What Cognito knows of a person. */
export interface Identity {
  readonly email: string;
  readonly emailVerified: boolean;
  readonly fullName: string | null;
  readonly companyName: string | null;
}

/** Reads the identity of the user whose access token it is. */
export type IdentityReader = (accessToken: string) => Promise<Identity>;

export const readIdentity: IdentityReader = async (accessToken) => {
  try {
    const { UserAttributes = [] } = await userPoolClient().send(
      new GetUserCommand({ AccessToken: accessToken }),
    );
    return identityOf(Object.fromEntries(UserAttributes.map(({ Name, Value }) => [Name, Value])));
  } catch (error) {
    // Valid by signature, but revoked, or its user deleted or disabled.
    if (error instanceof Error && GONE.has(error.name))
      throw new ParleyError('auth.required', { cause: error });
    throw error;
  }
};

/** Has Cognito's tokens and mails say these names. An empty one is removed. */
export async function writeNames(
  accessToken: string,
  {
    fullName,
    companyName,
  }: { readonly fullName?: string | undefined; readonly companyName?: string | null | undefined },
): Promise<void> {
  const attributes = [
    ...(fullName === undefined ? [] : [{ Name: 'name', Value: fullName }]),
    ...(companyName === undefined ? [] : [{ Name: 'custom:company', Value: companyName ?? '' }]),
  ];
  if (attributes.length === 0) return;
  await userPoolClient().send(
    new UpdateUserAttributesCommand({ AccessToken: accessToken, UserAttributes: attributes }),
  );
}
export type NameWriter = typeof writeNames;

/** An identity from Cognito's attributes, as GetUser and the triggers give them. */
export function identityOf(attributes: Readonly<Record<string, string | undefined>>): Identity {
  return {
    email: (attributes.email ?? '').toLowerCase(),
    emailVerified: attributes.email_verified === 'true',
    // Checked at sign-up, but stored as they were sent.
    fullName: cleanLine(attributes.name ?? '') || null,
    companyName: cleanLine(attributes['custom:company'] ?? '') || null,
  };
}

const GONE = new Set(['NotAuthorizedException', 'UserNotFoundException', 'UserNotConfirmedException']);
