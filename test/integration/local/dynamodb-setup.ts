import {
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  type QueryCommandInput,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from '@aws-sdk/client-dynamodb';
import { marshall as toItem, unmarshall } from '@aws-sdk/util-dynamodb';
import { afterEach, beforeEach } from 'vitest';
import { createDynamoDb, type DynamoDbService } from '#infra/local/services/dynamodb/service';
import { resource } from '#test/helpers/serve-service';
import { temporaryFolder } from '#test/helpers/temporary-folder';
import { ACCOUNT, REGION, type Served, serveThroughGateway, thrownBy } from './through-gateway';

export const TABLE = 'Data-Table';

export const ARN = `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/${TABLE}`;

export const STREAM = `${ARN}/stream/local`;

const NOW = Date.parse('2026-03-01T12:00:00Z');

export const index = (name: string, projection: object = { ProjectionType: 'KEYS_ONLY' }) => ({
  IndexName: name,
  KeySchema: [
    { AttributeName: `${name}pk`, KeyType: 'HASH' },
    { AttributeName: `${name}sk`, KeyType: 'RANGE' },
  ],
  Projection: projection,
});

export const PROPERTIES = {
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

export let folder: string;

export let served: Served<DynamoDbService>;

export let db: DynamoDBClient;

export let now: number;

export async function open(properties: object = PROPERTIES): Promise<void> {
  served = await serveThroughGateway(folder, (context) =>
    createDynamoDb(context, {
      tables: [resource('AWS::DynamoDB::Table', TABLE, { ...properties }, { Arn: ARN, StreamArn: STREAM })],
      now: () => now,
    }),
  );
  db = new DynamoDBClient(served.client);
}

export async function close(): Promise<void> {
  db.destroy();
  await served.stop();
}

/** Registers what the tests of a file need. */
export function prepareDynamoDb(): void {
  beforeEach(async () => {
    now = NOW;
    folder = temporaryFolder();
    await open();
  });
  afterEach(close);
}

export const key = (pk: string, sk: string) => toItem({ pk, sk });

export const put = (item: Record<string, unknown>) =>
  db.send(new PutItemCommand({ TableName: TABLE, Item: toItem(item) }));

export const get = async (pk: string, sk: string) => {
  const { Item } = await db.send(new GetItemCommand({ TableName: TABLE, Key: key(pk, sk) }));
  return Item && unmarshall(Item);
};

export const update = (
  pk: string,
  sk: string,
  UpdateExpression: string,
  values?: Record<string, unknown>,
  more: Partial<UpdateItemCommandInput> = {},
) =>
  db.send(
    new UpdateItemCommand({
      TableName: TABLE,
      Key: key(pk, sk),
      UpdateExpression,
      ...(values && { ExpressionAttributeValues: toItem(values) }),
      ...more,
    }),
  );

export const query = (input: Omit<QueryCommandInput, 'TableName'>) =>
  db.send(new QueryCommand({ TableName: TABLE, ...input }));

export const thrown = thrownBy<Error>;

export const changes = async (after?: string) => {
  const records = await served.service.read(STREAM, after, 1_000);
  return records.map(({ eventName, dynamodb: { Keys, OldImage, NewImage } }) => ({
    eventName,
    key: Object.values(unmarshall(Keys as never)).join('/'),
    old: OldImage && unmarshall(OldImage as never),
    next: NewImage && unmarshall(NewImage as never),
  }));
};

export function setNow(value: typeof now): void {
  now = value;
}
