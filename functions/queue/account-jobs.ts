import { queueNotice } from '#core/insight/notifications/jobs';
import { AccountJob } from '#core/lifecycle/accounts/jobs';
import { runAccountJob } from '#core/lifecycle/accounts/run-job';
import { listUser } from '#core/operator/admin/directory';
import { eraseAccountLog } from '#core/operator/admin/log-accounts';
import { systemClock as clock } from '#platform/clock';
import { environment } from '#platform/environment';
import { sendMail } from '#platform/mail';
import { payments } from '#platform/payments';
import { queueHandler } from '#platform/queue-handler';
import { removeReportSchedule } from '#platform/scheduler';
import { deleteUserOf } from '#platform/user-sessions';

export const handler = queueHandler(AccountJob, (job, delivered) =>
  runAccountJob(
    {
      clock,
      sendMail,
      queueNotice,
      scheduler: { remove: removeReportSchedule },
      payments,
      eraseLog: eraseAccountLog,
      unlist: (profile) => listUser(profile, null),
      deleteUser: deleteUserOf(environment('USER_POOL_ID')),
      appOrigin: environment('APP_ORIGIN'),
      operator: environment('OPERATOR_EMAIL'),
    },
    job,
    delivered,
  ),
);
