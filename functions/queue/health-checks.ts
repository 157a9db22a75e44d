import { checkHealth, HealthCheck } from '#core/insight/health/check';
import { systemClock } from '#platform/clock';
import { queueHandler } from '#platform/queue-handler';

export const handler = queueHandler(HealthCheck, (_, delivered) => checkHealth(systemClock, delivered));
