import { ListQueuesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { asOperator, type CloudAddress } from '#test/helpers/cloud';

/**
 * Puts a message into a queue of the stage, in the operator's hands: as a schedule does, or what follows the table when
 * a time has come. `name` is the beginning of the queue's own name behind that of its stack; those of dead letters end so.
 */
export async function sendTo(
  cloud: CloudAddress,
  name: RegExp,
  message: object,
  group?: string,
): Promise<void> {
  const sqs = new SQSClient(asOperator(cloud));
  const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({}));
  const isDead = name.source.includes('DeadLetters');
  const QueueUrl = QueueUrls.find((url) => name.test(url) && (isDead || !url.includes('DeadLetters')));
  if (!QueueUrl) throw new Error(`There is no queue ${name}.`);
  const MessageBody = JSON.stringify(message);
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody, ...(group && { MessageGroupId: group }) }));
  sqs.destroy();
}
