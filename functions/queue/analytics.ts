import { CountJob, runCountJob } from '#core/insight/analytics/jobs';
import { addToPlatform } from '#core/operator/admin/counts';
import { queueHandler } from '#platform/queue-handler';

export const handler = queueHandler(CountJob, (job) => runCountJob(job, addToPlatform));
