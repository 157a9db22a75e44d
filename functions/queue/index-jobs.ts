import { IndexJob } from '#core/knowledge/maintenance/jobs';
import { runIndexJob } from '#core/knowledge/maintenance/run-job';
import { systemClock } from '#platform/clock';
import { queueHandler } from '#platform/queue-handler';

/** Milliseconds that one more merge may take. */
const MERGE_MILLISECONDS = 60_000;

export const handler = queueHandler(IndexJob, (job, { messageId, remainingTime }) =>
  runIndexJob(systemClock, job, {
    messageId,
    leaseSeconds: Math.ceil(remainingTime() / 1000),
    hasTime: () => remainingTime() > MERGE_MILLISECONDS,
  }),
);
