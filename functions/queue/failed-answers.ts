import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { answerDeps } from '#core/conversations/answer-deps';
import { answerFailedMessage, answerOverdue, FailedAnswer } from '#core/conversations/failed-answers';
import { OverdueMessage, queueOverdue, Sweep, sweepOverdue } from '#core/conversations/overdue-messages';
import { queueHandler } from '#platform/queue-handler';

const deps = { ...answerDeps(), sleep, queueOverdue };

export const handler = queueHandler(z.union([FailedAnswer, Sweep, OverdueMessage]), (job, delivery) => {
  if (!('kind' in job)) return answerFailedMessage(deps, job, delivery);
  return job.kind === 'sweep' ? sweepOverdue(deps, delivery) : answerOverdue(deps, job, delivery);
});
