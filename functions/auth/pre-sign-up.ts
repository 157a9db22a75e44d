import type { PreSignUpTriggerHandler } from 'aws-lambda';
import { admitRecipient } from '#core/accounts/mail/post';
import { readSettings } from '#core/accounts/platform-settings/settings';
import { checkSignUp } from '#core/accounts/sign-up';
import { systemClock } from '#platform/clock';
import { ParleyError } from '#platform/errors';

export const handler: PreSignUpTriggerHandler = async (event) => {
  checkSignUp(event.userName, event.request.userAttributes);
  // Operators make users while nobody can sign up.
  if (event.triggerSource === 'PreSignUp_AdminCreateUser') return event;
  if (!(await readSettings()).signUpOpen) throw new Error('SIGN_UP_CLOSED');
  try {
    // Cognito mails whoever's address it is, once a sign-up; the firewall bounds who asks for it.
    await admitRecipient(systemClock, 'sign_up', event.request.userAttributes.email ?? '');
  } catch (error) {
    throw error instanceof ParleyError ? new Error(`SIGN_UP_REFUSED ${error.code}`) : error;
  }
  return event;
};
