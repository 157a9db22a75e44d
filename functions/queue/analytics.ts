import { CountJob, runCountJob } from '#core/insight/analytics/jobs';
import { queueHandler } from '#platform/queue-handler';

export const handler = queueHandler(CountJob, runCountJob);
