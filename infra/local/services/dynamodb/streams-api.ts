import * as z from 'zod';
import type { StreamRecord } from '#infra/local/runtime/ports';
import { serviceError, validationError } from './errors';
import { type StoredRecord, sequenceBefore } from './records';
import type { Request } from './request';
import type { Store } from './store';
import type { Table, Tables } from './tables';

/** A local stream never splits: one shard, open as long as the table lives. */
const SHARD = 'shardId-00000000000000000000-00000000';
const MAX_RECORDS = 1_000;

/** Where a reader stands: records after `after`, from the oldest kept without it. */
const Position = z.object({ stream: z.string(), after: z.string().optional() });
type Position = z.infer<typeof Position>;

const ListRequest = z.object({ TableName: z.string().optional() });
const DescribeRequest = z.object({ StreamArn: z.string() });
const IteratorRequest = z.object({
  StreamArn: z.string(),
  ShardId: z.string(),
  ShardIteratorType: z.enum(['TRIM_HORIZON', 'LATEST', 'AT_SEQUENCE_NUMBER', 'AFTER_SEQUENCE_NUMBER']),
  SequenceNumber: z
    .string()
    .regex(/^\d{21,40}$/)
    .optional(),
});
const RecordsRequest = z.object({
  ShardIterator: z.string(),
  Limit: z.number().int().min(1).max(MAX_RECORDS).default(MAX_RECORDS),
});

export type StreamOperation = 'ListStreams' | 'DescribeStream' | 'GetShardIterator' | 'GetRecords';

export const STREAM_OPERATIONS: Readonly<
  Record<StreamOperation, (body: Request, store: Store, tables: Tables, region: string) => Promise<Request>>
> = {
  async ListStreams(body, _store, tables) {
    const { TableName } = parse(ListRequest, body);
    const streamed = tables.all.filter(
      (table) => table.streamArn && (TableName === undefined || table.TableName === TableName),
    );
    return { Streams: streamed.map(naming) };
  },

  async DescribeStream(body, store, tables) {
    const table = tables.ofStream(parse(DescribeRequest, body).StreamArn);
    const [oldest] = await store.records(table, undefined, 1);
    const range = oldest ? { StartingSequenceNumber: oldest.dynamodb.SequenceNumber } : {};
    return {
      StreamDescription: {
        ...naming(table),
        StreamStatus: 'ENABLED',
        StreamViewType: table.StreamSpecification?.StreamViewType,
        KeySchema: table.KeySchema,
        Shards: [{ ShardId: SHARD, SequenceNumberRange: range }],
      },
    };
  },

  async GetShardIterator(body, store, tables) {
    const request = parse(IteratorRequest, body);
    const table = tables.ofStream(request.StreamArn);
    if (request.ShardId !== SHARD) {
      throw serviceError(
        'ResourceNotFoundException',
        `Requested resource not found: Shard: ${request.ShardId} in Stream: ${request.StreamArn} not found`,
      );
    }
    const after = await startOf(request, table, store);
    return { ShardIterator: encode({ stream: request.StreamArn, ...(after !== undefined && { after }) }) };
  },

  async GetRecords(body, store, tables, region) {
    const { ShardIterator, Limit } = parse(RecordsRequest, body);
    const position = decode(ShardIterator);
    const table = tables.ofStream(position.stream);
    const found = await store.records(table, position.after, Limit);
    const after = found.at(-1)?.dynamodb.SequenceNumber ?? position.after;
    return {
      Records: found.map((record) => toStreamRecord(record, table, region)),
      NextShardIterator: encode({ stream: position.stream, ...(after !== undefined && { after }) }),
    };
  },
};

export function toStreamRecord(record: StoredRecord, table: Table, region: string): StreamRecord {
  return {
    ...record,
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: region,
    eventSourceARN: table.streamArn ?? '',
  };
}

async function startOf(
  { ShardIteratorType: type, SequenceNumber: sequence }: z.infer<typeof IteratorRequest>,
  table: Table,
  store: Store,
): Promise<string | undefined> {
  switch (type) {
    case 'TRIM_HORIZON':
      return undefined;
    case 'LATEST':
      return store.latestSequence(table);
    case 'AT_SEQUENCE_NUMBER':
    case 'AFTER_SEQUENCE_NUMBER': {
      if (sequence === undefined) throw validationError(`SequenceNumber is required for ${type}`);
      return type === 'AT_SEQUENCE_NUMBER' ? sequenceBefore(sequence) : sequence;
    }
  }
}

function naming(table: Table): Request {
  return {
    StreamArn: table.streamArn,
    TableName: table.TableName,
    StreamLabel: table.streamArn?.slice(table.streamArn.lastIndexOf('/') + 1),
  };
}

/** The stream's ARN leads, as on AWS: permissions are judged by it. */
function encode({ stream, after }: Position): string {
  return `${stream}|1|${Buffer.from(JSON.stringify({ stream, after })).toString('base64url')}`;
}

function decode(iterator: string): Position {
  try {
    const text = Buffer.from(iterator.slice(iterator.lastIndexOf('|') + 1), 'base64url').toString();
    return Position.parse(JSON.parse(text));
  } catch {
    throw validationError('Invalid ShardIterator');
  }
}

function parse<T>(schema: z.ZodType<T>, body: Request): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw validationError(z.prettifyError(parsed.error));
}
