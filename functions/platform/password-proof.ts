import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  RespondToAuthChallengeCommand,
  RevokeTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { PasswordProof } from '#contract/accounts/security';
import { UserId } from '#contract/base/ids';
import { environment } from './environment';
import { ParleyError } from './errors';
import { logger } from './logger';

/** Whose password it was that a proof shows. */
export interface ProvenUser {
  readonly userId: UserId;
  /** Cognito's name of the user. */
  readonly userName: string;
  readonly hasSecondFactor: boolean;
}

let client: CognitoIdentityProviderClient | undefined;

/**
 * Who knows the password that a proof shows. Throws `security.password_wrong` for one that Cognito refuses: of a wrong
 * password, of a name that nobody has, used before or too old. Cognito counts them as it counts sign-ins.
 */
export async function provenUser(proof: PasswordProof): Promise<ProvenUser> {
  client ??= new CognitoIdentityProviderClient({});
  await showProof(client, proof);
  // The proof is of this name: its signature is made with it.
  const { Username, UserAttributes, UserMFASettingList } = await client.send(
    new AdminGetUserCommand({ UserPoolId: environment('USER_POOL_ID'), Username: proof.userName }),
  );
  const sub = UserAttributes?.find(({ Name }) => Name === 'sub')?.Value;
  if (!sub || !Username) throw new Error('Cognito did not say whose proof it was.');
  return {
    userId: UserId.parse(sub),
    userName: Username,
    hasSecondFactor: UserMFASettingList?.includes('SOFTWARE_TOKEN_MFA') ?? false,
  };
}
export type ProofReader = typeof provenUser;

async function showProof(cognito: CognitoIdentityProviderClient, proof: PasswordProof): Promise<void> {
  const ClientId = environment('USER_POOL_CLIENT_ID');
  try {
    const { AuthenticationResult: tokens } = await cognito.send(
      new RespondToAuthChallengeCommand({
        ClientId,
        ChallengeName: 'PASSWORD_VERIFIER',
        ChallengeResponses: {
          USERNAME: proof.userName,
          PASSWORD_CLAIM_SECRET_BLOCK: proof.secretBlock,
          PASSWORD_CLAIM_SIGNATURE: proof.signature,
          TIMESTAMP: proof.timestamp,
        },
      }),
    );
    // Without a second factor it was a whole sign-in, which nobody is to have.
    if (tokens?.RefreshToken)
      await cognito.send(new RevokeTokenCommand({ ClientId, Token: tokens.RefreshToken }));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (/attempts exceeded/i.test(error.message) || error.name === 'TooManyRequestsException')
      throw new ParleyError('request.rate_limited', { cause: error });
    if (!REFUSED.has(error.name)) throw error;
    logger.info('A password was not proven.', { reason: error.name });
    throw new ParleyError('security.password_wrong', { cause: error });
  }
}

const REFUSED = new Set([
  'NotAuthorizedException',
  'UserNotFoundException',
  'UserNotConfirmedException',
  'PasswordResetRequiredException',
  'InvalidParameterException',
]);
