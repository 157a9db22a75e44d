import type { TranslationKey } from '../../i18n/keys';

const KEYS: Readonly<Record<string, TranslationKey>> = {
  NotAuthorizedException: 'auth:errors.wrongCredentials',
  UserNotFoundException: 'auth:errors.wrongCredentials',
  CodeMismatchException: 'auth:errors.linkUsed',
  ExpiredCodeException: 'auth:errors.linkExpired',
  AliasExistsException: 'auth:errors.addressTaken',
  InvalidPasswordException: 'auth:errors.passwordRules',
  PasswordHistoryPolicyViolationException: 'auth:errors.passwordRules',
  LimitExceededException: 'auth:errors.tooManyTries',
  TooManyRequestsException: 'auth:errors.tooManyTries',
  TooManyFailedAttemptsException: 'auth:errors.tooManyTries',
  CodeDeliveryFailureException: 'auth:errors.mailFailed',
  UserLambdaValidationException: 'auth:errors.refused',
  NetworkError: 'errors:network.failed',
};

/** Cognito names its errors; their English messages are not for readers. */
export function authErrorKey(error: unknown): TranslationKey {
  return (error instanceof Error ? KEYS[error.name] : undefined) ?? 'auth:errors.unexpected';
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
