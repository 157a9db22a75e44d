import { ReportJob } from '#core/insight/reports/jobs';
import { runReportJob } from '#core/insight/reports/run-job';
import { systemClock as clock } from '#platform/clock';
import { environment } from '#platform/environment';
import { sendMail } from '#platform/mail';
import { queueHandler } from '#platform/queue-handler';
import { reportScheduler as scheduler } from '#platform/scheduler';
import { socketsAt } from '#platform/sockets';

export const handler = queueHandler(ReportJob, (job, delivered) =>
  runReportJob(
    {
      clock,
      sendMail,
      scheduler,
      sockets: socketsAt(),
      appOrigin: environment('APP_ORIGIN'),
      rootOrigin: environment('ROOT_ORIGIN'),
    },
    job,
    delivered,
  ),
);
