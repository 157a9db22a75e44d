import type { CustomMessageTriggerHandler } from 'aws-lambda';
import { composeAuthMail } from '../core/mail/auth-mail';
import { environment } from '../platform/environment';

const appOrigin = environment('APP_ORIGIN');

export const handler: CustomMessageTriggerHandler = async (event) => {
  const { userAttributes, codeParameter, clientMetadata } = event.request;
  const mail = await composeAuthMail(appOrigin, {
    trigger: event.triggerSource,
    userName: event.userName ?? '',
    attributes: userAttributes,
    code: codeParameter,
    alpha: clientMetadata?.alpha === 'true',
  });
  if (mail) {
    event.response.emailSubject = mail.subject;
    event.response.emailMessage = mail.html;
  }
  return event;
};
