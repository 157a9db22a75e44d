import { runTellingJob, TellingJob } from '#core/insight/notifications/jobs';
import { systemClock } from '#platform/clock';
import { queueHandler } from '#platform/queue-handler';
import { socketsAt } from '#platform/sockets';

const sockets = socketsAt();

export const handler = queueHandler(TellingJob, (job) => runTellingJob(systemClock, sockets, job));
