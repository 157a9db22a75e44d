import type { PostConfirmationTriggerHandler } from 'aws-lambda';
import { completeSignUp } from '../core/accounts/sign-up';
import { systemClock } from '../platform/clock';
import { environmentList } from '../platform/environment';

const deps = { clock: systemClock, adminEmails: environmentList('ADMIN_EMAILS') };

export const handler: PostConfirmationTriggerHandler = async (event) => {
  // A new password is confirmed by the same trigger.
  if (event.triggerSource === 'PostConfirmation_ConfirmSignUp') {
    const alpha = event.request.clientMetadata?.alpha === 'true';
    await completeSignUp(deps, event.request.userAttributes, { alpha });
  }
  return event;
};
