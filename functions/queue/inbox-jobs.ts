import { InboxJob, runInboxJob } from '#core/inbox/jobs';
import { systemClock } from '#platform/clock';
import { queueHandler } from '#platform/queue-handler';
import { socketsAt } from '#platform/sockets';

const sockets = socketsAt();

export const handler = queueHandler(InboxJob, (job) => runInboxJob(systemClock, sockets, job));
