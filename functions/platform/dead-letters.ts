import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  paginateListQueues,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { environment, environmentList } from './environment';

/** Queues are listed by the region's endpoint, which is then asked for each of them too. */
const client = /* @__PURE__ */ new SQSClient({ useQueueUrlAsEndpoint: false });

/** A queue of messages that failed for good. */
export interface DeadLetterQueue {
  /** Short and the same on every stage: `work`. */
  readonly name: string;
  readonly url: string;
  /** Where its messages come from and go back to. */
  readonly source: string;
  readonly messages: number;
}

export interface DeadLetter {
  readonly id: string;
  readonly sentAt: Date;
  /** Whose work it is. */
  readonly group: string | null;
  readonly body: string;
}

/** The dead-letter queues of a stage: those to which another of its queues gives what failed. */
export async function listDeadLetterQueues(stage: string): Promise<readonly DeadLetterQueue[]> {
  const queues: { url: string; arn: string; target: string | null; messages: number }[] = [];
  for await (const { QueueUrls = [] } of paginateListQueues(
    { client, pageSize: 100 },
    { QueueNamePrefix: `parley-${stage}-` },
  ))
    for (const url of QueueUrls) queues.push({ url, ...(await attributesOf(url)) });
  return queues
    .flatMap(({ url, arn, messages }) => {
      const source = queues.find(({ target }) => target === arn);
      return source ? [{ name: nameOf(url), url, source: source.url, messages }] : [];
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * The dead-letter queues that the infrastructure has told the function of, as `name:dead letters:source`: a function may
 * not list the queues of the region.
 */
export function knownDeadLetterQueues(): readonly Omit<DeadLetterQueue, 'messages'>[] {
  const base = environment('QUEUE_BASE').replace(/[^/]+$/, '');
  return environmentList('DEAD_LETTERS').map((entry) => {
    const [name = '', deadLetters = '', source = ''] = entry.split(':');
    return { name, url: `${base}${deadLetters}`, source: `${base}${source}` };
  });
}

/** Messages that are in a queue, about. */
export async function countMessages(url: string): Promise<number> {
  return (await attributesOf(url)).messages;
}

async function attributesOf(url: string) {
  const { Attributes = {} } = await client.send(
    new GetQueueAttributesCommand({
      QueueUrl: url,
      AttributeNames: [
        'QueueArn',
        'RedrivePolicy',
        'ApproximateNumberOfMessages',
        'ApproximateNumberOfMessagesNotVisible',
      ],
    }),
  );
  const policy: { deadLetterTargetArn?: string } = JSON.parse(Attributes.RedrivePolicy ?? '{}');
  const count = (value: string | undefined) => Number(value ?? 0);
  return {
    arn: Attributes.QueueArn ?? '',
    target: policy.deadLetterTargetArn ?? null,
    messages:
      count(Attributes.ApproximateNumberOfMessages) + count(Attributes.ApproximateNumberOfMessagesNotVisible),
  };
}

/** `…/parley-production-ingest-WorkDeadLetters7D6F983C-x9` is `work`. */
function nameOf(url: string): string {
  const last = url.slice(url.lastIndexOf('/') + 1);
  const [, logical = last] =
    /^parley-[a-z0-9]+-[a-z]+-([A-Za-z]+?)(?:DeadLetters)?[0-9A-F]{8}(?:-.*)?$/.exec(last) ?? [];
  return logical.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
}

/** The messages of a queue, at most so many, which stay there. */
export async function showDeadLetters(
  queue: Pick<DeadLetterQueue, 'url'>,
  most: number,
): Promise<readonly DeadLetter[]> {
  const held = await hold(queue.url, most);
  for (const message of held) await letGo(queue.url, message);
  return held.map(toDeadLetter).sort((a, b) => a.sentAt.getTime() - b.sentAt.getTime());
}

/**
 * Sends messages back to where they came from: all, or those with these ids. Sent before it is deleted: a command
 * that dies in between sends a message twice, which its consumer bears. Gives how many went.
 */
export async function redriveDeadLetters(
  queue: Omit<DeadLetterQueue, 'messages'>,
  ids?: ReadonlySet<string>,
  /** Ends with what is sent by then. @default never */
  mayGoOn: (sent: number) => boolean = () => true,
): Promise<number> {
  const { url, source } = queue;
  const passedOver: Message[] = [];
  let sent = 0;
  try {
    for (;;) {
      if (!mayGoOn(sent)) return sent;
      const batch = await receive(url, HOLD_SECONDS);
      if (batch.length === 0) return sent;
      for (const message of batch) {
        if (ids && !ids.has(message.MessageId ?? '')) {
          passedOver.push(message);
          continue;
        }
        const group = message.Attributes?.MessageGroupId;
        await client.send(
          new SendMessageCommand({
            QueueUrl: source,
            MessageBody: message.Body ?? '',
            ...(group !== undefined && { MessageGroupId: group }),
          }),
        );
        await client.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: message.ReceiptHandle }));
        sent++;
      }
      if (sent === ids?.size) return sent;
    }
  } finally {
    for (const message of passedOver) await letGo(url, message);
  }
}

/** How long nobody else sees what is being looked at. */
const HOLD_SECONDS = 120;
/** SQS may answer with nothing though there is something, unless it may look for a moment: then it asks all its servers. */
const WAIT_SECONDS = 1;

async function hold(url: string, most: number): Promise<readonly Message[]> {
  const held = new Map<string, Message>();
  while (held.size < most) {
    const batch = await receive(url, HOLD_SECONDS, Math.min(10, most - held.size));
    if (batch.length === 0) break;
    for (const message of batch) held.set(message.MessageId ?? '', message);
  }
  return [...held.values()];
}

async function receive(url: string, seconds: number, most = 10): Promise<readonly Message[]> {
  const { Messages = [] } = await client.send(
    new ReceiveMessageCommand({
      QueueUrl: url,
      MaxNumberOfMessages: most,
      VisibilityTimeout: seconds,
      WaitTimeSeconds: WAIT_SECONDS,
      MessageSystemAttributeNames: ['SentTimestamp', 'MessageGroupId'],
    }),
  );
  return Messages;
}

async function letGo(url: string, { ReceiptHandle }: Message): Promise<void> {
  await client.send(
    new ChangeMessageVisibilityCommand({ QueueUrl: url, ReceiptHandle, VisibilityTimeout: 0 }),
  );
}

function toDeadLetter({ MessageId = '', Body = '', Attributes = {} }: Message): DeadLetter {
  return {
    id: MessageId,
    sentAt: new Date(Number(Attributes.SentTimestamp ?? 0)),
    group: Attributes.MessageGroupId ?? null,
    body: Body,
  };
}
