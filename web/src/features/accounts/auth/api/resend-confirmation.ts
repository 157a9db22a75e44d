import { resendSignUpCode } from 'aws-amplify/auth';
import { configureAuth } from '#lib/session/user-pool';
import { mailMetadata } from '../mail-metadata';

export interface UnconfirmedUser {
  readonly username: string;
  readonly alpha: boolean;
}

export async function resendConfirmation(
  { username, alpha }: UnconfirmedUser,
  language: string,
): Promise<void> {
  configureAuth();
  await resendSignUpCode({ username, options: { clientMetadata: mailMetadata({ alpha, language }) } });
}
