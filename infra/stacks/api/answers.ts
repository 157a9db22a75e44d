import { Duration } from 'aws-cdk-lib';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { reservedFor } from '#infra/config/stage';
import type { SocketApi } from '#infra/constructs/socket-api';
import { consumeQueue, sendMessages } from '#infra/constructs/statements';
import { sendRegularly } from '#infra/constructs/timed-message';
import { WorkQueue } from '#infra/constructs/work-queue';
import { ANSWER_MEMORY, type ApiParts } from './parts';

/** An answer may take the model's time and the fallback's. */
const ANSWER_TIMEOUT = Duration.seconds(60);

/** As often as EventBridge can. */
const SWEEPS_EVERY_MINUTES = 1;

/** The function that answers, and what answers where it didn't end. */
export function answerFunctions(parts: ApiParts, sockets: SocketApi) {
  const failures = new WorkQueue(parts.scope, 'AnswerFailures', {
    functionTimeout: ANSWER_TIMEOUT,
    // A visitor waits.
    lateAfter: Duration.minutes(2),
  });
  const answering = parts.answering(sockets);
  const { stage } = parts.props;
  const answer = parts.function('Answer', 'socket-answer', 'Answers one message of a visitor', {
    timeout: ANSWER_TIMEOUT,
    memory: ANSWER_MEMORY,
    reserved: reservedFor(stage, 'answer'),
    released: true,
    traced: true,
    environment: answering.environment,
    statements: [...answering.statements, ...parts.generating, sendMessages(failures.queue)],
  });
  answer.target.configureAsyncInvoke({
    // A repeated answer would be a second one; what failed goes to the queue, whose reader quotes instead.
    retryAttempts: 0,
    maxEventAge: Duration.minutes(2),
    onFailure: { bind: () => ({ destination: failures.queue.queueArn }) },
  });
  const reserved = reservedFor(stage, 'failedAnswers');
  const failedAnswers = parts.function(
    'FailedAnswers',
    'queue-failed-answers',
    'Answers with quotes, or says that it failed, what waits after a function has died',
    {
      timeout: ANSWER_TIMEOUT,
      memory: ANSWER_MEMORY,
      reserved,
      released: true,
      traced: true,
      environment: { ...answering.environment, ANSWER_FAILURES_QUEUE_URL: failures.queue.queueUrl },
      // A sweep gives each message that it finds to an invocation of its own.
      statements: [...answering.statements, consumeQueue(failures.queue), sendMessages(failures.queue)],
    },
  );
  new EventSourceMapping(parts.scope, 'FailedAnswersSource', {
    target: failedAnswers.target,
    eventSourceArn: failures.queue.queueArn,
    batchSize: 1,
    // More would be refused by the function, and each refusal counts as a delivery that failed.
    ...(reserved !== undefined && { maxConcurrency: Math.max(2, reserved) }),
    reportBatchItemFailures: true,
  });
  sendRegularly(parts.scope, 'AnswersOverdue', {
    description: 'Has messages answered that wait for too long',
    everyMinutes: SWEEPS_EVERY_MINUTES,
    queue: failures.queue,
    message: { kind: 'sweep' },
  });
  return { answer, failedAnswers, failures };
}
