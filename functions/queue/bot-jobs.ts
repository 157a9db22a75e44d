import { BotJob, runBotJob } from '#core/bot-lifecycle/jobs';
import { systemClock } from '#platform/clock';
import { queueHandler } from '#platform/queue-handler';

export const handler = queueHandler(BotJob, (job, delivered) => runBotJob(systemClock, job, delivered));
