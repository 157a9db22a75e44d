/** What parts of the local cloud need from each other: each is implemented by one service and used by the runtime. */

export interface FunctionError {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace?: readonly string[];
}

/** How an invocation ended: what the handler returned, or what it (or its time-out, or its memory) threw. */
export type Outcome =
  | { readonly ok: true; readonly payload: unknown; readonly requestId: string }
  | { readonly ok: false; readonly error: FunctionError; readonly requestId: string };

/** Implemented by the Lambda runtime; APIs, identity triggers and event sources call functions through it. */
export interface Invoker {
  /**
   * Runs a function and waits for its end. `name` is a function's name, its ARN (qualified or not), or an API
   * Gateway integration URI that holds the ARN. Throws `TooManyRequests` when its reserved concurrency is used up.
   */
  invoke(name: string, event: unknown): Promise<Outcome>;
}

/** What a service tells the default bus of EventBridge. */
export interface BusEvent {
  readonly source: string;
  readonly 'detail-type': string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** A message as an event source receives it. */
export interface ReceivedMessage {
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly body: string;
  readonly md5OfBody: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly messageAttributes: Readonly<Record<string, MessageAttribute>>;
}

export interface MessageAttribute {
  readonly dataType: string;
  readonly stringValue?: string;
  /** Base64. */
  readonly binaryValue?: string;
}

/** Implemented by SQS. Queues are named by ARN. */
export interface Queues {
  /** Waits until a message is there, the time is over, or the signal aborts (then empty). */
  receive(
    queueArn: string,
    options: { readonly max: number; readonly waitMs: number; readonly signal?: AbortSignal },
  ): Promise<readonly ReceivedMessage[]>;
  delete(queueArn: string, receiptHandles: readonly string[]): Promise<void>;
  changeVisibility(queueArn: string, receiptHandles: readonly string[], seconds: number): Promise<void>;
  /** Durable once it resolves. */
  send(queueArn: string, body: string, options?: { readonly groupId?: string }): Promise<void>;
  /** Messages that wait or are in work, but not those that are held back for later: for tests and draining. */
  depth(queueArn: string): number;
}

/** Implemented by S3. */
export interface Objects {
  /** Durable once it resolves; who asked to be told of new objects is told. */
  put(bucketArn: string, key: string, body: string): Promise<void>;
}

/** A stream record in the shape that Lambda hands to a function (`aws-lambda`'s DynamoDBRecord). */
export interface StreamRecord {
  readonly eventID: string;
  readonly eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  readonly eventVersion: string;
  readonly eventSource: 'aws:dynamodb';
  readonly awsRegion: string;
  readonly eventSourceARN: string;
  readonly userIdentity?: { readonly type: string; readonly principalId: string };
  readonly dynamodb: {
    readonly ApproximateCreationDateTime: number;
    readonly Keys: Readonly<Record<string, unknown>>;
    readonly NewImage?: Readonly<Record<string, unknown>>;
    readonly OldImage?: Readonly<Record<string, unknown>>;
    /** Grows with each record; compared as a number of digits. */
    readonly SequenceNumber: string;
    readonly SizeBytes: number;
    readonly StreamViewType: string;
  };
}

/** Implemented by DynamoDB: the table streams, kept for 24 hours. */
export interface Streams {
  /** Records after a sequence number (undefined: from the oldest kept), oldest first, at most `max`. */
  read(streamArn: string, after: string | undefined, max: number): Promise<readonly StreamRecord[]>;
  /** Sequence number of the newest record, or undefined for an empty stream. */
  latest(streamArn: string): Promise<string | undefined>;
  /** Calls back after records were appended; returns how to stop. */
  subscribe(streamArn: string, appended: () => void): () => void;
}
