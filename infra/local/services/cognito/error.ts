/** An error of the API: its name travels as `__type` and is what SDK clients throw. */
export class CognitoError extends Error {
  constructor(
    override readonly name: string,
    message: string,
  ) {
    super(message);
  }
}

export const notAuthorized = (message: string) => new CognitoError('NotAuthorizedException', message);
export const badCredentials = () => notAuthorized('Incorrect username or password.');
export const invalidParameter = (message: string) => new CognitoError('InvalidParameterException', message);
export const userNotFound = () => new CognitoError('UserNotFoundException', 'User does not exist.');
export const codeMismatch = () =>
  new CognitoError('CodeMismatchException', 'Invalid verification code provided, please try again.');
export const codeExpired = () =>
  new CognitoError('ExpiredCodeException', 'Invalid code provided, please request a code again.');
export const limitExceeded = () =>
  new CognitoError('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
export const aliasExists = (attribute: string) =>
  new CognitoError('AliasExistsException', `An account with the given ${attribute} already exists.`);
