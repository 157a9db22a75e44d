import { WebhookJob } from '#core/insight/webhooks/jobs';
import { runWebhookJob } from '#core/insight/webhooks/run-job';
import { systemClock as clock } from '#platform/clock';
import { environmentList } from '#platform/environment';
import { queueHandler } from '#platform/queue-handler';

const deps = { clock, guard: { privateHosts: environmentList('ALLOWED_PRIVATE_HOSTS') } };

export const handler = queueHandler(WebhookJob, (job, delivered) => runWebhookJob(deps, job, delivered));
