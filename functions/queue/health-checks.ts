import { checkHealth, HealthCheck } from '#core/health/check';
import { systemClock } from '#platform/clock';
import { queueHandler } from '#platform/queue-handler';

export const handler = queueHandler(HealthCheck, (_, delivered) => checkHealth(systemClock, delivered));
