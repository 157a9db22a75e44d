import type { Resource } from '../assembly/model';
import type { Queues } from '../runtime/ports';
import type { LocalContext, LocalService } from '../service';

export interface SqsOptions {
  /** Resources of type AWS::SQS::Queue. */
  readonly queues: readonly Resource[];
  /** Milliseconds since the epoch; tests move it. */
  readonly now?: () => number;
}

export interface SqsService extends LocalService, Queues {}

/** Queues, served with the JSON protocol (target AmazonSQS.*) and in this process as `Queues`. */
export declare function createSqs(context: LocalContext, options: SqsOptions): SqsService;
