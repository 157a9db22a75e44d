import { afterAll, beforeAll } from 'vitest';
import { createDynamoDb } from '#infra/local/services/dynamodb/service';
import { callDirectly } from './direct-table';
import { resource, serveService, temporaryContext } from './serve-service';

const string = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' });
const keys = (partition: string, sort: string) => [
  { AttributeName: partition, KeyType: 'HASH' },
  { AttributeName: sort, KeyType: 'RANGE' },
];
const index = (name: string) => ({
  IndexName: name,
  KeySchema: keys(`${name}pk`, `${name}sk`),
  Projection: { ProjectionType: 'KEYS_ONLY' },
});

/**
 * As long as a timer can be. What expires stays, as it may for days on AWS: tests give clocks of their own, and by the
 * machine's all that they count would have expired long ago where they take a minute.
 */
const NEVER = 2 ** 31 - 1;

/** Gives the tests of a file the product's table, on a database of its own. */
export function withLocalTable(): void {
  let table: { close(): Promise<void> };
  beforeAll(async () => {
    table = await startLocalTable();
  });
  afterAll(() => table.close());
}

/**
 * The product's table on a database of its own, to which functions' code of this process then speaks: directly, or
 * where that is measured over HTTP.
 */
export async function startLocalTable({ overHttp = false } = {}): Promise<{ close(): Promise<void> }> {
  const context = await temporaryContext();
  const table = resource('AWS::DynamoDB::Table', 'parley-test', {
    TableName: 'parley-test',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: ['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk'].map(string),
    KeySchema: keys('pk', 'sk'),
    GlobalSecondaryIndexes: [index('gsi1'), index('gsi2')],
    TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
  });
  const database = createDynamoDb(context, { tables: [table], sweepMs: NEVER });
  const served = await serveService(database);
  const endCalls = overHttp ? () => {} : callDirectly(database);
  Object.assign(process.env, {
    TABLE_NAME: 'parley-test',
    AWS_REGION: 'eu-central-1',
    AWS_ENDPOINT_URL_DYNAMODB: served.endpoint,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
  return {
    async close() {
      endCalls();
      await served.close();
      await context.remove();
    },
  };
}
