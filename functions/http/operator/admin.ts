import { ADMIN_ROUTES } from '#contract/routes/operator/admin';
import { loadActor } from '#core/accounts/profiles/load-actor';
import { queueNotice } from '#core/insight/notifications/jobs';
import { getAdminAccount } from '#core/operator/admin/account';
import { actOnClientError } from '#core/operator/admin/client-errors';
import { getPlatformDashboard } from '#core/operator/admin/dashboard';
import { listAdminLog } from '#core/operator/admin/log';
import { listDeadLetterQueues, listDeadLetters, redriveQueue } from '#core/operator/admin/queues';
import { getSettings, updateSettings } from '#core/operator/admin/settings';
import { actOnSubmission, listSubmissions } from '#core/operator/admin/submissions';
import { listSubscriptions } from '#core/operator/admin/subscriptions';
import { traceMessages } from '#core/operator/admin/trace-messages';
import { actOnUser, listUsers } from '#core/operator/admin/users';
import { listClientErrors } from '#core/site/client-errors/list';
import { verifyAccessToken } from '#platform/access-token';
import { systemClock as clock } from '#platform/clock';
import { environment } from '#platform/environment';
import { httpHandler } from '#platform/http-handler';
import { sendMail } from '#platform/mail';
import { socketsAt } from '#platform/sockets';
import { endSessionsOf } from '#platform/user-sessions';

const operator = environment('OPERATOR_EMAIL');
const endSessions = endSessionsOf(environment('USER_POOL_ID'));
const deps = { clock, sendMail, queueNotice, operator, sockets: socketsAt(), endSessions };

export const handler = httpHandler(
  'admin',
  ADMIN_ROUTES,
  {
    getPlatformDashboard: ({ actor }) => getPlatformDashboard(clock, actor),
    listUsers: ({ query }) => listUsers(clock, query),
    actOnUser: ({ actor, params, body }) => actOnUser(deps, actor, params.userId, body),
    listSubscriptions: ({ query }) => listSubscriptions(clock, query),
    getAdminAccount: ({ params }) => getAdminAccount(clock, params.accountId),
    traceMessages: ({ params }) => traceMessages(params.accountId, params.traceId),
    getSettings: () => getSettings(),
    updateSettings: ({ actor, body }) => updateSettings(clock, actor, body),
    listClientErrors: ({ query }) => listClientErrors(query),
    actOnClientError: ({ actor, params, body }) => actOnClientError(clock, actor, params.clientErrorId, body),
    listSubmissions: ({ query }) => listSubmissions(query),
    actOnSubmission: ({ actor, params, body }) =>
      actOnSubmission(deps, actor, { kind: params.submissionKind, id: params.submissionId }, body),
    listDeadLetterQueues: () => listDeadLetterQueues(),
    listDeadLetters: ({ params }) => listDeadLetters(params.queueName),
    redriveDeadLetters: ({ actor, params, body, origin }) =>
      redriveQueue({ clock, remainingTime: () => origin.remainingTime() }, actor, params.queueName, body),
    listAdminLog: ({ query }) => listAdminLog(query),
  },
  { loadActor, verifyAccessToken },
);
