import type { Resource } from '../assembly/model';
import type { Streams } from '../runtime/ports';
import type { LocalContext, LocalService } from '../service';

export interface DynamoDbOptions {
  /** Resources of type AWS::DynamoDB::Table and AWS::DynamoDB::GlobalTable. */
  readonly tables: readonly Resource[];
  /** Milliseconds since the epoch; tests move it. */
  readonly now?: () => number;
  /** Time between two sweeps of expired items; AWS takes up to days. */
  readonly sweepMs?: number;
}

export interface DynamoDbService extends LocalService, Streams {
  /** Removes what has expired now, as the service itself; gives how many items. */
  sweep(): Promise<number>;
}

/**
 * Tables with their indexes, streams and time to live, served with the DynamoDB and the DynamoDB Streams API
 * (targets DynamoDB_20120810.* and DynamoDBStreams_20120810.*).
 */
export declare function createDynamoDb(context: LocalContext, options: DynamoDbOptions): DynamoDbService;
