import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  QueryCommand,
  TransactGetItemsCommand,
  TransactionCanceledException,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall as toItem, unmarshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, test } from 'vitest';
import {
  changes,
  close,
  db,
  get,
  key,
  now,
  open,
  prepareDynamoDb,
  put,
  query,
  served,
  setNow,
  TABLE,
  thrown,
  update,
} from './dynamodb-setup';

prepareDynamoDb();

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
    const { Attributes } = await update(
      'a',
      'b',
      'SET #c = #c + :one, tags = list_append(tags, :more), early = if_not_exists(early, :one) REMOVE #map.a ADD summed :five',
      { ':one': 1, ':more': ['y'], ':five': 5 },
      { ExpressionAttributeNames: { '#c': 'count', '#map': 'map' }, ReturnValues: 'ALL_NEW' },
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
      update(
        'a',
        'b',
        'SET version = :next',
        { ':next': 3, ':seen': 2 },
        {
          ConditionExpression: 'version = :seen',
          ...(ReturnValuesOnConditionCheckFailure && { ReturnValuesOnConditionCheckFailure }),
        },
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
      Array.from({ length: 60 }, () => update('a', 'counter', 'ADD summed :one', { ':one': 1 })),
    );
    expect(await get('a', 'counter')).toMatchObject({ summed: 60 });
  });
});

describe('queries', () => {
  test('page through a key in order, forwards and backwards, with every condition on the sort key', async () => {
    for (const sk of ['a', 'ab', 'abc', 'b', 'ä', 'z']) await put({ pk: 'p', sk });
    await put({ pk: 'other', sk: 'a' });
    const sorted = async (condition: string, values: object, more: object = {}) => {
      const { Items } = await query({
        KeyConditionExpression: `pk = :p${condition}`,
        ExpressionAttributeValues: toItem({ ':p': 'p', ...values }),
        ...more,
      });
      return (Items ?? []).map((item) => item.sk?.S);
    };
    expect(await sorted('', {})).toEqual(['a', 'ab', 'abc', 'b', 'z', 'ä']);
    expect(await sorted('', {}, { ScanIndexForward: false, Limit: 2 })).toEqual(['ä', 'z']);
    expect(await sorted(' AND begins_with(sk, :s)', { ':s': 'ab' })).toEqual(['ab', 'abc']);
    expect(await sorted(' AND sk BETWEEN :a AND :b', { ':a': 'ab', ':b': 'b' })).toEqual(['ab', 'abc', 'b']);
    expect(await sorted(' AND sk > :s', { ':s': 'abc' })).toEqual(['b', 'z', 'ä']);
    expect(await sorted(' AND sk < :s', { ':s': 'ab' })).toEqual(['a']);
    expect(await sorted(' AND sk = :s', { ':s': 'ab' })).toEqual(['ab']);
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
        const page = await query({
          IndexName: 'gsi1',
          KeyConditionExpression: 'gsi1pk = :p',
          ExpressionAttributeValues: toItem({ ':p': 'same' }),
          Limit: 7,
          ScanIndexForward,
          ...(from && { ExclusiveStartKey: from }),
        });
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
      const { Items } = await query({
        IndexName: 'gsi2',
        KeyConditionExpression: 'gsi2pk = :p',
        ExpressionAttributeValues: toItem({ ':p': 'list' }),
      });
      return (Items ?? []).map((item) => unmarshall(item));
    };
    const first = { pk: 'one', sk: 's', gsi2pk: 'list', gsi2sk: '1', state: 'new' };
    await put(first);
    await put({ pk: 'two', sk: 's', gsi2pk: 'list', gsi2sk: '2' });
    expect(await listed()).toMatchObject([{ pk: 'one' }, { pk: 'two' }]);
    await put({ ...first, gsi2sk: '3', state: 'moved' });
    expect(await listed()).toMatchObject([{ pk: 'two' }, { pk: 'one', state: 'moved' }]);
    await update('two', 's', 'REMOVE gsi2pk');
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
    setNow(now + 10 * 60 * 1000 + 1);
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
