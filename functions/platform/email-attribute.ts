import {
  UpdateUserAttributesCommand,
  VerifyUserAttributeCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Language } from '#contract/accounts/profile';
import { ParleyError } from './errors';
import { userPoolClient } from './user-pool-client';

/** The address of mail that a person signs in by, as Cognito changes it: the old one counts until a code was shown. */
export const emailAttribute = {
  /** Has Cognito mail a code to a new address. `taken`: it signs somebody else in. */
  async request(accessToken: string, email: string, language: Language): Promise<'mailed' | 'taken'> {
    try {
      await userPoolClient().send(
        new UpdateUserAttributesCommand({
          AccessToken: accessToken,
          UserAttributes: [{ Name: 'email', Value: email }],
          ClientMetadata: { language },
        }),
      );
      return 'mailed';
    } catch (error) {
      if (error instanceof Error && error.name === 'AliasExistsException') return 'taken';
      throw refusalOf(error);
    }
  },

  /** Whether this is the code of the address that was asked for last, which then counts. */
  async confirm(accessToken: string, code: string): Promise<boolean> {
    try {
      await userPoolClient().send(
        new VerifyUserAttributeCommand({ AccessToken: accessToken, AttributeName: 'email', Code: code }),
      );
      return true;
    } catch (error) {
      if (error instanceof Error && WRONG.has(error.name)) return false;
      throw refusalOf(error);
    }
  },
};
export type EmailAttribute = typeof emailAttribute;

/** An address that somebody else took meanwhile is told like a wrong code. */
const WRONG = new Set(['CodeMismatchException', 'ExpiredCodeException', 'AliasExistsException']);

function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  switch (error.name) {
    case 'LimitExceededException':
    case 'TooManyRequestsException':
      return new ParleyError('request.rate_limited', { cause: error });
    case 'InvalidParameterException':
      return new ParleyError('request.invalid', { fields: { email: 'Please enter a valid address.' } });
    case 'CodeDeliveryFailureException':
      return new ParleyError('email.send_failed', { cause: error });
    case 'NotAuthorizedException':
    case 'UserNotFoundException':
      return new ParleyError('auth.required', { cause: error });
    default:
      return error;
  }
}
