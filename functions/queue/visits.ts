import { Visit } from '#core/insight/visits/count-visit';
import { recordVisits } from '#core/insight/visits/record-visits';
import { systemClock } from '#platform/clock';
import { queueBatchHandler } from '#platform/queue-handler';

export const handler = queueBatchHandler(Visit, (messages) => recordVisits(systemClock, messages));
