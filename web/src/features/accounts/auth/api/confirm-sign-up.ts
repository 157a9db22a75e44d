import { confirmSignUp as amplifyConfirmSignUp } from 'aws-amplify/auth';
import { configureAuth } from '#lib/session/user-pool';
import { mailMetadata } from '../mail-metadata';
import type { MailedCode } from '../mailed-code';

export async function confirmSignUp({ username, code, alpha }: MailedCode): Promise<void> {
  configureAuth();
  try {
    await amplifyConfirmSignUp({
      username,
      confirmationCode: code,
      options: { clientMetadata: mailMetadata({ alpha }) },
    });
  } catch (error) {
    // A second click on the same link: what it asks for is already so.
    if (error instanceof Error && /current status is CONFIRMED/i.test(error.message)) return;
    throw error;
  }
}
