import { confirmSignIn } from 'aws-amplify/auth';

/** Goes on with a sign-in that demands a password of one's own. */
export async function choosePassword(password: string): Promise<void> {
  const { isSignedIn, nextStep } = await confirmSignIn({ challengeResponse: password });
  if (!isSignedIn) throw new Error(`Sign-in step not supported: ${nextStep.signInStep}`);
}
