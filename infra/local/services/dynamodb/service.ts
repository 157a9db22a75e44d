import { randomUUID } from 'node:crypto';
import type { Resource } from '../../assembly/model';
import type { AwsLike } from '../../runtime/aws-like';
import type { Meter } from '../../runtime/meter';
import type { Streams } from '../../runtime/ports';
import type { AwsAnswer, AwsCall, LocalContext, LocalService, RequiredAction } from '../../service';
import { check, EvaluationFailed, evaluate, type ItemOperation } from './engine';
import { coralError, DynamoDbError, serviceError } from './errors';
import { removeExpired, trimStream } from './expiry';
import { trimHistory } from './history';
import { IndexLag } from './index-lag';
import type { Request } from './request';
import { requiredActionsOf } from './required-actions';
import { deleteTable, describeBackups, restoredTables, restoreTable } from './restore';
import { Store } from './store';
import { STREAM_OPERATIONS, type StreamOperation, toStreamRecord } from './streams-api';
import { describeTable, describeTimeToLive, readTable, Tables } from './tables';
import { forgetTokens, transactGet, transactWrite } from './transactions';
import { Units } from './units';

export interface DynamoDbOptions {
  /** Resources of type AWS::DynamoDB::Table and AWS::DynamoDB::GlobalTable. */
  readonly tables: readonly Resource[];
  /** Milliseconds since the epoch; tests move it. */
  readonly now?: () => number;
  /** Time between two sweeps of expired items; AWS takes up to days. */
  readonly sweepMs?: number;
  /** Indexes that lag, and items that go late; default: at once. */
  readonly awsLike?: AwsLike | undefined;
  /** Is told what each call takes. */
  readonly meter?: Meter | undefined;
}

export interface DynamoDbService extends LocalService, Streams {
  /** Removes what has expired now, as the service itself; gives how many items. */
  sweep(): Promise<number>;
}

/**
 * Tables with their indexes, streams and time to live, served with the DynamoDB and the DynamoDB Streams API
 * (targets DynamoDB_20120810.* and DynamoDBStreams_20120810.*).
 */
export function createDynamoDb(context: LocalContext, options: DynamoDbOptions): DynamoDbService {
  return new DynamoDb(context, options);
}

const TARGETS = { items: 'DynamoDB_20120810', streams: 'DynamoDBStreams_20120810' };
const READS: ReadonlySet<string> = new Set<ItemOperation>(['GetItem', 'BatchGetItem', 'Query', 'Scan']);
const WRITES: ReadonlySet<string> = new Set<ItemOperation>([
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'BatchWriteItem',
]);
const SWEEP_MS = 60_000;

interface Parsed {
  readonly target: string;
  readonly operation: string;
  readonly body: Request;
}

class DynamoDb implements DynamoDbService {
  readonly name = 'dynamodb';
  private readonly tables: Tables;
  private readonly now: () => number;
  private readonly parsed = new WeakMap<AwsCall, Parsed>();
  private opened: Store | undefined;
  private timer: NodeJS.Timeout | undefined;
  private sweeping: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly context: LocalContext,
    private readonly options: DynamoDbOptions,
  ) {
    this.tables = new Tables(options.tables.map((resource) => readTable(resource, context)));
    this.now = options.now ?? Date.now;
  }

  async start(): Promise<void> {
    const { awsLike } = this.options;
    const lag = awsLike && new IndexLag(awsLike);
    this.opened = await Store.open(this.context.directory, this.tables.all, { now: this.now, lag });
    for (const table of await restoredTables(this.opened)) this.tables.add(table);
    this.timer = setInterval(() => void this.sweepInBackground(), this.options.sweepMs ?? SWEEP_MS);
    this.timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.sweeping;
    await this.opened?.close();
    this.opened = undefined;
  }

  requiredActions(call: AwsCall): readonly RequiredAction[] {
    const parsed = this.tryParse(call);
    return parsed ? requiredActionsOf(parsed.operation, parsed.body, this.context) : [];
  }

  async handle(call: AwsCall): Promise<AwsAnswer> {
    try {
      const { meter } = this.options;
      const units = meter && new Units(meter, call.principal.arn);
      return answer(200, await this.run(this.parse(call), units));
    } catch (error) {
      if (error instanceof DynamoDbError) return answer(error.status, error.body);
      this.context.log(`dynamodb: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
      const { body } = coralError('InternalServerError', 'The request could not be completed');
      return answer(500, body);
    }
  }

  async sweep(): Promise<number> {
    let removed = 0;
    const expired = this.now() - (this.options.awsLike?.expiryLateMs ?? 0);
    for (const table of this.tables.all) {
      if (table.expiry) removed += await removeExpired(table, this.store, expired);
      if (table.streamArn) await trimStream(table, this.store, this.now());
      if (table.recoveryDays !== undefined) await trimHistory(table, this.store, this.now());
    }
    await forgetTokens(this.store, this.now());
    return removed;
  }

  async read(streamArn: string, after: string | undefined, max: number) {
    const table = this.tables.ofStream(streamArn);
    const records = await this.store.records(table, after, max);
    return records.map((record) => toStreamRecord(record, table, this.context.region));
  }

  async latest(streamArn: string): Promise<string | undefined> {
    return this.store.latestSequence(this.tables.ofStream(streamArn));
  }

  subscribe(streamArn: string, appended: () => void): () => void {
    return this.store.onAppended(this.tables.ofStream(streamArn), appended);
  }

  private get store(): Store {
    if (!this.opened) throw new Error('DynamoDB is not started');
    return this.opened;
  }

  private async sweepInBackground(): Promise<void> {
    this.sweeping = this.sweep().catch((error: unknown) =>
      this.context.log(`dynamodb: sweep failed: ${error}`),
    );
    await this.sweeping;
  }

  private tryParse(call: AwsCall): Parsed | undefined {
    try {
      return this.parse(call);
    } catch {
      // The call itself says what is wrong with it.
      return undefined;
    }
  }

  /** Once a call: its required actions are asked before it is handled. */
  private parse(call: AwsCall): Parsed {
    const known = this.parsed.get(call);
    if (known) return known;
    const [target = '', operation = ''] = String(call.headers['x-amz-target'] ?? '').split('.');
    const parsed = { target, operation, body: parseBody(call.body) };
    this.parsed.set(call, parsed);
    return parsed;
  }

  private async run({ target, operation, body }: Parsed, units: Units | undefined): Promise<Request> {
    if (target === TARGETS.streams && operation in STREAM_OPERATIONS) {
      const handler = STREAM_OPERATIONS[operation as StreamOperation];
      return handler(body, this.store, this.tables, this.context.region);
    }
    if (target === TARGETS.items) {
      if (READS.has(operation)) return this.readItems(operation as ItemOperation, body, units);
      if (WRITES.has(operation)) return this.writeItems(operation as ItemOperation, body, units);
      if (operation === 'TransactWriteItems') {
        return transactWrite(body, this.store, this.tables, this.now(), units);
      }
      if (operation === 'TransactGetItems') return transactGet(body, this.store, this.tables, units);
      if (operation in this.administration) {
        return this.administration[operation as keyof typeof this.administration](body);
      }
    }
    throw coralError(
      'UnknownOperationException',
      `${target}.${operation} is not served locally; tables are made from the template`,
    );
  }

  private async readItems(
    operation: ItemOperation,
    body: Request,
    units: Units | undefined,
  ): Promise<Request> {
    const checked = check(operation, units ? { ReturnConsumedCapacity: 'TOTAL', ...body } : body);
    try {
      const { answer: found } = await evaluate(checked, this.store, this.tables);
      units?.read(checked.request, found);
      return found;
    } catch (error) {
      throw error instanceof EvaluationFailed ? error.cause : error;
    }
  }

  private async writeItems(
    operation: ItemOperation,
    body: Request,
    units: Units | undefined,
  ): Promise<Request> {
    const { ReturnValuesOnConditionCheckFailure: onFailure, ...request } = body;
    const checked = check(operation, request);
    return this.store.exclusively(async (commit) => {
      try {
        const evaluated = await evaluate(checked, this.store, this.tables);
        await commit(evaluated);
        units?.wrote(evaluated.changes);
        return evaluated.answer;
      } catch (error) {
        if (error instanceof EvaluationFailed) units?.refused([error.met]);
        throw error instanceof EvaluationFailed ? withItem(error, onFailure === 'ALL_OLD') : error;
      }
    });
  }

  private readonly administration = {
    DescribeTable: async (body: Request): Promise<Request> => {
      const table = this.named(body);
      return { Table: describeTable(table, await this.store.count(table)) };
    },
    DescribeTimeToLive: async (body: Request): Promise<Request> => ({
      TimeToLiveDescription: describeTimeToLive(this.named(body)),
    }),
    DescribeContinuousBackups: async (body: Request): Promise<Request> =>
      describeBackups(this.named(body), this.store, this.now()),
    RestoreTableToPointInTime: async (body: Request): Promise<Request> =>
      restoreTable(body, this.store, this.tables, this.now()),
    DeleteTable: async (body: Request): Promise<Request> =>
      deleteTable(this.named(body), this.store, this.tables),
    ListTables: async (): Promise<Request> => ({
      TableNames: this.tables.all.map((table) => table.TableName).sort(),
    }),
  };

  private named({ TableName }: Request) {
    const table = this.tables.find(String(TableName));
    if (!table) {
      throw serviceError(
        'ResourceNotFoundException',
        `Requested resource not found: Table: ${TableName} not found`,
      );
    }
    return table;
  }
}

/** The item that failed the condition, for who asked to see it. */
function withItem({ cause, met }: EvaluationFailed, wanted: boolean): unknown {
  const failed = cause instanceof DynamoDbError && cause.type === 'ConditionalCheckFailedException';
  return failed && wanted && met ? new DynamoDbError({ ...cause.body, Item: met }) : cause;
}

function parseBody(body: Buffer): Request {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString());
  } catch {
    parsed = undefined;
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw coralError('SerializationException', 'The request is not a JSON object');
  }
  return parsed as Request;
}

function answer(status: number, body: unknown): AwsAnswer {
  return {
    status,
    headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-requestid': randomUUID() },
    body: JSON.stringify(body),
  };
}
