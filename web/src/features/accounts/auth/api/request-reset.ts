import { resetPassword } from 'aws-amplify/auth';
import { configureAuth } from '#lib/session/user-pool';

/** What Cognito answers only of an address that it knows, or only of one that it doesn't. */
const TELLING: readonly string[] = [
  'UserNotFoundException',
  'InvalidParameterException',
  'NotAuthorizedException',
  'LimitExceededException',
  'CodeDeliveryFailureException',
  'UserLambdaValidationException',
  'UnexpectedLambdaException',
  'InvalidLambdaResponseException',
];
/** As long as it takes at least, so that how long it took doesn't tell either. */
const EVEN_MS = 1_000;

/** Mails a link to the address if it has an account; neither the answer nor its time tells. */
export async function requestReset(email: string, language: string): Promise<void> {
  configureAuth();
  const evened = new Promise((resolve) => setTimeout(resolve, EVEN_MS));
  try {
    await resetPassword({ username: email, options: { clientMetadata: { language } } });
  } catch (error) {
    if (!(error instanceof Error) || !TELLING.includes(error.name)) throw error;
  }
  await evened;
}
