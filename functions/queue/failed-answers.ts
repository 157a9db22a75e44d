import { setTimeout as sleep } from 'node:timers/promises';
import { answerDeps } from '../core/conversations/answer-deps';
import { answerFailedMessage, FailedAnswer } from '../core/conversations/failed-answers';
import { queueHandler } from '../platform/queue-handler';

const deps = { ...answerDeps(), sleep };

export const handler = queueHandler(FailedAnswer, (failed, delivery) =>
  answerFailedMessage(deps, failed, delivery),
);
