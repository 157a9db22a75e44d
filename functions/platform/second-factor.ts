import {
  AdminDeleteSoftwareTokenCommand,
  AdminSetUserMFAPreferenceCommand,
  AssociateSoftwareTokenCommand,
  GetUserCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { environment } from './environment';
import { ParleyError } from './errors';
import { userNameOf, userPoolClient } from './user-pool-client';

/** The codes of an authenticator app that Cognito asks for beside a password. */
export const secondFactor = {
  /** Whether signing in takes a code. */
  async isOn(accessToken: string): Promise<boolean> {
    const { UserMFASettingList = [] } = await ofUser(() =>
      userPoolClient().send(new GetUserCommand({ AccessToken: accessToken })),
    );
    return UserMFASettingList.includes('SOFTWARE_TOKEN_MFA');
  },

  /** A new secret, in base32. The one that counts stays until a code of this one was shown. */
  async newSecret(accessToken: string): Promise<string> {
    const { SecretCode } = await ofUser(() =>
      userPoolClient().send(new AssociateSoftwareTokenCommand({ AccessToken: accessToken })),
    );
    if (!SecretCode) throw new Error('Cognito gave no secret.');
    return SecretCode;
  },

  /** Takes a code of the new secret. */
  async verify(accessToken: string, code: string): Promise<void> {
    await ofUser(() =>
      userPoolClient().send(new VerifySoftwareTokenCommand({ AccessToken: accessToken, UserCode: code })),
    );
  },

  async turnOn(accessToken: string): Promise<void> {
    await ofUser(() =>
      userPoolClient().send(
        new AdminSetUserMFAPreferenceCommand({
          UserPoolId: environment('USER_POOL_ID'),
          Username: userNameOf(accessToken),
          SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
        }),
      ),
    );
  },

  /** Takes the app away. Repeating changes nothing. */
  turnOff: (accessToken: string): Promise<void> => secondFactor.takeAway(userNameOf(accessToken)),

  /** The same by Cognito's name of the user. */
  async takeAway(userName: string): Promise<void> {
    await userPoolClient().send(
      new AdminDeleteSoftwareTokenCommand({ UserPoolId: environment('USER_POOL_ID'), Username: userName }),
    );
  },
};
export type SecondFactor = typeof secondFactor;

async function ofUser<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (/attempts exceeded/i.test(error.message) || BUSY.has(error.name))
      throw new ParleyError('request.rate_limited', { cause: error });
    if (WRONG.has(error.name)) throw new ParleyError('security.code_wrong', { cause: error });
    // Valid by signature, but revoked, or its user deleted or disabled.
    if (GONE.has(error.name)) throw new ParleyError('auth.required', { cause: error });
    // A code of a secret that nobody asked for.
    if (error.name === 'InvalidParameterException')
      throw new ParleyError('security.not_begun', { cause: error });
    throw error;
  }
}

const BUSY = new Set(['TooManyRequestsException', 'LimitExceededException']);
const WRONG = new Set(['EnableSoftwareTokenMFAException', 'CodeMismatchException', 'ExpiredCodeException']);
const GONE = new Set(['NotAuthorizedException', 'UserNotFoundException', 'UserNotConfirmedException']);
