import type { CustomMessageTriggerHandler } from 'aws-lambda';
import { composeAuthMail } from '#core/accounts/auth-mail';
import { environment } from '#platform/environment';

const rootOrigin = environment('ROOT_ORIGIN');

export const handler: CustomMessageTriggerHandler = async (event) => {
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
