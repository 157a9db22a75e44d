import { SiteJob } from '#core/knowledge/sites/jobs';
import { runSiteJob } from '#core/knowledge/sites/sync-site';
import { systemClock as clock } from '#platform/clock';
import { dnsTxtOf } from '#platform/dns-txt';
import { environmentList } from '#platform/environment';
import { queueHandler } from '#platform/queue-handler';

/** As the queue's redrive policy has it: after this many deliveries a message is a dead letter. */
const MAX_DELIVERIES = 5;

const deps = {
  clock,
  textRecords: dnsTxtOf(),
  guard: { privateHosts: environmentList('ALLOWED_PRIVATE_HOSTS') },
};

export const handler = queueHandler(SiteJob, (job, { receiveCount, remainingTime }) =>
  runSiteJob(deps, job, { isLast: receiveCount >= MAX_DELIVERIES, remainingTime }),
);
