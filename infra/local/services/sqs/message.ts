import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod';

/** As the API names them; `BinaryValue` is base64. */
export const AttributeValue = z.object({
  DataType: z.string().min(1),
  StringValue: z.string().optional(),
  BinaryValue: z.string().optional(),
});
export type AttributeValue = z.infer<typeof AttributeValue>;
export type Attributes = Readonly<Record<string, AttributeValue>>;

/** What a sender gave, and where the message came from. */
export interface Message {
  readonly id: string;
  readonly body: string;
  readonly attributes: Attributes;
  /** AWSTraceHeader only. */
  readonly systemAttributes: Attributes;
  readonly sender: string;
  readonly sentAt: number;
  readonly groupId?: string;
  readonly deduplicationId?: string;
  /** Of a FIFO queue. */
  readonly sequence?: string;
  /** ARN of the queue that gave it up as a dead letter. */
  readonly deadFrom?: string;
  readonly delivery: Delivery;
}

/** How often it was handed out, and when it may be again. */
export interface Delivery {
  readonly receives: number;
  readonly visibleAt: number;
  readonly firstReceivedAt?: number;
  /** Handed out inside this process: when that ends, so has its receiver. */
  readonly inProcess?: boolean;
}

export function isInFlight({ delivery }: Message, now: number): boolean {
  return delivery.receives > 0 && delivery.visibleAt > now;
}

/** Names one receipt of a message: a later receipt makes it stale. */
export function receiptHandle({ id, delivery }: Message): string {
  return Buffer.from(JSON.stringify([id, delivery.receives, randomUUID()])).toString('base64');
}

const Handle = z.tuple([z.string(), z.number(), z.string()]);

export function readHandle(handle: string): { readonly id: string; readonly receives: number } | undefined {
  try {
    const [id, receives] = Handle.parse(JSON.parse(Buffer.from(handle, 'base64').toString()));
    return { id, receives };
  } catch {
    return undefined;
  }
}

export function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

/** Clients compute this over what they sent and refuse an answer that differs; undefined for no attributes. */
export function md5OfAttributes(attributes: Attributes): string | undefined {
  const names = Object.keys(attributes).sort();
  if (names.length === 0) return undefined;
  const hash = createHash('md5');
  const add = (bytes: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    hash.update(length).update(bytes);
  };
  for (const name of names) {
    const { DataType, StringValue, BinaryValue } = attributes[name] ?? { DataType: '' };
    const isBinary = DataType.startsWith('Binary');
    add(Buffer.from(name));
    add(Buffer.from(DataType));
    hash.update(Buffer.from([isBinary ? 2 : 1]));
    add(isBinary ? Buffer.from(BinaryValue ?? '', 'base64') : Buffer.from(StringValue ?? ''));
  }
  return hash.digest('hex');
}

/** What counts against the limit of a message: body and attributes. */
export function sizeOf(body: string, attributes: Attributes): number {
  let size = Buffer.byteLength(body);
  for (const [name, { DataType, StringValue = '', BinaryValue = '' }] of Object.entries(attributes)) {
    size += Buffer.byteLength(name) + Buffer.byteLength(DataType) + Buffer.byteLength(StringValue);
    size += Buffer.from(BinaryValue, 'base64').length;
  }
  return size;
}

/** Attributes that SQS itself gives a message. */
export function systemAttributes(message: Message): Record<string, string> {
  const { delivery, systemAttributes: given } = message;
  const trace = given.AWSTraceHeader?.StringValue;
  return {
    SenderId: message.sender,
    SentTimestamp: String(message.sentAt),
    ApproximateReceiveCount: String(delivery.receives),
    ApproximateFirstReceiveTimestamp: String(delivery.firstReceivedAt ?? message.sentAt),
    ...(message.groupId !== undefined && { MessageGroupId: message.groupId }),
    ...(message.deduplicationId !== undefined && { MessageDeduplicationId: message.deduplicationId }),
    ...(message.sequence !== undefined && { SequenceNumber: message.sequence }),
    ...(message.deadFrom !== undefined && { DeadLetterQueueSourceArn: message.deadFrom }),
    ...(trace !== undefined && { AWSTraceHeader: trace }),
  };
}
