import { SendMessageCommand, type SendMessageCommandInput, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach } from 'vitest';

/** Counting follows every change of a conversation, and is tested by itself. */
const COUNTING = 'https://sqs.example/analytics';

/** Queues that take every message and remember them until the next test begins, but for those that count. */
export function recordingQueues() {
  const sqs = mockClient(SQSClient);
  process.env.ANALYTICS_QUEUE_URL = COUNTING;
  process.env.COUNT_EVERY_SECONDS = '60';
  const accept = () => void sqs.on(SendMessageCommand).resolves({});
  beforeEach(() => {
    sqs.reset();
    accept();
  });
  afterAll(() => sqs.restore());
  const inputs = (): SendMessageCommandInput[] =>
    sqs
      .commandCalls(SendMessageCommand)
      .map(({ args: [{ input }] }) => input)
      .filter(({ QueueUrl }) => QueueUrl !== COUNTING);
  return {
    inputs,
    /** The bodies of what was sent. */
    bodies: () => inputs().map(({ MessageBody = '' }) => JSON.parse(MessageBody)),
    forget: () => void sqs.resetHistory(),
    refuse: () =>
      void sqs.on(SendMessageCommand).callsFake(({ QueueUrl }) => {
        if (QueueUrl !== COUNTING) throw new Error('The queue is out of order.');
        return {};
      }),
    accept,
  };
}
