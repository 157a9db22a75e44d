import { resetPassword } from 'aws-amplify/auth';
import { configureAuth } from '../../../lib/auth';

/** Mails a link to the address if it has an account; the answer doesn't tell. */
export async function requestReset(email: string): Promise<void> {
  configureAuth();
  try {
    await resetPassword({ username: email });
  } catch (error) {
    // Cognito says so of an address without a confirmed account, where it should keep silent.
    const telling = ['UserNotFoundException', 'InvalidParameterException'];
    if (error instanceof Error && telling.includes(error.name)) return;
    throw error;
  }
}
