import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { LocalContext, RequiredAction } from '#infra/local/service';
import type { Broker, Sending } from './broker';
import { queueName } from './definition';
import {
  batchError,
  invalidContents,
  invalidParameter,
  missingParameter,
  resourceNotFound,
  SqsError,
  unsupported,
} from './errors';
import {
  type Attributes,
  AttributeValue,
  type Message,
  md5,
  md5OfAttributes,
  receiptHandle,
  sizeOf,
  systemAttributes,
} from './message';
import type { Queue } from './queue';

export type Body = Readonly<Record<string, unknown>>;
type Answer = Record<string, unknown>;

/** A redrive that was asked for; it is over before it is answered. */
interface MoveTask {
  readonly SourceArn: string;
  readonly DestinationArn?: string | undefined;
  readonly moved: number;
  readonly startedAt: number;
}

const MAX_BATCH = 10;
const MAX_BATCH_BYTES = 1_048_576;
const MAX_VISIBILITY_SECONDS = 43_200;

const Attributed = {
  MessageAttributes: z.record(z.string(), AttributeValue).default({}),
  MessageSystemAttributes: z.record(z.string(), AttributeValue).default({}),
};
const Outgoing = z.object({
  MessageBody: z.string(),
  DelaySeconds: z.number().int().min(0).max(900).optional(),
  MessageGroupId: z.string().min(1).max(128).optional(),
  MessageDeduplicationId: z.string().min(1).max(128).optional(),
  ...Attributed,
});
const Receive = z.object({
  MaxNumberOfMessages: z.number().int().min(1).max(10).default(1),
  VisibilityTimeout: z.number().int().min(0).max(MAX_VISIBILITY_SECONDS).optional(),
  WaitTimeSeconds: z.number().int().min(0).max(20).optional(),
  AttributeNames: z.array(z.string()).default([]),
  MessageSystemAttributeNames: z.array(z.string()).default([]),
  MessageAttributeNames: z.array(z.string()).default([]),
});
const Visibility = z.object({
  ReceiptHandle: z.string(),
  VisibilityTimeout: z.number().int().min(0).max(MAX_VISIBILITY_SECONDS),
});
const Receipt = z.object({ ReceiptHandle: z.string() });
const Move = z.object({ SourceArn: z.string(), DestinationArn: z.string().optional() });

/** The operations of the JSON protocol over a broker. */
export class Api {
  private readonly moves: MoveTask[] = [];

  constructor(
    private readonly broker: Broker,
    private readonly context: LocalContext,
    private readonly now: () => number,
  ) {}

  async run(operation: string, body: Body, sender: string): Promise<Answer> {
    switch (operation) {
      case 'SendMessage':
        return this.send(this.queueOf(body), body, sender);
      case 'SendMessageBatch': {
        const queue = this.queueOf(body);
        refuseLargeBatch(entriesOf(body));
        return batch(body, (entry) => this.send(queue, entry, sender));
      }
      case 'ReceiveMessage':
        return this.receive(this.queueOf(body), body);
      case 'DeleteMessage':
        return this.delete(this.queueOf(body), body);
      case 'DeleteMessageBatch': {
        const queue = this.queueOf(body);
        return batch(body, (entry) => this.delete(queue, entry));
      }
      case 'ChangeMessageVisibility':
        return this.changeVisibility(this.queueOf(body), body);
      case 'ChangeMessageVisibilityBatch': {
        const queue = this.queueOf(body);
        return batch(body, (entry) => this.changeVisibility(queue, entry));
      }
      case 'PurgeQueue':
        this.broker.purge(this.queueOf(body));
        return {};
      case 'GetQueueUrl':
        return { QueueUrl: this.urlOf(this.broker.queue(text(body, 'QueueName'))) };
      case 'GetQueueAttributes':
        return this.attributes(this.queueOf(body), body);
      case 'ListQueues':
        return this.list(body);
      case 'ListDeadLetterSourceQueues':
        return { queueUrls: this.sourcesOf(this.queueOf(body)).map((queue) => this.urlOf(queue)) };
      case 'StartMessageMoveTask':
        return this.startMove(body);
      case 'ListMessageMoveTasks':
        return this.listMoves(body);
      default:
        throw unsupported(`${operation} is not served locally; queues are made from the template.`);
    }
  }

  private send(queue: Queue, body: Body, sender: string): Answer {
    text(body, 'MessageBody');
    const message = parse(Outgoing, body);
    const attributes = message.MessageAttributes;
    refuseUnfit(queue, message);
    const sending: Sending = {
      body: message.MessageBody,
      sender,
      attributes,
      systemAttributes: message.MessageSystemAttributes,
      delaySeconds: message.DelaySeconds,
      groupId: message.MessageGroupId,
      deduplicationId: message.MessageDeduplicationId,
    };
    const sent = this.broker.send(queue, sending);
    return defined({
      MessageId: sent.messageId,
      MD5OfMessageBody: md5(message.MessageBody),
      MD5OfMessageAttributes: md5OfAttributes(attributes),
      MD5OfMessageSystemAttributes: md5OfAttributes(message.MessageSystemAttributes),
      SequenceNumber: sent.sequence,
    });
  }

  private async receive(queue: Queue, body: Body): Promise<Answer> {
    const request = parse(Receive, body);
    const messages = await this.broker.receive(queue, {
      max: request.MaxNumberOfMessages,
      waitMs: 1000 * (request.WaitTimeSeconds ?? queue.definition.ReceiveMessageWaitTimeSeconds),
      visibilitySeconds: request.VisibilityTimeout,
    });
    if (messages.length === 0) return {};
    const system = [...request.AttributeNames, ...request.MessageSystemAttributeNames];
    return {
      Messages: messages.map((message) => received(message, system, request.MessageAttributeNames)),
    };
  }

  private delete(queue: Queue, body: Body): Answer {
    text(body, 'ReceiptHandle');
    this.broker.delete(queue, parse(Receipt, body).ReceiptHandle);
    return {};
  }

  private changeVisibility(queue: Queue, body: Body): Answer {
    text(body, 'ReceiptHandle');
    const { ReceiptHandle, VisibilityTimeout } = parse(Visibility, body);
    this.broker.changeVisibility(queue, ReceiptHandle, VisibilityTimeout);
    return {};
  }

  private attributes(queue: Queue, body: Body): Answer {
    const { definition } = queue;
    const counts = queue.counts(this.now());
    const all = defined({
      QueueArn: definition.arn,
      ApproximateNumberOfMessages: counts.visible,
      ApproximateNumberOfMessagesNotVisible: counts.inFlight,
      ApproximateNumberOfMessagesDelayed: counts.delayed,
      VisibilityTimeout: definition.VisibilityTimeout,
      DelaySeconds: definition.DelaySeconds,
      ReceiveMessageWaitTimeSeconds: definition.ReceiveMessageWaitTimeSeconds,
      MessageRetentionPeriod: definition.MessageRetentionPeriod,
      MaximumMessageSize: definition.MaximumMessageSize,
      RedrivePolicy: definition.RedrivePolicy && JSON.stringify(definition.RedrivePolicy),
      ...(definition.FifoQueue && {
        FifoQueue: true,
        ContentBasedDeduplication: definition.ContentBasedDeduplication,
        DeduplicationScope: definition.DeduplicationScope,
      }),
    });
    const names = parse(z.object({ AttributeNames: z.array(z.string()).default([]) }), body).AttributeNames;
    const wanted = Object.entries(all).filter(([name]) => names.includes('All') || names.includes(name));
    return wanted.length === 0
      ? {}
      : { Attributes: Object.fromEntries(wanted.map(([name, value]) => [name, String(value)])) };
  }

  private list(body: Body): Answer {
    const { QueueNamePrefix: prefix } = parse(z.object({ QueueNamePrefix: z.string().default('') }), body);
    const named = this.broker.all.filter(({ definition }) => definition.name.startsWith(prefix));
    return named.length === 0 ? {} : { QueueUrls: named.map((queue) => this.urlOf(queue)).sort() };
  }

  private startMove(body: Body): Answer {
    const { SourceArn, DestinationArn } = parse(Move, body);
    const source = this.find(SourceArn);
    if (this.sourcesOf(source).length === 0) {
      throw invalidParameter('Source queue must be configured as a Dead Letter Queue.');
    }
    const startedAt = this.now();
    const moved = this.broker.redrive(
      source,
      DestinationArn === undefined ? undefined : this.find(DestinationArn),
    );
    this.moves.push({ SourceArn, DestinationArn, moved, startedAt });
    return { TaskHandle: Buffer.from(JSON.stringify({ SourceArn, id: randomUUID() })).toString('base64') };
  }

  private listMoves(body: Body): Answer {
    const { SourceArn } = parse(Move, body);
    return {
      Results: this.moves
        .filter((move) => move.SourceArn === SourceArn)
        .reverse()
        .map(({ moved, startedAt, DestinationArn }) =>
          defined({
            Status: 'COMPLETED',
            SourceArn,
            DestinationArn,
            ApproximateNumberOfMessagesMoved: moved,
            ApproximateNumberOfMessagesToMove: moved,
            StartedTimestamp: startedAt,
          }),
        ),
    };
  }

  private find(arn: string): Queue {
    const queue = this.broker.all.find(({ definition }) => definition.arn === arn);
    if (!queue)
      throw resourceNotFound(
        "The resource that you specified for the SourceArn or DestinationArn doesn't exist.",
      );
    return queue;
  }

  private sourcesOf(target: Queue): Queue[] {
    const { arn } = target.definition;
    return this.broker.all.filter(({ definition }) => definition.RedrivePolicy?.deadLetterTargetArn === arn);
  }

  private queueOf(body: Body): Queue {
    return this.broker.queue(text(body, 'QueueUrl'));
  }

  private urlOf({ definition }: Queue): string {
    return `${this.context.endpoint}/${this.context.accountId}/${definition.name}`;
  }
}

/** The IAM actions of a call, on the queues that it names. */
export function requiredActionsOf(
  operation: string,
  body: Body,
  { region, accountId }: LocalContext,
): RequiredAction[] {
  const action = `sqs:${operation.replace(/Batch$/, '')}`;
  if (operation === 'ListQueues') return [{ action, resource: '*' }];
  if (operation === 'StartMessageMoveTask') {
    const source = String(body.SourceArn);
    const target = body.DestinationArn === undefined ? [] : [String(body.DestinationArn)];
    return [
      ...[action, 'sqs:ReceiveMessage', 'sqs:DeleteMessage'].map((each) => ({
        action: each,
        resource: source,
      })),
      ...target.map((resource) => ({ action: 'sqs:SendMessage', resource })),
    ];
  }
  const name = queueName(String(body.QueueUrl ?? body.SourceArn ?? body.QueueName ?? ''));
  return [{ action, resource: `arn:aws:sqs:${region}:${accountId}:${name}` }];
}

function received(message: Message, systemNames: readonly string[], names: readonly string[]): Answer {
  const attributes = pickAttributes(message.attributes, names);
  const system = Object.entries(systemAttributes(message)).filter(
    ([name]) => systemNames.includes('All') || systemNames.includes(name),
  );
  return defined({
    MessageId: message.id,
    ReceiptHandle: receiptHandle(message),
    Body: message.body,
    MD5OfBody: md5(message.body),
    Attributes: system.length > 0 ? Object.fromEntries(system) : undefined,
    MessageAttributes: Object.keys(attributes).length > 0 ? attributes : undefined,
    MD5OfMessageAttributes: md5OfAttributes(attributes),
  });
}

/** By name, by `prefix.*`, or All. */
function pickAttributes(attributes: Attributes, names: readonly string[]): Attributes {
  const wanted = (name: string) =>
    names.some(
      (pattern) =>
        pattern === 'All' ||
        pattern === '.*' ||
        pattern === name ||
        (pattern.endsWith('.*') && name.startsWith(pattern.slice(0, -2))),
    );
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => wanted(name)));
}

/** Characters that XML can't carry; the older protocol still sets what a message may hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNFIT = /[^\u0009\u000a\u000d\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

function refuseUnfit({ definition }: Queue, message: z.infer<typeof Outgoing>): void {
  const { MessageBody: body, MessageAttributes: attributes } = message;
  if (body === '') throw missingParameter('MessageBody');
  const values = Object.values(attributes).flatMap(({ StringValue }) => StringValue ?? []);
  if ([body, ...values].some((value) => UNFIT.test(value))) throw invalidContents();
  if (Object.keys(attributes).length > 10) {
    throw invalidParameter('Number of message attributes [11] exceeds the allowed maximum [10].');
  }
  for (const [name, { DataType, StringValue, BinaryValue }] of Object.entries(attributes)) {
    const [type] = DataType.split('.', 1);
    const value = type === 'Binary' ? BinaryValue : StringValue;
    if (!['String', 'Number', 'Binary'].includes(type ?? '') || !value) {
      throw invalidParameter(
        `The message attribute '${name}' must contain a non-empty value of its type, which is String, Number or Binary.`,
      );
    }
  }
  if (sizeOf(body, attributes) > definition.MaximumMessageSize) {
    throw invalidParameter(
      `One or more parameters are invalid. Reason: Message must be shorter than ${definition.MaximumMessageSize} bytes.`,
    );
  }
  if (!definition.FifoQueue) {
    if (message.MessageDeduplicationId !== undefined) {
      throw invalidParameter('MessageDeduplicationId is valid for FIFO queues only.');
    }
    return;
  }
  if (message.MessageGroupId === undefined) throw missingParameter('MessageGroupId');
  if (message.DelaySeconds) {
    throw invalidParameter(
      `Value ${message.DelaySeconds} for parameter DelaySeconds is invalid for a FIFO queue.`,
    );
  }
  if (message.MessageDeduplicationId === undefined && !definition.ContentBasedDeduplication) {
    throw invalidParameter(
      'The queue should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly',
    );
  }
}

/** Runs each entry by itself: what fails is told beside what succeeded. */
function batch(body: Body, run: (entry: Body) => Answer): Answer {
  const Successful: Answer[] = [];
  const Failed: Answer[] = [];
  for (const entry of entriesOf(body)) {
    try {
      Successful.push({ Id: entry.Id, ...run(entry) });
    } catch (error) {
      if (!(error instanceof SqsError)) throw error;
      Failed.push({ Id: entry.Id, SenderFault: true, Code: error.queryCode, Message: error.message });
    }
  }
  return { Successful, Failed };
}

function entriesOf(body: Body): readonly Body[] {
  const { Entries } = parse(
    z.object({ Entries: z.array(z.looseObject({ Id: z.string() })).default([]) }),
    body,
  );
  const ids = Entries.map(({ Id }) => Id);
  if (ids.length === 0) {
    throw batchError('EmptyBatchRequest', 'There should be at least one entry in the request.');
  }
  if (ids.length > MAX_BATCH) {
    throw batchError(
      'TooManyEntriesInBatchRequest',
      `Maximum number of entries per request are ${MAX_BATCH}. You have sent ${ids.length}.`,
    );
  }
  if (!ids.every((id) => /^[\w-]{1,80}$/.test(id))) {
    throw batchError(
      'InvalidBatchEntryId',
      'A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.',
    );
  }
  if (new Set(ids).size !== ids.length) {
    throw batchError(
      'BatchEntryIdsNotDistinct',
      'Two or more batch entries in the request have the same Id.',
    );
  }
  return Entries;
}

function refuseLargeBatch(entries: readonly Body[]): void {
  const size = entries.reduce(
    (sum, entry) => sum + (typeof entry.MessageBody === 'string' ? Buffer.byteLength(entry.MessageBody) : 0),
    0,
  );
  if (size > MAX_BATCH_BYTES) {
    throw batchError(
      'BatchRequestTooLong',
      `Batch requests cannot be longer than ${MAX_BATCH_BYTES} bytes. You have sent ${size} bytes.`,
    );
  }
}

function text(body: Body, name: string): string {
  const value = body[name];
  if (typeof value !== 'string') throw missingParameter(name);
  return value;
}

function parse<T>(schema: z.ZodType<T>, body: Body): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw invalidParameter(z.prettifyError(parsed.error));
}

function defined(answer: Answer): Answer {
  return Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== undefined));
}
