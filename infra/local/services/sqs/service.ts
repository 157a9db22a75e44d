import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Resource } from '../../assembly/model';
import type { Queues, ReceivedMessage } from '../../runtime/ports';
import type { AwsAnswer, AwsCall, LocalContext, LocalService, RequiredAction } from '../../service';
import { Api, type Body, requiredActionsOf } from './api';
import { Broker } from './broker';
import { type QueueDefinition, readQueue } from './definition';
import { invalidParameter, SqsError } from './errors';
import { type Attributes, type Message, md5, receiptHandle, systemAttributes } from './message';

export interface SqsOptions {
  /** Resources of type AWS::SQS::Queue. */
  readonly queues: readonly Resource[];
  /** Milliseconds since the epoch; tests move it. */
  readonly now?: () => number;
}

export interface SqsService extends LocalService, Queues {}

/** Queues, served with the JSON protocol (target AmazonSQS.*) and in this process as `Queues`. */
export function createSqs(context: LocalContext, options: SqsOptions): SqsService {
  return new Sqs(context, options);
}

const FILE = 'journal.jsonl';
/** Who sends from inside the local cloud: notifications of buckets, failure destinations. */
const INTERNAL_SENDER = 'AIDALOCAL';

class Sqs implements SqsService {
  readonly name = 'sqs';
  private readonly definitions: readonly QueueDefinition[];
  private readonly now: () => number;
  private opened: { readonly broker: Broker; readonly api: Api } | undefined;

  constructor(
    private readonly context: LocalContext,
    options: SqsOptions,
  ) {
    this.definitions = options.queues.map(readQueue);
    this.now = options.now ?? Date.now;
    refuseLooseEnds(this.definitions);
  }

  async start(): Promise<void> {
    const broker = new Broker(join(this.context.directory, FILE), this.definitions, this.now);
    this.opened = { broker, api: new Api(broker, this.context, this.now) };
  }

  async stop(): Promise<void> {
    this.opened?.broker.close();
    this.opened = undefined;
  }

  requiredActions(call: AwsCall): readonly RequiredAction[] {
    try {
      return requiredActionsOf(operationOf(call), bodyOf(call), this.context);
    } catch {
      // The call itself says what is wrong with it.
      return [];
    }
  }

  async handle(call: AwsCall): Promise<AwsAnswer> {
    try {
      const sender = call.principal.arn.slice(call.principal.arn.lastIndexOf('/') + 1) || INTERNAL_SENDER;
      return answer(200, await this.open.api.run(operationOf(call), bodyOf(call), sender));
    } catch (error) {
      if (error instanceof SqsError) return refusal(error);
      this.context.log(`sqs: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
      return answer(500, { __type: 'com.amazonaws.sqs#InternalFailure', message: 'Internal failure' });
    }
  }

  async receive(
    queueArn: string,
    { max, waitMs, signal }: { max: number; waitMs: number; signal?: AbortSignal },
  ): Promise<readonly ReceivedMessage[]> {
    const { broker } = this.open;
    const messages = await broker.receive(broker.queue(queueArn), { max, waitMs, signal, inProcess: true });
    return messages.map(toReceived);
  }

  async delete(queueArn: string, receiptHandles: readonly string[]): Promise<void> {
    const { broker } = this.open;
    const queue = broker.queue(queueArn);
    for (const handle of receiptHandles) broker.delete(queue, handle);
  }

  async changeVisibility(
    queueArn: string,
    receiptHandles: readonly string[],
    seconds: number,
  ): Promise<void> {
    const { broker } = this.open;
    const queue = broker.queue(queueArn);
    for (const handle of receiptHandles) broker.changeVisibility(queue, handle, seconds);
  }

  async send(queueArn: string, body: string, options: { readonly groupId?: string } = {}): Promise<void> {
    const { broker } = this.open;
    broker.send(broker.queue(queueArn), { body, sender: INTERNAL_SENDER, groupId: options.groupId });
  }

  depth(queueArn: string): number {
    return this.open.broker.depth(queueArn);
  }

  private get open() {
    if (!this.opened) throw new Error('SQS is not started');
    return this.opened;
  }
}

/** A dead letter that has nowhere to go would be lost when it is too late to say so. */
function refuseLooseEnds(definitions: readonly QueueDefinition[]): void {
  const arns = new Set(definitions.map(({ arn }) => arn));
  for (const { name, RedrivePolicy } of definitions) {
    if (RedrivePolicy && !arns.has(RedrivePolicy.deadLetterTargetArn)) {
      throw new Error(
        `queue ${name} names a dead-letter queue that is not there: ${RedrivePolicy.deadLetterTargetArn}`,
      );
    }
  }
}

function operationOf(call: AwsCall): string {
  const target = String(call.headers['x-amz-target'] ?? '');
  return target.slice(target.indexOf('.') + 1);
}

function bodyOf(call: AwsCall): Body {
  let body: unknown;
  try {
    body = JSON.parse(call.body.toString() || '{}');
  } catch {
    body = undefined;
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalidParameter('The request is not a JSON object.');
  }
  return body as Body;
}

/** As Lambda hands messages to a function. */
function toReceived(message: Message): ReceivedMessage {
  return {
    messageId: message.id,
    receiptHandle: receiptHandle(message),
    body: message.body,
    md5OfBody: md5(message.body),
    attributes: systemAttributes(message),
    messageAttributes: lambdaAttributes(message.attributes),
  };
}

function lambdaAttributes(attributes: Attributes): ReceivedMessage['messageAttributes'] {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, { DataType, StringValue, BinaryValue }]) => [
      name,
      {
        dataType: DataType,
        ...(StringValue !== undefined && { stringValue: StringValue }),
        ...(BinaryValue !== undefined && { binaryValue: BinaryValue }),
      },
    ]),
  );
}

function refusal(error: SqsError): AwsAnswer {
  const { headers, ...rest } = answer(400, {
    __type: `com.amazonaws.sqs#${error.type}`,
    message: error.message,
  });
  return { ...rest, headers: { ...headers, 'x-amzn-query-error': `${error.queryCode};Sender` } };
}

function answer(status: number, body: unknown): AwsAnswer {
  return {
    status,
    headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-requestid': randomUUID() },
    body: JSON.stringify(body),
  };
}
