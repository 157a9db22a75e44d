import type { CustomMessageTriggerHandler } from 'aws-lambda';
import { UserId } from '#contract/base/ids';
import { composeAuthMail } from '#core/accounts/auth-mail';
import { isEmailRequested } from '#core/accounts/security/email-request';
import { systemClock } from '#platform/clock';
import { environment } from '#platform/environment';

const rootOrigin = environment('ROOT_ORIGIN');

/** Sources of mails with a code for another address. */
const NEW_ADDRESS = new Set(['CustomMessage_UpdateUserAttribute', 'CustomMessage_VerifyUserAttribute']);

export const handler: CustomMessageTriggerHandler = async (event) => {
  if (NEW_ADDRESS.has(event.triggerSource)) {
    const userId = UserId.parse(event.request.userAttributes.sub);
    // The error fails the call of Cognito: no code goes out, and the address stays.
    if (!(await isEmailRequested(systemClock, userId))) throw new Error('EMAIL_NOT_REQUESTED');
  }
  const { userAttributes, codeParameter, usernameParameter, clientMetadata } = event.request;
  const mail = await composeAuthMail(rootOrigin, {
    trigger: event.triggerSource,
    userName: event.userName ?? '',
    attributes: userAttributes,
    code: codeParameter,
    userNamePlace: usernameParameter,
    alpha: clientMetadata?.alpha === 'true',
    language: clientMetadata?.language,
  });
  if (mail) {
    event.response.emailSubject = mail.subject;
    event.response.emailMessage = mail.html;
  }
  return event;
};
