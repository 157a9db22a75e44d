import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { Entity, item, PutTransaction, string } from 'dynamodb-toolbox';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { table } from '#platform/table';
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
  schema: item({ id: string().key() }),
  computeKey: ({ id }) => ({ pk: id, sk: id }),
});

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
