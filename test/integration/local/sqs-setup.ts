import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  type ReceiveMessageCommandInput,
  SendMessageCommand,
  type SendMessageCommandInput,
  SQSClient,
  type SQSServiceException,
} from '@aws-sdk/client-sqs';
import { afterEach, beforeEach } from 'vitest';
import { createSqs, type SqsService } from '#infra/local/services/sqs/service';
import { resource } from '#test/helpers/serve-service';
import { temporaryFolder } from '#test/helpers/temporary-folder';
import { ACCOUNT, REGION, type Served, serveThroughGateway, thrownBy } from './through-gateway';

export const arn = (name: string) => `arn:aws:sqs:${REGION}:${ACCOUNT}:${name}`;

export const url = (name: string) => `${served.endpoint}/${ACCOUNT}/${name}`;

export const queue = (name: string, properties: object = {}) =>
  resource('AWS::SQS::Queue', `https://sqs/${name}`, { ...properties }, { Arn: arn(name) });

const QUEUES = [
  queue('work', {
    VisibilityTimeout: 30,
    RedrivePolicy: { deadLetterTargetArn: arn('dead'), maxReceiveCount: 2 },
  }),
  queue('dead', { MessageRetentionPeriod: 1_209_600 }),
  queue('late', { DelaySeconds: 60 }),
  queue('small', { MaximumMessageSize: 1024, MessageRetentionPeriod: 60 }),
  queue('line.fifo', { FifoQueue: true, VisibilityTimeout: 30 }),
  queue('content.fifo', { FifoQueue: true, ContentBasedDeduplication: true }),
];

export let folder: string;

export let served: Served<SqsService>;

export let sqs: SQSClient;

export let now: number;

export async function open(): Promise<void> {
  served = await serveThroughGateway(folder, (context) =>
    createSqs(context, { queues: QUEUES, now: () => now }),
  );
  sqs = new SQSClient(served.client);
}

export async function close(): Promise<void> {
  sqs.destroy();
  await served.stop();
}

/** Registers what the tests of a file need. */
export function prepareSqs(): void {
  beforeEach(async () => {
    now = Date.parse('2026-03-01T12:00:00Z');
    folder = temporaryFolder();
    await open();
  });
  afterEach(close);
}

export const send = (name: string, MessageBody: string, more: Partial<SendMessageCommandInput> = {}) =>
  sqs.send(new SendMessageCommand({ QueueUrl: url(name), MessageBody, ...more }));

export const receive = async (
  name: string,
  more: Partial<ReceiveMessageCommandInput> = {},
): Promise<Message[]> => {
  const { Messages } = await sqs.send(
    new ReceiveMessageCommand({ QueueUrl: url(name), MaxNumberOfMessages: 10, ...more }),
  );
  return Messages ?? [];
};

export const bodies = async (name: string, more: Partial<ReceiveMessageCommandInput> = {}) =>
  (await receive(name, more)).map(({ Body }) => Body);

export const remove = (name: string, { ReceiptHandle }: Message) =>
  sqs.send(new DeleteMessageCommand({ QueueUrl: url(name), ReceiptHandle }));

export const first = <T>(list: readonly T[]): T => {
  const [item] = list;
  if (item === undefined) throw new Error('nothing was received');
  return item;
};

export const counts = async (name: string) => {
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: url(name), AttributeNames: ['All'] }),
  );
  return (['', 'NotVisible', 'Delayed'] as const).map((kind) =>
    Number(Attributes?.[`ApproximateNumberOfMessages${kind}`]),
  );
};

export const thrown = thrownBy<SQSServiceException>;

export function setFolder(value: typeof folder): void {
  folder = value;
}

export function setNow(value: typeof now): void {
  now = value;
}
