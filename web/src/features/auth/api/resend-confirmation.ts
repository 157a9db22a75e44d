import { resendSignUpCode } from 'aws-amplify/auth';
import { configureAuth } from '../../../lib/auth';
import { alphaMetadata } from '../alpha';

export interface UnconfirmedUser {
  readonly username: string;
  readonly alpha: boolean;
}

export async function resendConfirmation({ username, alpha }: UnconfirmedUser): Promise<void> {
  configureAuth();
  await resendSignUpCode({ username, options: { clientMetadata: alphaMetadata(alpha) } });
}
