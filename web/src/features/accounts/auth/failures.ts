import type { TranslationKey } from '#i18n/keys';

/** Why something failed: a text of ours, or the server's own words where we have none. */
export type Failure = { readonly key: TranslationKey } | { readonly text: string };

const KEYS: Readonly<Record<string, TranslationKey>> = {
  NotAuthorizedException: 'auth:errors.wrongCredentials',
  UserNotFoundException: 'auth:errors.wrongCredentials',
  UserNotConfirmedException: 'auth:errors.notConfirmed',
  CodeMismatchException: 'auth:errors.linkUsed',
  ExpiredCodeException: 'auth:errors.linkExpired',
  AliasExistsException: 'auth:errors.addressTaken',
  InvalidPasswordException: 'auth:errors.passwordRules',
  PasswordHistoryPolicyViolationException: 'auth:errors.passwordUsedBefore',
  LimitExceededException: 'auth:errors.tooManyTries',
  TooManyRequestsException: 'auth:errors.tooManyTries',
  TooManyFailedAttemptsException: 'auth:errors.tooManyTries',
  CodeDeliveryFailureException: 'auth:errors.mailFailed',
  UserLambdaValidationException: 'auth:errors.refused',
  NetworkError: 'errors:network.failed',
  InternalErrorException: 'auth:errors.unexpected',
  UnexpectedLambdaException: 'auth:errors.unexpected',
  InvalidLambdaResponseException: 'auth:errors.unexpected',
};

/** Words for what Cognito or the browser threw. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { key: 'auth:errors.unexpected' };
  // Too many wrong passwords have the same name as one of them.
  if (error.name === 'NotAuthorizedException' && /attempts exceeded/i.test(error.message))
    return { key: 'auth:errors.tooManyTries' };
  // What our trigger throws reaches the browser inside Cognito's own sentence.
  if (error.message.includes('SIGN_UP_CLOSED')) return { key: 'auth:errors.signUpClosed' };
  if (error.message.includes('SIGN_UP_REFUSED mail.undeliverable'))
    return { key: 'errors:mail.undeliverable' };
  if (error.message.includes('SIGN_UP_REFUSED')) return { key: 'auth:errors.tooManyTries' };
  const key = KEYS[error.name];
  if (key) return { key };
  const fromServer = error.name.endsWith('Exception') && error.message !== '';
  return fromServer ? { text: error.message } : { key: 'auth:errors.unexpected' };
}

export function isWrongCredentials(failure: Failure): boolean {
  return 'key' in failure && failure.key === 'auth:errors.wrongCredentials';
}

/** A mailed link that will never work (again), as opposed to a try that failed. */
export function isSpentLink(error: unknown): boolean {
  return (
    error instanceof Error &&
    [
      'CodeMismatchException',
      'ExpiredCodeException',
      'NotAuthorizedException',
      'UserNotFoundException',
    ].includes(error.name)
  );
}
