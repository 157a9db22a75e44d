import type { IncomingHttpHeaders } from 'node:http';

/** The signer of a call: a role of the assembly (its access key names it), or the operator, whom nothing is denied. */
export interface Principal {
  readonly kind: 'role' | 'operator' | 'anonymous';
  /** ARN of the role; of the account's root for the operator; empty for an anonymous caller. */
  readonly arn: string;
}

/** A call of an AWS API as it arrived at the gateway, body read. */
export interface AwsCall {
  readonly method: string;
  /** Path and query as sent; the host is the one the client used. */
  readonly url: URL;
  /** The undecoded request target, which signatures are computed over. */
  readonly rawPath: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly principal: Principal;
}

export interface AwsAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An iterable is streamed as it yields. */
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>;
}

/** An IAM action on a resource ARN, as a policy would name them. */
export interface RequiredAction {
  readonly action: string;
  readonly resource: string;
  /** What conditions of a policy may ask for, by key: `ses:FromAddress`. */
  readonly context?: Readonly<Record<string, string | readonly string[]>>;
}

/** One AWS service served locally. Created from the template's resources of its types. */
export interface LocalService {
  /** The service's signing name: dynamodb, s3, s3vectors, sqs, cognito-idp, ses, bedrock, lambda, execute-api, secretsmanager, scheduler. */
  readonly name: string;
  /** Opens its state; after this it answers. */
  start(): Promise<void>;
  /** Finishes what is under way and closes its state. */
  stop(): Promise<void>;
  /** What the caller must be allowed to do for this call: the gateway checks each against the role's policies. */
  requiredActions(call: AwsCall): readonly RequiredAction[];
  handle(call: AwsCall): Promise<AwsAnswer>;
}

/** What services share: where state lies and how things are named. */
export interface LocalContext {
  /** Folder of this service's state; exists. */
  readonly directory: string;
  readonly region: string;
  readonly accountId: string;
  /** Origin of the AWS gateway, e.g. http://127.0.0.1:4000. */
  readonly endpoint: string;
  /** Milliseconds since the epoch; without it the machine's. */
  readonly now?: () => number;
  /** Secret key that signs for an access key, or undefined when no such key exists. */
  secretFor(accessKeyId: string): string | undefined;
  log(message: string): void;
}
