import {
  DeleteItemCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { marshall as toItem } from '@aws-sdk/util-dynamodb';
import { describe, expect, test } from 'vitest';
import { createDynamoDb } from '#infra/local/services/dynamodb/service';
import {
  ARN,
  changes,
  close,
  db,
  folder,
  get,
  index,
  key,
  now,
  open,
  PROPERTIES,
  prepareDynamoDb,
  put,
  query,
  STREAM,
  served,
  setNow,
  TABLE,
  thrown,
  update,
} from './dynamodb-setup';
import { ACCOUNT } from './through-gateway';

prepareDynamoDb();

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
    setNow(now + 25 * 60 * 60 * 1000);
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

  test('removes expired items and names the remover in the stream', async () => {
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
    setNow(now + 61_000);
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
    setNow(now + 2_000);
    expect(await served.service.sweep()).toBe(1);
    expect((await db.send(query)).Items).toEqual([]);
  });

  test('whose key was changed, or whose state is in use or damaged, are refused with what to do', async () => {
    await put({ pk: 'a', sk: '1' });
    const second = createDynamoDb(
      { ...served.client, directory: folder, accountId: ACCOUNT, secretFor: () => '', log: () => {} },
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
      () => update('a', 'b', 'SET name = :x', { ':x': 1 }),
    ],
    [
      'ValidationException',
      'This attribute is part of the key',
      () => update('a', 'b', 'SET sk = :x', { ':x': 'c' }),
    ],
    [
      'ValidationException',
      'does not have the specified index: absent',
      () =>
        query({
          IndexName: 'absent',
          KeyConditionExpression: 'pk = :p',
          ExpressionAttributeValues: toItem({ ':p': 'a' }),
        }),
    ],
    [
      'ValidationException',
      'Global secondary index gsi1 does not project [secret]',
      () =>
        query({
          IndexName: 'gsi1',
          KeyConditionExpression: 'gsi1pk = :p',
          ProjectionExpression: 'pk, secret',
          ExpressionAttributeValues: toItem({ ':p': 'a' }),
        }),
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
  const requiredActions = (operation: string, body: object) =>
    served.service.requiredActions({
      method: 'POST',
      url: new URL('http://127.0.0.1/'),
      rawPath: '/',
      headers: { 'x-amz-target': `DynamoDB_20120810.${operation}` },
      body: Buffer.from(JSON.stringify(body)),
      principal: { kind: 'operator', arn: '' },
    });

  test('on the table, or on the index that is read', () => {
    expect(requiredActions('PutItem', { TableName: TABLE })).toEqual([
      { action: 'dynamodb:PutItem', resource: ARN },
    ]);
    expect(requiredActions('Query', { TableName: TABLE, IndexName: 'gsi1' })).toEqual([
      { action: 'dynamodb:Query', resource: `${ARN}/index/gsi1` },
    ]);
    expect(requiredActions('BatchGetItem', { RequestItems: { [TABLE]: {} } })).toEqual([
      { action: 'dynamodb:BatchGetItem', resource: ARN },
    ]);
  });

  test('for each action of a transaction', () => {
    const TransactItems = ['Put', 'Update', 'Delete', 'ConditionCheck'].map((kind) => ({
      [kind]: { TableName: TABLE },
    }));
    expect(requiredActions('TransactWriteItems', { TransactItems }).map(({ action }) => action)).toEqual([
      'dynamodb:PutItem',
      'dynamodb:UpdateItem',
      'dynamodb:DeleteItem',
      'dynamodb:ConditionCheckItem',
    ]);
    expect(requiredActions('TransactGetItems', { TransactItems: [{ Get: { TableName: TABLE } }] })).toEqual([
      { action: 'dynamodb:GetItem', resource: ARN },
    ]);
  });
});
