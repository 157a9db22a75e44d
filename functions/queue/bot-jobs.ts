import { BotJob, runBotJob } from '#core/lifecycle/bots/jobs';
import { systemClock } from '#platform/clock';
import { queueHandler } from '#platform/queue-handler';

export const handler = queueHandler(BotJob, (job, delivered) => runBotJob(systemClock, job, delivered));
