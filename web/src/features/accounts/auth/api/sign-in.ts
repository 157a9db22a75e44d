import { signIn as amplifySignIn } from 'aws-amplify/auth';
import { configureAuth } from '#lib/session/user-pool';

/**
 * `confirm`: the address is not confirmed yet; `reset`: an operator demands a new password by mail; `choose`: the
 * password was an operator's, and is to be replaced now; `code`: the password was right, and a code is asked for.
 */
export type SignInOutcome = 'done' | 'confirm' | 'reset' | 'choose' | 'code';

export async function signIn(email: string, password: string): Promise<SignInOutcome> {
  configureAuth();
  const { isSignedIn, nextStep } = await amplifySignIn({
    username: email,
    password,
    options: { authFlowType: 'USER_SRP_AUTH' },
  });
  if (isSignedIn) return 'done';
  if (nextStep.signInStep === 'CONFIRM_SIGN_UP') return 'confirm';
  if (nextStep.signInStep === 'RESET_PASSWORD') return 'reset';
  if (nextStep.signInStep === 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED') return 'choose';
  if (nextStep.signInStep === 'CONFIRM_SIGN_IN_WITH_TOTP_CODE') return 'code';
  throw new Error(`Sign-in step not supported: ${nextStep.signInStep}`);
}
