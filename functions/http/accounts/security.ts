import { setTimeout as sleep } from 'node:timers/promises';
import { SECURITY_ROUTES } from '#contract/routes/accounts/security';
import { admitUser } from '#core/accounts/limits/tenant-calls';
import { endOtherSessions } from '#core/accounts/reset';
import { confirmEmail, requestEmail } from '#core/accounts/security/change-email';
import { proveIdentity, requireFreshProof } from '#core/accounts/security/fresh-proof';
import {
  beginSecondFactor,
  getSecurity,
  notePasswordChange,
  renewRecoveryCodes,
  turnOffSecondFactor,
  turnOnSecondFactor,
  useRecoveryCode,
} from '#core/accounts/security/second-factor';
import { endSession, listSessions } from '#core/accounts/security/sessions';
import { verifyAccessToken } from '#platform/access-token';
import { systemClock as clock } from '#platform/clock';
import { emailAttribute } from '#platform/email-attribute';
import { environment } from '#platform/environment';
import { httpHandler } from '#platform/http-handler';
import { readIdentity } from '#platform/identity';
import { sendMail } from '#platform/mail';
import { passwordCheck } from '#platform/password-check';
import { secondFactor } from '#platform/second-factor';
import { socketsAt } from '#platform/sockets';
import { endOwnTokens, poolSessions } from '#platform/user-sessions';

const sessions = { clock, sockets: socketsAt(), poolSessions };
const deps = {
  clock,
  sleep,
  secondFactor,
  passwordCheck,
  poolSessions,
  endOwnTokens,
  sendMail,
  emailAttribute,
  readIdentity,
  appOrigin: environment('APP_ORIGIN'),
  rootOrigin: environment('ROOT_ORIGIN'),
};

export const handler = httpHandler(
  'security',
  SECURITY_ROUTES,
  {
    proveIdentity: ({ user, body }) => proveIdentity(deps, user, body),
    getSecurity: ({ user }) => getSecurity(deps, user),
    beginSecondFactor: ({ user }) => beginSecondFactor(deps, user),
    turnOnSecondFactor: ({ user, body }) => turnOnSecondFactor(deps, user, body),
    turnOffSecondFactor: ({ user }) => turnOffSecondFactor(deps, user),
    renewRecoveryCodes: ({ user }) => renewRecoveryCodes(deps, user),
    requestEmail: ({ user, body }) => requestEmail(deps, user, body),
    confirmEmail: ({ user, body }) => confirmEmail(deps, user, body),
    listSessions: ({ user }) => listSessions(user),
    endSession: ({ user, params }) => endSession(sessions, user, params.sessionId),
    endOtherSessions: ({ user }) => endOtherSessions(deps, user),
    notePasswordChange: ({ user }) => notePasswordChange(deps, user),
    useRecoveryCode: ({ body, origin }) => useRecoveryCode(deps, body, origin),
  },
  {
    admitUser: ({ userId }) => admitUser(clock, userId),
    verifyAccessToken,
    requireFreshProof: (caller) => requireFreshProof(clock, caller),
  },
);
