import {
  AdminGetUserCommand,
  AdminInitiateAuthCommand,
  AdminRespondToAuthChallengeCommand,
  RevokeTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { UserId } from '#contract/base/ids';
import { environment } from './environment';
import { ParleyError } from './errors';
import { logger } from './logger';
import { userNameOf, userPoolClient } from './user-pool-client';

/** Somebody whose password was right. */
export interface KnownPerson {
  readonly userId: UserId;
  /** Cognito's name of the user. */
  readonly userName: string;
  readonly hasSecondFactor: boolean;
}

/**
 * Whether somebody knows a password: Cognito judges it as it judges a sign-in, counts the wrong ones and locks out. It
 * comes here over TLS as it comes to Cognito at other services' sign-in pages, is written nowhere, and leaves no session:
 * the one that Cognito opens is ended at once. A wrong one is `security.password_wrong`.
 */
export const passwordCheck = {
  /** Of who has a session: their password, and a code where a sign-in takes one. */
  async own(accessToken: string, password: string, code: string | undefined): Promise<void> {
    const userName = userNameOf(accessToken);
    const challenge = await signIn(userName, password);
    if (challenge === null) return;
    if (code === undefined) throw new ParleyError('security.code_needed');
    await answer(userName, challenge, code);
  },

  /** Of who has none, by their address. */
  async of(email: string, password: string): Promise<KnownPerson> {
    const hasSecondFactor = (await signIn(email, password)) !== null;
    const { Username, UserAttributes } = await userPoolClient().send(
      new AdminGetUserCommand({ UserPoolId: environment('USER_POOL_ID'), Username: email }),
    );
    const sub = UserAttributes?.find(({ Name }) => Name === 'sub')?.Value;
    if (!sub || !Username) throw new Error('Cognito did not say whose password it was.');
    return { userId: UserId.parse(sub), userName: Username, hasSecondFactor };
  },
};
export type PasswordCheck = typeof passwordCheck;

const pool = () => ({
  UserPoolId: environment('USER_POOL_ID'),
  ClientId: environment('USER_POOL_CLIENT_ID'),
});

/** Cognito's handle of the question for a code, or null where the password alone signs in. */
async function signIn(login: string, password: string): Promise<string | null> {
  const { AuthenticationResult, ChallengeName, Session } = await judged(() =>
    userPoolClient().send(
      new AdminInitiateAuthCommand({
        ...pool(),
        AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: login, PASSWORD: password },
      }),
    ),
  );
  if (AuthenticationResult) {
    await end(AuthenticationResult.RefreshToken);
    return null;
  }
  // A password that an operator gave is none of the person's own yet.
  if (ChallengeName !== 'SOFTWARE_TOKEN_MFA' || !Session) throw new ParleyError('security.password_wrong');
  return Session;
}

async function answer(userName: string, challenge: string, code: string): Promise<void> {
  const { AuthenticationResult } = await judged(() =>
    userPoolClient().send(
      new AdminRespondToAuthChallengeCommand({
        ...pool(),
        ChallengeName: 'SOFTWARE_TOKEN_MFA',
        Session: challenge,
        ChallengeResponses: { USERNAME: userName, SOFTWARE_TOKEN_MFA_CODE: code },
      }),
    ),
  );
  if (!AuthenticationResult) throw new ParleyError('security.code_wrong');
  await end(AuthenticationResult.RefreshToken);
}

async function end(refreshToken: string | undefined): Promise<void> {
  if (!refreshToken) return;
  await userPoolClient().send(
    new RevokeTokenCommand({ ClientId: environment('USER_POOL_CLIENT_ID'), Token: refreshToken }),
  );
}

async function judged<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (/attempts exceeded/i.test(error.message) || error.name === 'TooManyRequestsException')
      throw new ParleyError('request.rate_limited', { cause: error });
    if (WRONG_CODE.has(error.name)) throw new ParleyError('security.code_wrong', { cause: error });
    if (!REFUSED.has(error.name)) throw error;
    logger.info('A password was not proven.', { reason: error.name });
    throw new ParleyError('security.password_wrong', { cause: error });
  }
}

const WRONG_CODE = new Set(['CodeMismatchException', 'ExpiredCodeException']);
const REFUSED = new Set([
  'NotAuthorizedException',
  'UserNotFoundException',
  'UserNotConfirmedException',
  'PasswordResetRequiredException',
  'InvalidParameterException',
]);
