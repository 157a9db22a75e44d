import { actOnClientError } from '#core/admin/client-errors';
import { getPlatformDashboard } from '#core/admin/dashboard';
import { listAdminLog } from '#core/admin/log';
import { listDeadLetterQueues, listDeadLetters, redriveQueue } from '#core/admin/queues';
import { getSettings, updateSettings } from '#core/admin/settings';
import { actOnSubmission, listSubmissions } from '#core/admin/submissions';
import { listSubscriptions } from '#core/admin/subscriptions';
import { actOnUser, listUsers } from '#core/admin/users';
import { listClientErrors } from '#core/client-errors/list';
import { queueNotice } from '#core/notifications/jobs';
import { loadActor } from '#core/profiles/load-actor';
import { verifyAccessToken } from '#platform/access-token';
import { systemClock as clock } from '#platform/clock';
import { environment } from '#platform/environment';
import { httpHandler } from '#platform/http-handler';
import { sendMail } from '#platform/mail';
import { socketsAt } from '#platform/sockets';

const operator = environment('OPERATOR_EMAIL');
const deps = { clock, sendMail, queueNotice, operator, sockets: socketsAt() };

export const handler = httpHandler(
  'admin',
  {
    getPlatformDashboard: ({ actor }) => getPlatformDashboard(clock, actor),
    listUsers: ({ query }) => listUsers(clock, query),
    actOnUser: ({ actor, params, body }) => actOnUser(deps, actor, params.userId, body),
    listSubscriptions: ({ query }) => listSubscriptions(clock, query),
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
