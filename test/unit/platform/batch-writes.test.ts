import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { BatchDeleteRequest, BatchPutRequest, Entity, item, string } from 'dynamodb-toolbox';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { writeItems } from '#platform/batch-writes';
import { table } from '#platform/table';

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
