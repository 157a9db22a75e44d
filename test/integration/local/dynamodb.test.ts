import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactGetItemsCommand,
  TransactionCanceledException,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { marshall as toItem, unmarshall } from '@aws-sdk/util-dynamodb';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDynamoDb, type DynamoDbService } from '../../../infra/local/services/dynamodb';
import { resource } from '../../helpers/serve-service';
import {
  ACCOUNT,
  REGION,
  type Served,
  serveThroughGateway,
  type TemporaryFolder,
  temporaryFolder,
} from './through-gateway';

const TABLE = 'Data-Table';
const ARN = `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/${TABLE}`;
const STREAM = `${ARN}/stream/local`;
const NOW = Date.parse('2026-03-01T12:00:00Z');

const index = (name: string, projection: object = { ProjectionType: 'KEYS_ONLY' }) => ({
  IndexName: name,
  KeySchema: [
    { AttributeName: `${name}pk`, KeyType: 'HASH' },
    { AttributeName: `${name}sk`, KeyType: 'RANGE' },
  ],
  Projection: projection,
});

const PROPERTIES = {
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  AttributeDefinitions: ['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk'].map((AttributeName) => ({
    AttributeName,
    AttributeType: 'S',
  })),
  BillingMode: 'PAY_PER_REQUEST',
  GlobalSecondaryIndexes: [index('gsi1'), index('gsi2', { ProjectionType: 'ALL' })],
  StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
  TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
};

let folder: TemporaryFolder;
let served: Served<DynamoDbService>;
let db: DynamoDBClient;
let now: number;

async function open(properties: object = PROPERTIES): Promise<void> {
  served = await serveThroughGateway(folder.path, (context) =>
    createDynamoDb(context, {
      tables: [resource('AWS::DynamoDB::Table', TABLE, { ...properties }, { Arn: ARN, StreamArn: STREAM })],
      now: () => now,
    }),
  );
  db = new DynamoDBClient(served.client);
}

async function close(): Promise<void> {
  db.destroy();
  await served.stop();
}

beforeEach(async () => {
  now = NOW;
  folder = await temporaryFolder();
  await open();
});

afterEach(async () => {
  await close();
  await folder.remove();
});

const key = (pk: string, sk: string) => toItem({ pk, sk });
const put = (item: Record<string, unknown>) =>
  db.send(new PutItemCommand({ TableName: TABLE, Item: toItem(item) }));
const get = async (pk: string, sk: string) => {
  const { Item } = await db.send(new GetItemCommand({ TableName: TABLE, Key: key(pk, sk) }));
  return Item && unmarshall(Item);
};
const thrown = async (promise: Promise<unknown>): Promise<Error> => {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('nothing was thrown');
};
const changes = async (after?: string) => {
  const records = await served.service.read(STREAM, after, 1_000);
  return records.map(({ eventName, dynamodb: { Keys, OldImage, NewImage } }) => ({
    eventName,
    key: Object.values(unmarshall(Keys as never)).join('/'),
    old: OldImage && unmarshall(OldImage as never),
    next: NewImage && unmarshall(NewImage as never),
  }));
};

describe('items', () => {
  test('hold every type of value as it was put', async () => {
    const item = {
      pk: 'a',
      sk: 'b',
      text: 'Grüße 🙂',
      empty: '',
      number: 12345678901234,
      yes: true,
      nothing: null,
      bytes: new Uint8Array([0, 255, 7]),
      list: [1, 'two', { three: [3] }],
      map: { nested: { deep: 'x' } },
      words: new Set(['x', 'y']),
    };
    await put(item);
    expect(await get('a', 'b')).toEqual(item);
  });

  test('are updated by expressions, and answer what was asked back', async () => {
    await put({ pk: 'a', sk: 'b', count: 1, tags: ['x'], map: { a: 1, b: 2 } });
    const { Attributes } = await db.send(
      new UpdateItemCommand({
        TableName: TABLE,
        Key: key('a', 'b'),
        UpdateExpression:
          'SET #c = #c + :one, tags = list_append(tags, :more), early = if_not_exists(early, :one) REMOVE #map.a ADD summed :five',
        ExpressionAttributeNames: { '#c': 'count', '#map': 'map' },
        ExpressionAttributeValues: toItem({ ':one': 1, ':more': ['y'], ':five': 5 }),
        ReturnValues: 'ALL_NEW',
      }),
    );
    expect(unmarshall(Attributes ?? {})).toEqual({
      pk: 'a',
      sk: 'b',
      count: 2,
      tags: ['x', 'y'],
      early: 1,
      map: { b: 2 },
      summed: 5,
    });
  });

  test('tell on a failed condition what the item is, when asked', async () => {
    await put({ pk: 'a', sk: 'b', version: 3 });
    const write = (ReturnValuesOnConditionCheckFailure?: 'ALL_OLD') =>
      db.send(
        new UpdateItemCommand({
          TableName: TABLE,
          Key: key('a', 'b'),
          UpdateExpression: 'SET version = :next',
          ConditionExpression: 'version = :seen',
          ExpressionAttributeValues: toItem({ ':next': 3, ':seen': 2 }),
          ...(ReturnValuesOnConditionCheckFailure && { ReturnValuesOnConditionCheckFailure }),
        }),
      );
    const silent = await thrown(write());
    expect(silent).toBeInstanceOf(ConditionalCheckFailedException);
    expect((silent as ConditionalCheckFailedException).Item).toBeUndefined();
    const told = (await thrown(write('ALL_OLD'))) as ConditionalCheckFailedException;
    expect(told.message).toBe('The conditional request failed');
    expect(told.Item).toEqual(toItem({ pk: 'a', sk: 'b', version: 3 }));
  });

  test('are written and read in batches', async () => {
    const items = Array.from({ length: 25 }, (_, n) => ({ pk: 'batch', sk: String(n).padStart(2, '0') }));
    const written = await db.send(
      new BatchWriteItemCommand({
        RequestItems: { [TABLE]: items.map((item) => ({ PutRequest: { Item: toItem(item) } })) },
      }),
    );
    expect(written.UnprocessedItems).toEqual({});
    const read = await db.send(
      new BatchGetItemCommand({
        RequestItems: { [TABLE]: { Keys: [...items.map((item) => toItem(item)), key('batch', 'absent')] } },
      }),
    );
    const found = (read.Responses?.[TABLE] ?? []).map((item) => unmarshall(item));
    expect(found.sort((a, b) => (a.sk < b.sk ? -1 : 1))).toEqual(items);
  });

  test('of concurrent increments none is lost', async () => {
    await Promise.all(
      Array.from({ length: 60 }, () =>
        db.send(
          new UpdateItemCommand({
            TableName: TABLE,
            Key: key('a', 'counter'),
            UpdateExpression: 'ADD summed :one',
            ExpressionAttributeValues: toItem({ ':one': 1 }),
          }),
        ),
      ),
    );
    expect(await get('a', 'counter')).toMatchObject({ summed: 60 });
  });
});

describe('queries', () => {
  test('page through a key in order, forwards and backwards, with every condition on the sort key', async () => {
    for (const sk of ['a', 'ab', 'abc', 'b', 'ä', 'z']) await put({ pk: 'p', sk });
    await put({ pk: 'other', sk: 'a' });
    const query = async (condition: string, values: object, more: object = {}) => {
      const { Items } = await db.send(
        new QueryCommand({
          TableName: TABLE,
          KeyConditionExpression: `pk = :p${condition}`,
          ExpressionAttributeValues: toItem({ ':p': 'p', ...values }),
          ...more,
        }),
      );
      return (Items ?? []).map((item) => item.sk?.S);
    };
    expect(await query('', {})).toEqual(['a', 'ab', 'abc', 'b', 'z', 'ä']);
    expect(await query('', {}, { ScanIndexForward: false, Limit: 2 })).toEqual(['ä', 'z']);
    expect(await query(' AND begins_with(sk, :s)', { ':s': 'ab' })).toEqual(['ab', 'abc']);
    expect(await query(' AND sk BETWEEN :a AND :b', { ':a': 'ab', ':b': 'b' })).toEqual(['ab', 'abc', 'b']);
    expect(await query(' AND sk > :s', { ':s': 'abc' })).toEqual(['b', 'z', 'ä']);
    expect(await query(' AND sk < :s', { ':s': 'ab' })).toEqual(['a']);
    expect(await query(' AND sk = :s', { ':s': 'ab' })).toEqual(['ab']);
  });

  test('of an index page through items that share its keys, each exactly once', async () => {
    const count = 300;
    for (let at = 0; at < count; at += 25) {
      const items = Array.from({ length: 25 }, (_, n) =>
        toItem({ pk: `p${at + n}`, sk: 's', gsi1pk: 'same', gsi1sk: 'same', secret: 'x' }),
      );
      await db.send(
        new BatchWriteItemCommand({
          RequestItems: { [TABLE]: items.map((Item) => ({ PutRequest: { Item } })) },
        }),
      );
    }
    for (const ScanIndexForward of [true, false]) {
      const seen: string[] = [];
      let from: Record<string, never> | undefined;
      do {
        const page = await db.send(
          new QueryCommand({
            TableName: TABLE,
            IndexName: 'gsi1',
            KeyConditionExpression: 'gsi1pk = :p',
            ExpressionAttributeValues: toItem({ ':p': 'same' }),
            Limit: 7,
            ScanIndexForward,
            ...(from && { ExclusiveStartKey: from }),
          }),
        );
        for (const item of page.Items ?? []) {
          expect(Object.keys(item).sort()).toEqual(['gsi1pk', 'gsi1sk', 'pk', 'sk']);
          seen.push(item.pk?.S ?? '');
        }
        from = page.LastEvaluatedKey as typeof from;
      } while (from);
      expect(seen).toHaveLength(count);
      expect(new Set(seen).size).toBe(count);
    }
  });

  test('of an index follow what items become: moved, changed, no longer in it, removed', async () => {
    const listed = async () => {
      const { Items } = await db.send(
        new QueryCommand({
          TableName: TABLE,
          IndexName: 'gsi2',
          KeyConditionExpression: 'gsi2pk = :p',
          ExpressionAttributeValues: toItem({ ':p': 'list' }),
        }),
      );
      return (Items ?? []).map((item) => unmarshall(item));
    };
    const first = { pk: 'one', sk: 's', gsi2pk: 'list', gsi2sk: '1', state: 'new' };
    await put(first);
    await put({ pk: 'two', sk: 's', gsi2pk: 'list', gsi2sk: '2' });
    expect(await listed()).toMatchObject([{ pk: 'one' }, { pk: 'two' }]);
    await put({ ...first, gsi2sk: '3', state: 'moved' });
    expect(await listed()).toMatchObject([{ pk: 'two' }, { pk: 'one', state: 'moved' }]);
    await db.send(
      new UpdateItemCommand({
        TableName: TABLE,
        Key: key('two', 's'),
        UpdateExpression: 'REMOVE gsi2pk',
      }),
    );
    expect(await listed()).toMatchObject([{ pk: 'one' }]);
    await db.send(new DeleteItemCommand({ TableName: TABLE, Key: key('one', 's') }));
    expect(await listed()).toEqual([]);
  });

  test('filter after reading, so that a page may be empty and still go on', async () => {
    for (const sk of ['1', '2', '3', '4']) await put({ pk: 'p', sk, even: Number(sk) % 2 === 0 });
    const query = {
      TableName: TABLE,
      KeyConditionExpression: 'pk = :p',
      FilterExpression: 'even = :yes',
      ExpressionAttributeValues: toItem({ ':p': 'p', ':yes': true }),
      Limit: 1,
    };
    const page = await db.send(new QueryCommand(query));
    expect(page).toMatchObject({ Count: 0, ScannedCount: 1 });
    const next = await db.send(
      new QueryCommand({ ...query, ExclusiveStartKey: page.LastEvaluatedKey as never }),
    );
    expect(next.Items).toMatchObject([{ sk: { S: '2' } }]);
  });

  test('stop at a megabyte and go on from there', async () => {
    const filler = 'x'.repeat(300_000);
    for (const sk of ['1', '2', '3', '4', '5']) await put({ pk: 'p', sk, filler });
    const query = {
      TableName: TABLE,
      KeyConditionExpression: 'pk = :p',
      ExpressionAttributeValues: toItem({ ':p': 'p' }),
    };
    const page = await db.send(new QueryCommand(query));
    expect(page.Count).toBeLessThan(5);
    const rest = await db.send(
      new QueryCommand({ ...query, ExclusiveStartKey: page.LastEvaluatedKey as never }),
    );
    expect((page.Count ?? 0) + (rest.Count ?? 0)).toBe(5);
  });
});

describe('transactions', () => {
  test('write all of it', async () => {
    await put({ pk: 'a', sk: '1', n: 1 });
    await put({ pk: 'a', sk: '2' });
    await put({ pk: 'a', sk: '3' });
    await db.send(
      new TransactWriteItemsCommand({
        TransactItems: [
          {
            Update: {
              TableName: TABLE,
              Key: key('a', '1'),
              UpdateExpression: 'ADD n :one',
              ExpressionAttributeValues: toItem({ ':one': 1 }),
            },
          },
          { Delete: { TableName: TABLE, Key: key('a', '2') } },
          {
            ConditionCheck: {
              TableName: TABLE,
              Key: key('a', '3'),
              ConditionExpression: 'attribute_exists(pk)',
            },
          },
          { Put: { TableName: TABLE, Item: toItem({ pk: 'a', sk: '4', gsi1pk: 'x', gsi1sk: 'y' }) } },
        ],
      }),
    );
    const read = await db.send(
      new TransactGetItemsCommand({
        TransactItems: ['1', '2', '3', '4'].map((sk) => ({ Get: { TableName: TABLE, Key: key('a', sk) } })),
      }),
    );
    expect(read.Responses?.map(({ Item }) => Item && unmarshall(Item))).toEqual([
      { pk: 'a', sk: '1', n: 2 },
      undefined,
      { pk: 'a', sk: '3' },
      { pk: 'a', sk: '4', gsi1pk: 'x', gsi1sk: 'y' },
    ]);
  });

  test('write nothing when one condition fails, and say which', async () => {
    await put({ pk: 'a', sk: 'taken', owner: 'x' });
    const error = (await thrown(
      db.send(
        new TransactWriteItemsCommand({
          TransactItems: [
            { Put: { TableName: TABLE, Item: toItem({ pk: 'a', sk: 'new' }) } },
            {
              Put: {
                TableName: TABLE,
                Item: toItem({ pk: 'a', sk: 'taken' }),
                ConditionExpression: 'attribute_not_exists(pk)',
                ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
              },
            },
            {
              Update: {
                TableName: TABLE,
                Key: key('a', 'u'),
                UpdateExpression: 'SET a.b = :x',
                ExpressionAttributeValues: toItem({ ':x': 1 }),
              },
            },
          ],
        }),
      ),
    )) as TransactionCanceledException;
    expect(error).toBeInstanceOf(TransactionCanceledException);
    expect(error.message).toContain('[None, ConditionalCheckFailed, ValidationError]');
    expect(error.CancellationReasons).toMatchObject([
      { Code: 'None' },
      {
        Code: 'ConditionalCheckFailed',
        Message: 'The conditional request failed',
        Item: toItem({ pk: 'a', sk: 'taken', owner: 'x' }),
      },
      { Code: 'ValidationError' },
    ]);
    expect(await get('a', 'new')).toBeUndefined();
    expect(await changes()).toHaveLength(1);
  });

  test('with the same token run once, also after a restart; another request with it is refused', async () => {
    const request = (sk: string) =>
      new TransactWriteItemsCommand({
        ClientRequestToken: 'token-1',
        TransactItems: [
          {
            Update: {
              TableName: TABLE,
              Key: key('a', sk),
              UpdateExpression: 'ADD n :one',
              ExpressionAttributeValues: toItem({ ':one': 1 }),
            },
          },
        ],
      });
    await db.send(request('1'));
    await db.send(request('1'));
    await close();
    await open();
    await db.send(request('1'));
    expect(await get('a', '1')).toMatchObject({ n: 1 });
    expect((await thrown(db.send(request('2')))).name).toBe('IdempotentParameterMismatchException');
    now += 10 * 60 * 1000 + 1;
    await served.service.sweep();
    await db.send(request('1'));
    expect(await get('a', '1')).toMatchObject({ n: 2 });
  });

  test('that name an item twice, none, or too many are refused', async () => {
    const write = (count: number, pick: (n: number) => string) =>
      thrown(
        db.send(
          new TransactWriteItemsCommand({
            TransactItems: Array.from({ length: count }, (_, n) => ({
              Delete: { TableName: TABLE, Key: key('a', pick(n)) },
            })),
          }),
        ),
      );
    expect(await write(2, () => 'same')).toMatchObject({
      name: 'ValidationException',
      message: 'Transaction request cannot include multiple operations on one item',
    });
    expect((await write(0, String)).name).toBe('ValidationException');
    expect((await write(101, String)).name).toBe('ValidationException');
  });
});

describe('the stream', () => {
  test('tells each change once, in order, with both images, and nothing where nothing changed', async () => {
    await put({ pk: 'a', sk: '1', n: 1 });
    await put({ pk: 'a', sk: '1', n: 2 });
    await put({ pk: 'a', sk: '1', n: 2 });
    await db.send(new DeleteItemCommand({ TableName: TABLE, Key: key('a', 'absent') }));
    await db.send(new DeleteItemCommand({ TableName: TABLE, Key: key('a', '1') }));
    const one = { pk: 'a', sk: '1', n: 1 };
    const two = { pk: 'a', sk: '1', n: 2 };
    expect(await changes()).toEqual([
      { eventName: 'INSERT', key: 'a/1', old: undefined, next: one },
      { eventName: 'MODIFY', key: 'a/1', old: one, next: two },
      { eventName: 'REMOVE', key: 'a/1', old: two, next: undefined },
    ]);
  });

  test('goes on after a restart where its reader stood, with numbers that keep growing', async () => {
    await put({ pk: 'a', sk: '1' });
    const checkpoint = await served.service.latest(STREAM);
    await put({ pk: 'a', sk: '2' });
    await close();
    await open();
    await put({ pk: 'a', sk: '3' });
    expect(await changes(checkpoint)).toMatchObject([{ key: 'a/2' }, { key: 'a/3' }]);
    const numbers = (await served.service.read(STREAM, undefined, 10)).map(
      ({ dynamodb }) => dynamodb.SequenceNumber,
    );
    expect([...numbers].sort()).toEqual(numbers);
    expect(new Set(numbers).size).toBe(3);
  });

  test('wakes its reader on a change, and no longer once the reader left', async () => {
    let woken = 0;
    const leave = served.service.subscribe(STREAM, () => woken++);
    await put({ pk: 'a', sk: '1' });
    expect(woken).toBe(1);
    leave();
    await put({ pk: 'a', sk: '2' });
    expect(woken).toBe(1);
  });

  test('drops records after a day, and a reader that stood behind them goes on', async () => {
    for (let n = 0; n < 3; n++) await put({ pk: 'old', sk: String(n) });
    const checkpoint = await served.service.latest(STREAM);
    now += 25 * 60 * 60 * 1000;
    await served.service.sweep();
    expect(await changes()).toEqual([]);
    await close();
    await open();
    await put({ pk: 'new', sk: '1' });
    expect(await changes(checkpoint)).toMatchObject([{ key: 'new/1' }]);
  });

  test('is read with the streams client', async () => {
    const streams = new DynamoDBStreamsClient(served.client);
    const { Streams } = await streams.send(new ListStreamsCommand({ TableName: TABLE }));
    expect(Streams).toMatchObject([{ StreamArn: STREAM, TableName: TABLE }]);
    await put({ pk: 'a', sk: '1', n: 1 });
    const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn: STREAM }));
    const ShardId = StreamDescription?.Shards?.[0]?.ShardId;
    const from = async (ShardIteratorType: 'TRIM_HORIZON' | 'LATEST') => {
      const { ShardIterator } = await streams.send(
        new GetShardIteratorCommand({ StreamArn: STREAM, ShardId, ShardIteratorType }),
      );
      return ShardIterator;
    };
    const latest = await from('LATEST');
    await put({ pk: 'a', sk: '2' });
    const all = await streams.send(new GetRecordsCommand({ ShardIterator: await from('TRIM_HORIZON') }));
    expect(all.Records).toMatchObject([
      { eventName: 'INSERT', eventSource: 'aws:dynamodb', dynamodb: { Keys: key('a', '1') } },
      { eventName: 'INSERT', dynamodb: { NewImage: key('a', '2') } },
    ]);
    const fresh = await streams.send(new GetRecordsCommand({ ShardIterator: latest }));
    expect(fresh.Records).toMatchObject([{ dynamodb: { Keys: key('a', '2') } }]);
    const rest = await streams.send(new GetRecordsCommand({ ShardIterator: fresh.NextShardIterator }));
    expect(rest.Records).toEqual([]);
    streams.destroy();
  });
});

describe('time to live', () => {
  const seconds = () => Math.floor(now / 1000);

  test('removes what has expired and says in the stream who did', async () => {
    await put({ pk: 'a', sk: 'due', expiresAt: seconds() - 1, gsi1pk: 'g', gsi1sk: 'x' });
    await put({ pk: 'a', sk: 'later', expiresAt: seconds() + 60 });
    await put({ pk: 'a', sk: 'mistake', expiresAt: 12 });
    await put({ pk: 'a', sk: 'words', expiresAt: 'tomorrow' });
    const checkpoint = await served.service.latest(STREAM);
    expect(await served.service.sweep()).toBe(1);
    expect(await get('a', 'due')).toBeUndefined();
    const { Count } = await db.send(new ScanCommand({ TableName: TABLE, IndexName: 'gsi1' }));
    expect(Count).toBe(0);
    const [removal] = await served.service.read(STREAM, checkpoint, 10);
    expect(removal).toMatchObject({
      eventName: 'REMOVE',
      userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' },
      dynamodb: { Keys: key('a', 'due') },
    });
    now += 61_000;
    expect(await served.service.sweep()).toBe(1);
    expect((await db.send(new ScanCommand({ TableName: TABLE }))).Count).toBe(2);
  });

  test('lets an item live whose time was moved or taken away', async () => {
    await put({ pk: 'a', sk: 'moved', expiresAt: seconds() - 1 });
    await put({ pk: 'a', sk: 'moved', expiresAt: seconds() + 100 });
    await put({ pk: 'a', sk: 'kept', expiresAt: seconds() - 1 });
    await put({ pk: 'a', sk: 'kept' });
    expect(await served.service.sweep()).toBe(0);
  });
});

describe('tables', () => {
  test('are what the template says', async () => {
    expect((await db.send(new ListTablesCommand({}))).TableNames).toEqual([TABLE]);
    const { Table } = await db.send(new DescribeTableCommand({ TableName: TABLE }));
    expect(Table).toMatchObject({
      TableStatus: 'ACTIVE',
      BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
      LatestStreamArn: STREAM,
      GlobalSecondaryIndexes: [{ IndexName: 'gsi1', IndexStatus: 'ACTIVE' }, { IndexName: 'gsi2' }],
    });
    const ttl = await db.send(new DescribeTimeToLiveCommand({ TableName: TABLE }));
    expect(ttl.TimeToLiveDescription).toEqual({ TimeToLiveStatus: 'ENABLED', AttributeName: 'expiresAt' });
  });

  test('get an index that the template has gained, with the items that were there before', async () => {
    await close();
    await open({
      ...PROPERTIES,
      GlobalSecondaryIndexes: [index('gsi1')],
      TimeToLiveSpecification: undefined,
    });
    await put({ pk: 'a', sk: '1', gsi2pk: 'g', gsi2sk: 'x', expiresAt: 1 + Math.floor(now / 1000) });
    await close();
    await open();
    const query = new QueryCommand({
      TableName: TABLE,
      IndexName: 'gsi2',
      KeyConditionExpression: 'gsi2pk = :g',
      ExpressionAttributeValues: toItem({ ':g': 'g' }),
    });
    expect((await db.send(query)).Items).toMatchObject([{ pk: { S: 'a' } }]);
    now += 2_000;
    expect(await served.service.sweep()).toBe(1);
    expect((await db.send(query)).Items).toEqual([]);
  });

  test('whose key was changed, or whose state is in use or damaged, are refused with what to do', async () => {
    await put({ pk: 'a', sk: '1' });
    const second = createDynamoDb(
      { ...served.client, directory: folder.path, accountId: ACCOUNT, secretFor: () => '', log: () => {} },
      { tables: [] },
    );
    await expect(second.start()).rejects.toThrow('in use by another process');
    await close();
    await expect(
      open({ ...PROPERTIES, KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }] }),
    ).rejects.toThrow(`table ${TABLE} was created with another key`);
    await open();
    expect(await get('a', '1')).toBeDefined();
  });
});

describe('errors have the names and words of DynamoDB', () => {
  test.each<[string, string, () => Promise<unknown>]>([
    [
      'ResourceNotFoundException',
      'Requested resource not found',
      () => db.send(new GetItemCommand({ TableName: 'Absent', Key: key('a', 'b') })),
    ],
    [
      'ValidationException',
      'The provided key element does not match the schema',
      () => db.send(new GetItemCommand({ TableName: TABLE, Key: toItem({ pk: 'a' }) })),
    ],
    [
      'ValidationException',
      'Missing the key sk in the item',
      () => db.send(new PutItemCommand({ TableName: TABLE, Item: toItem({ pk: 'a' }) })),
    ],
    ['ValidationException', 'cannot contain an empty string value', () => put({ pk: '', sk: 'b' })],
    ['ValidationException', 'IndexName: gsi1, IndexKey: gsi1pk', () => put({ pk: 'a', sk: 'b', gsi1pk: '' })],
    ['ValidationException', 'Type mismatch for Index Key gsi1pk', () => put({ pk: 'a', sk: 'b', gsi1pk: 7 })],
    [
      'ValidationException',
      'Item size has exceeded the maximum allowed size',
      () => put({ pk: 'a', sk: 'b', text: 'x'.repeat(410_000) }),
    ],
    [
      'ValidationException',
      'Invalid UpdateExpression: Attribute name is a reserved keyword; reserved keyword: name',
      () =>
        db.send(
          new UpdateItemCommand({
            TableName: TABLE,
            Key: key('a', 'b'),
            UpdateExpression: 'SET name = :x',
            ExpressionAttributeValues: toItem({ ':x': 1 }),
          }),
        ),
    ],
    [
      'ValidationException',
      'This attribute is part of the key',
      () =>
        db.send(
          new UpdateItemCommand({
            TableName: TABLE,
            Key: key('a', 'b'),
            UpdateExpression: 'SET sk = :x',
            ExpressionAttributeValues: toItem({ ':x': 'c' }),
          }),
        ),
    ],
    [
      'ValidationException',
      'does not have the specified index: absent',
      () =>
        db.send(
          new QueryCommand({
            TableName: TABLE,
            IndexName: 'absent',
            KeyConditionExpression: 'pk = :p',
            ExpressionAttributeValues: toItem({ ':p': 'a' }),
          }),
        ),
    ],
    [
      'ValidationException',
      'Global secondary index gsi1 does not project [secret]',
      () =>
        db.send(
          new QueryCommand({
            TableName: TABLE,
            IndexName: 'gsi1',
            KeyConditionExpression: 'gsi1pk = :p',
            ProjectionExpression: 'pk, secret',
            ExpressionAttributeValues: toItem({ ':p': 'a' }),
          }),
        ),
    ],
    [
      'ValidationException',
      'Comparing maps or lists in an expression is not supported locally',
      () =>
        db.send(
          new DeleteItemCommand({
            TableName: TABLE,
            Key: key('a', 'b'),
            ConditionExpression: 'attribute_exists(pk) AND NOT settings = :settings',
            ExpressionAttributeValues: toItem({ ':settings': { a: 1 } }),
          }),
        ),
    ],
  ])('%s: %s', async (name, message, call) => {
    const error = await thrown(call());
    expect(error).toMatchObject({ name, message: expect.stringContaining(message) });
    expect(error).toMatchObject({ $fault: 'client', $metadata: { httpStatusCode: 400 } });
    expect(served.logged).toEqual([]);
  });

  test('a forged signature and an unknown key are refused', async () => {
    const call = async (credentials: { accessKeyId: string; secretAccessKey: string }) => {
      const stranger = new DynamoDBClient({ ...served.client, credentials });
      return thrown(stranger.send(new ListTablesCommand({}))).finally(() => stranger.destroy());
    };
    const forged = await call({ ...served.credentials, secretAccessKey: 'guessed' });
    expect(forged.name).toBe('InvalidSignatureException');
    const unknown = await call({ accessKeyId: 'AKIAUNKNOWN', secretAccessKey: 'x' });
    expect(unknown.name).toBe('UnrecognizedClientException');
  });
});

describe('permissions are asked', () => {
  const permits = (operation: string, body: object) =>
    served.service.permits({
      method: 'POST',
      url: new URL('http://127.0.0.1/'),
      rawPath: '/',
      headers: { 'x-amz-target': `DynamoDB_20120810.${operation}` },
      body: Buffer.from(JSON.stringify(body)),
      principal: { kind: 'operator', arn: '' },
    });

  test('on the table, or on the index that is read', () => {
    expect(permits('PutItem', { TableName: TABLE })).toEqual([{ action: 'dynamodb:PutItem', resource: ARN }]);
    expect(permits('Query', { TableName: TABLE, IndexName: 'gsi1' })).toEqual([
      { action: 'dynamodb:Query', resource: `${ARN}/index/gsi1` },
    ]);
    expect(permits('BatchGetItem', { RequestItems: { [TABLE]: {} } })).toEqual([
      { action: 'dynamodb:BatchGetItem', resource: ARN },
    ]);
  });

  test('for each action of a transaction', () => {
    const TransactItems = ['Put', 'Update', 'Delete', 'ConditionCheck'].map((kind) => ({
      [kind]: { TableName: TABLE },
    }));
    expect(permits('TransactWriteItems', { TransactItems }).map(({ action }) => action)).toEqual([
      'dynamodb:PutItem',
      'dynamodb:UpdateItem',
      'dynamodb:DeleteItem',
      'dynamodb:ConditionCheckItem',
    ]);
    expect(permits('TransactGetItems', { TransactItems: [{ Get: { TableName: TABLE } }] })).toEqual([
      { action: 'dynamodb:GetItem', resource: ARN },
    ]);
  });
});
