import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, it } from 'vitest';
import { type AwsLike, asOnAws } from '#infra/local/runtime/aws-like';
import { ModelQuota } from '#infra/local/services/bedrock/quota';
import { createDynamoDb, type DynamoDbService } from '#infra/local/services/dynamodb/service';
import { resource, serveService, temporaryContext } from '#test/helpers/serve-service';

const HOUR = 3_600_000;
const TABLE = resource('AWS::DynamoDB::Table', 'table', {
  TableName: 'table',
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: ['pk', 'g'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'by-g',
      KeySchema: [{ AttributeName: 'g', KeyType: 'HASH' }],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    },
  ],
  TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
});

let end: () => Promise<void> = async () => {};
afterEach(() => end());

/** A table whose index lags by the share of an hour that `random` gives. */
async function tableLike(awsLike: Partial<AwsLike>, now: () => number = Date.now) {
  const context = await temporaryContext();
  const service: DynamoDbService = createDynamoDb(context, {
    tables: [TABLE],
    now,
    awsLike: { ...asOnAws('1'), indexLagMs: HOUR, ...awsLike },
  });
  const served = await serveService(service);
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint: served.endpoint,
      region: 'eu-central-1',
      credentials: { accessKeyId: 'a', secretAccessKey: 's' },
    }),
  );
  end = async () => {
    client.destroy();
    await served.close();
  };
  const listed = async () => {
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName: 'table',
        IndexName: 'by-g',
        KeyConditionExpression: 'g = :g',
        ExpressionAttributeValues: { ':g': 'g' },
      }),
    );
    return Items.map(({ pk }) => pk).sort();
  };
  const put = (pk: string, set: object = { g: 'g' }) =>
    client.send(new PutCommand({ TableName: 'table', Item: { pk, ...set } }));
  return { client, service, listed, put };
}

describe('an index as on AWS', () => {
  it('shows what was some moments ago, while the item itself is there at once', async () => {
    let lag = 0;
    const { client, listed, put } = await tableLike({ random: () => lag });
    await put('one');
    await put('two');
    expect(await listed()).toEqual(['one', 'two']);
    lag = 1;
    expect(await listed()).toEqual([]);
    const { Item } = await client.send(new GetCommand({ TableName: 'table', Key: { pk: 'two' } }));
    expect(Item).toMatchObject({ g: 'g' });
    await put('one', { g: 'other' });
    lag = 0;
    expect(await listed()).toEqual(['two']);
  });
});

describe('a time to live as on AWS', () => {
  it('ends hours late', async () => {
    let now = Date.now();
    const { service, put } = await tableLike({ expiryLateMs: 3 * HOUR }, () => now);
    await put('due', { expiresAt: Math.floor(now / 1_000) - 60 });
    expect(await service.sweep()).toBe(0);
    now += 3 * HOUR;
    expect(await service.sweep()).toBe(1);
  });
});

describe("a model's quota as on AWS", () => {
  it('refuses what is over it within a minute, by model', () => {
    let now = 0;
    const quota = new ModelQuota(200, () => now);
    quota.take('a', 150);
    expect(() => quota.take('a', 60)).toThrow('Too many requests');
    quota.take('a', 50);
    quota.take('b', 200);
    now = 60_001;
    quota.take('a', 200);
  });
});

it('chances are the same for the same seed', () => {
  const draw = (seed: string) => {
    const { random } = asOnAws(seed);
    return [random(), random(), random()];
  };
  expect(draw('1')).toEqual(draw('1'));
  expect(draw('1')).not.toEqual(draw('2'));
  for (const chance of draw('1')) expect(chance >= 0 && chance < 1).toBe(true);
});
