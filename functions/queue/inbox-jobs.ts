import { InboxJob, runInboxJob } from '../core/inbox/jobs';
import { systemClock } from '../platform/clock';
import { queueHandler } from '../platform/queue-handler';

export const handler = queueHandler(InboxJob, (job) => runInboxJob(systemClock, job));
