import type { PreSignUpTriggerHandler } from 'aws-lambda';
import { readSettings } from '#core/accounts/platform-settings/settings';
import { checkSignUp } from '#core/accounts/sign-up';

export const handler: PreSignUpTriggerHandler = async (event) => {
  checkSignUp(event.userName, event.request.userAttributes);
  // Operators make users while nobody can sign up.
  if (event.triggerSource !== 'PreSignUp_AdminCreateUser' && !(await readSettings()).signUpOpen)
    throw new Error('SIGN_UP_CLOSED');
  return event;
};
