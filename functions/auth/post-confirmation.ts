import { setTimeout as sleep } from 'node:timers/promises';
import type { PostConfirmationTriggerHandler } from 'aws-lambda';
import { UserId } from '#contract/base/ids';
import { completeReset } from '#core/accounts/reset';
import { completeSignUp } from '#core/accounts/sign-up';
import { systemClock } from '#platform/clock';
import { environmentList } from '#platform/environment';
import { endUserSessions } from '#platform/user-sessions';

const deps = { clock: systemClock, sleep, adminEmails: environmentList('ADMIN_EMAILS'), endUserSessions };

export const handler: PostConfirmationTriggerHandler = async (event) => {
  if (event.triggerSource === 'PostConfirmation_ConfirmSignUp') {
    const alpha = event.request.clientMetadata?.alpha === 'true';
    await completeSignUp(deps, event.request.userAttributes, { alpha });
  } else {
    const { userPoolId, userName, request } = event;
    const userId = UserId.parse(request.userAttributes.sub);
    await completeReset(deps, { userPoolId, userName, userId });
  }
  return event;
};
