import { allow, sendMessages } from '#infra/constructs/statements';
import type { WorkQueue } from '#infra/constructs/work-queue';
import type { Own } from './parts';

/**
 * What the administration may do with queues: count their messages, look at what failed for good, and send it back. It
 * knows them by name, since listing all queues of a region can't be granted for ours alone.
 */
export function deadLetterAccess(workQueues: readonly WorkQueue[]): Pick<Own, 'environment' | 'statements'> {
  const deadLetters = workQueues.map((work) => work.deadLetters);
  const entries = workQueues.map(
    (work) => `${nameOf(work.node.path)}:${work.deadLetters.queueName}:${work.queue.queueName}`,
  );
  return {
    environment: { DEAD_LETTERS: entries.join(','), QUEUE_BASE: deadLetters[0]?.queueUrl ?? '' },
    statements: [
      allow(
        ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:ChangeMessageVisibility', 'sqs:GetQueueAttributes'],
        deadLetters.map(({ queueArn }) => queueArn),
      ),
      allow(
        ['sqs:GetQueueAttributes'],
        workQueues.map(({ queue }) => queue.queueArn),
      ),
      ...workQueues.map(({ queue }) => sendMessages(queue)),
    ],
  };
}

/** Of a construct within its stack: `…/IndexJobs` is `index-jobs`. */
function nameOf(path: string): string {
  const name = path.split('/').slice(1).join('-');
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
}
