import { BatchGetCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { BatchGetRequest, Entity, item, number, string } from 'dynamodb-toolbox';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { table } from '#platform/table';
import { readItems } from '#platform/table-reads';

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
  schema: item({ id: string().key(), weight: number() }),
  computeKey: ({ id }) => ({ pk: id, sk: id }),
});

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
