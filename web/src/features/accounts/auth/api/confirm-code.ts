import { confirmSignIn } from 'aws-amplify/auth';

/** Goes on with a sign-in that asks for a code of the authenticator app. */
export async function confirmCode(code: string): Promise<void> {
  const { isSignedIn, nextStep } = await confirmSignIn({ challengeResponse: code });
  if (!isSignedIn) throw new Error(`Sign-in step not supported: ${nextStep.signInStep}`);
}
