import type { PreSignUpTriggerHandler } from 'aws-lambda';
import { checkSignUp } from '../core/accounts/sign-up';

export const handler: PreSignUpTriggerHandler = async (event) => {
  checkSignUp(event.userName, event.request.userAttributes);
  return event;
};
