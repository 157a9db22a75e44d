import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { type EnvironmentName, environment } from './environment';

const client = /* @__PURE__ */ new SQSClient({});

/** SQS takes at most ten messages a call. */
const BATCH = 10;

export interface OutgoingMessage {
  readonly body: unknown;
  /** On a fair queue: whose work it is, so that one tenant's flood doesn't delay another's message. */
  readonly group?: string;
}

/** The longest that SQS holds a message back. */
const MAX_DELAY_SECONDS = 900;

export async function sendToQueue(
  queueUrl: string,
  { body, group, delaySeconds }: OutgoingMessage & { readonly delaySeconds?: number },
): Promise<void> {
  await client.send(
    new SendMessageCommand({
      QueueUrl: queueUrl,
      MessageBody: JSON.stringify(body),
      ...(group !== undefined && { MessageGroupId: group }),
      ...(delaySeconds !== undefined && { DelaySeconds: delaySeconds }),
    }),
  );
}

/**
 * What sends jobs into the queue whose address a variable has, in the group of their account: one tenant's flood delays
 * nobody else's. A job that is to wait for longer than SQS holds it back comes when that is over.
 * Called pure, as a bundle leaves out the queues then that its code sends nothing to.
 */
export function jobQueue<Job extends { readonly accountId: string }>(queueUrl: EnvironmentName) {
  return (job: Job, delaySeconds = 0): Promise<void> =>
    sendToQueue(environment(queueUrl), {
      body: job,
      group: job.accountId,
      ...(delaySeconds > 0 && { delaySeconds: Math.min(MAX_DELAY_SECONDS, Math.ceil(delaySeconds)) }),
    });
}

/** Sends all; throws when SQS refused any, naming how many, so that the caller's own delivery is repeated. */
export async function sendAllToQueue(queueUrl: string, messages: readonly OutgoingMessage[]): Promise<void> {
  for (let start = 0; start < messages.length; start += BATCH) {
    const batch = messages.slice(start, start + BATCH);
    const { Failed = [] } = await client.send(
      new SendMessageBatchCommand({
        QueueUrl: queueUrl,
        Entries: batch.map(({ body, group }, index) => ({
          Id: String(index),
          MessageBody: JSON.stringify(body),
          ...(group !== undefined && { MessageGroupId: group }),
        })),
      }),
    );
    if (Failed.length > 0)
      throw new Error(
        `${Failed.length} of ${batch.length} messages were refused: ${Failed[0]?.Message ?? ''}`,
      );
  }
}
