import {
  BatchGetCommand,
  BatchWriteCommand,
  DynamoDBDocumentClient,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import {
  BatchDeleteRequest,
  BatchGetRequest,
  BatchPutRequest,
  Entity,
  item,
  number,
  PutTransaction,
  string,
} from 'dynamodb-toolbox';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { writeItems } from '#platform/batch-writes';
import { table } from '#platform/table';
import { readItems } from '#platform/table-reads';
import { transact } from '#platform/table-writes';

const client = mockClient(DynamoDBDocumentClient);
beforeAll(() => {
  process.env.TABLE_NAME = 'table';
});
afterEach(() => client.reset());
afterAll(() => client.restore());

const Thing = new Entity({
  name: 'Thing',
  table,
  timestamps: false,
  schema: item({ id: string().key(), weight: number().optional() }),
  computeKey: ({ id }) => ({ pk: id, sk: id }),
});

describe('a batch of reads', () => {
  const request = (id: string) => Thing.build(BatchGetRequest).key({ id });
  const stored = (id: string, weight: number) => ({ pk: id, sk: id, entity: 'Thing', id, weight });

  function keysOfCalls(): unknown[] {
    return client
      .commandCalls(BatchGetCommand)
      .map(({ args }) => args[0].input.RequestItems?.table?.Keys?.map(({ pk }) => pk as unknown));
  }

  test('items come in the order of their requests, with a gap where there is none', async () => {
    client.on(BatchGetCommand).resolves({ Responses: { table: [stored('c', 3), stored('a', 1)] } });
    expect(await readItems([request('a'), request('b'), request('c')], { consistent: true })).toEqual([
      { id: 'a', weight: 1 },
      undefined,
      { id: 'c', weight: 3 },
    ]);
  });

  test('what the table left for later is asked for again, and nothing else', async () => {
    client
      .on(BatchGetCommand)
      .resolvesOnce({
        Responses: { table: [stored('a', 1)] },
        UnprocessedKeys: { table: { Keys: [{ pk: 'b', sk: 'b' }] } },
      })
      .resolves({ Responses: { table: [stored('b', 2)] } });
    expect(await readItems([request('a'), request('b')], { consistent: true })).toEqual([
      { id: 'a', weight: 1 },
      { id: 'b', weight: 2 },
    ]);
    expect(keysOfCalls()).toEqual([['a', 'b'], ['b']]);
  });

  test('an item that the table never gives is an error, not one that is gone', async () => {
    client.on(BatchGetCommand).resolves({ UnprocessedKeys: { table: { Keys: [{ pk: 'b', sk: 'b' }] } } });
    await expect(readItems([request('a'), request('b')], { consistent: true })).rejects.toThrow(
      'The table did not give 1 of 2 items.',
    );
  });

  test('a hundred are read at once, the same one once, and none without asking', async () => {
    client.on(BatchGetCommand).callsFake(({ RequestItems }) => ({
      Responses: { table: RequestItems.table.Keys.map(({ pk }: { pk: string }) => stored(pk, 1)) },
    }));
    const requests = Array.from({ length: 150 }, (_, i) => request(`thing ${i % 120}`));
    const items = await readItems(requests, { consistent: false });
    expect(items.map((each) => each?.id)).toEqual(requests.map((_, i) => `thing ${i % 120}`));
    expect(keysOfCalls().map((keys) => (keys as unknown[]).length)).toEqual([100, 20]);
    expect(await readItems([], { consistent: false })).toEqual([]);
    expect(client.commandCalls(BatchGetCommand)).toHaveLength(2);
  });
});

describe('a transaction', () => {
  const put = (id: string) => ({
    write: Thing.build(PutTransaction).item({ id }),
    refused: (item: Readonly<Record<string, unknown>> | undefined) =>
      new Error(`${id}: ${JSON.stringify(item)}`),
  });

  const canceled = (...codes: (string | { Code: string; Item: object })[]) =>
    Object.assign(new Error('Transaction cancelled'), {
      name: 'TransactionCanceledException',
      CancellationReasons: codes.map((code) => (typeof code === 'string' ? { Code: code } : code)),
    });

  test('the first write whose condition fails says what it means, with the item as it is', async () => {
    client
      .on(TransactWriteCommand)
      .rejects(canceled('None', { Code: 'ConditionalCheckFailed', Item: { n: { N: '1' } } }));
    await expect(transact(put('a'), put('b'))).rejects.toThrow('b: {"n":1}');
  });

  test('a collision is tried again until it passes', async () => {
    client
      .on(TransactWriteCommand)
      .rejectsOnce(canceled('TransactionConflict', 'None'))
      .rejectsOnce(canceled('None', 'ThrottlingError'))
      .resolves({});
    await transact(put('a'), put('b'));
    expect(client.commandCalls(TransactWriteCommand)).toHaveLength(3);
  });

  test('a collision that does not pass is thrown at last', async () => {
    client.on(TransactWriteCommand).rejects(canceled('TransactionConflict'));
    await expect(transact(put('a'))).rejects.toThrow('Transaction cancelled');
    expect(client.commandCalls(TransactWriteCommand).length).toBeGreaterThan(2);
  });

  test('what no repetition heals is thrown at once', async () => {
    client.on(TransactWriteCommand).rejects(canceled('ValidationError'));
    await expect(transact(put('a'))).rejects.toThrow('Transaction cancelled');
    client.reset();
    client
      .on(TransactWriteCommand)
      .rejects(Object.assign(new Error('denied'), { name: 'AccessDeniedException' }));
    await expect(transact(put('a'))).rejects.toThrow('denied');
    expect(client.commandCalls(TransactWriteCommand)).toHaveLength(1);
  });
});

describe('a batch of writes', () => {
  const put = (id: string) => Thing.build(BatchPutRequest).item({ id });
  const remove = (id: string) => Thing.build(BatchDeleteRequest).key({ id });

  /** What each call was to write: `+` and `-` with the item's id. */
  function written(): readonly (readonly string[])[] {
    return client
      .commandCalls(BatchWriteCommand)
      .map(({ args }) =>
        (args[0].input.RequestItems?.table ?? []).map(({ PutRequest, DeleteRequest }) =>
          PutRequest ? `+${PutRequest.Item?.pk}` : `-${DeleteRequest?.Key?.pk}`,
        ),
      );
  }

  test('any number is written, as many at once as the table takes', async () => {
    client.on(BatchWriteCommand).resolves({});
    await writeItems([]);
    await writeItems([put('a'), remove('b')]);
    await writeItems(Array.from({ length: 60 }, (_, n) => put(String(n))));
    expect(written()[0]).toEqual(['+a', '-b']);
    expect(written().map(({ length }) => length)).toEqual([2, 25, 25, 10]);
  });

  test('of several writes to one item the last is sent', async () => {
    client.on(BatchWriteCommand).resolves({});
    await writeItems([put('a'), remove('b'), remove('a'), put('b'), put('c')]);
    expect(written()).toEqual([['-a', '+b', '+c']]);
  });

  test('what the table left for later is sent again, and nothing else', async () => {
    client
      .on(BatchWriteCommand)
      .resolvesOnce({ UnprocessedItems: { table: [{ DeleteRequest: { Key: { pk: 'b', sk: 'b' } } }] } })
      .resolves({});
    await writeItems([put('a'), remove('b')]);
    expect(written()).toEqual([['+a', '-b'], ['-b']]);
  });

  test('an item that the table never takes is an error', async () => {
    client
      .on(BatchWriteCommand)
      .resolves({ UnprocessedItems: { table: [{ PutRequest: { Item: { pk: 'b', sk: 'b' } } }] } });
    await expect(writeItems([put('a'), put('b')])).rejects.toThrow('The table did not take 1 of 2 items.');
  });
});
