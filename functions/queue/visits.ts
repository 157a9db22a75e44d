import { Visit } from '#core/visits/count-visit';
import { recordVisits } from '#core/visits/record-visits';
import { systemClock } from '#platform/clock';
import { queueBatchHandler } from '#platform/queue-handler';

export const handler = queueBatchHandler(Visit, (messages) => recordVisits(systemClock, messages));
