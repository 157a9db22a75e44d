import {
  DeleteItemCommand,
  DeleteTableCommand,
  DescribeContinuousBackupsCommand,
  DynamoDBClient,
  ListTablesCommand,
  PutItemCommand,
  RestoreTableToPointInTimeCommand,
  ScanCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDynamoDb, type DynamoDbService } from '#infra/local/services/dynamodb/service';
import { resource } from '#test/helpers/serve-service';
import { temporaryFolder } from '#test/helpers/temporary-folder';
import { type Served, serveThroughGateway } from './through-gateway';

const TABLE = 'Data-Table';
const START = Date.parse('2026-03-01T12:00:00Z');
const DAY = 24 * 60 * 60 * 1000;

let now: number;
let folder: string;
let served: Served<DynamoDbService>;
let db: DynamoDBClient;

async function serve(): Promise<void> {
  served = await serveThroughGateway(folder, (context) =>
    createDynamoDb(context, {
      tables: [
        resource('AWS::DynamoDB::Table', TABLE, {
          KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
          AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
          BillingMode: 'PAY_PER_REQUEST',
          DeletionProtectionEnabled: true,
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        }),
      ],
      now: () => now,
    }),
  );
  db = new DynamoDBClient(served.client);
}

beforeEach(async () => {
  now = START;
  folder = temporaryFolder();
  await serve();
});
afterEach(() => served.stop());

const put = (pk: string, text: string) =>
  db.send(new PutItemCommand({ TableName: TABLE, Item: { pk: { S: pk }, text: { S: text } } }));

const restore = (TargetTableName: string, at: number) =>
  db.send(
    new RestoreTableToPointInTimeCommand({
      SourceTableName: TABLE,
      TargetTableName,
      RestoreDateTime: new Date(at),
    }),
  );

async function itemsOf(TableName: string): Promise<Record<string, string | undefined>> {
  const { Items = [] } = await db.send(new ScanCommand({ TableName }));
  return Object.fromEntries(Items.map(({ pk, text }) => [pk?.S, text?.S]));
}

describe('a table with point-in-time recovery', () => {
  test('is restored beside itself as it was at any time', async () => {
    await put('a', 'first');
    await put('b', 'stays');
    now += 1_000;
    await put('a', 'second');
    await put('c', 'came');
    now += 1_000;
    await db.send(new DeleteItemCommand({ TableName: TABLE, Key: { pk: { S: 'b' } } }));
    await db.send(
      new UpdateItemCommand({
        TableName: TABLE,
        Key: { pk: { S: 'a' } },
        UpdateExpression: 'SET #t = :t',
        ExpressionAttributeNames: { '#t': 'text' },
        ExpressionAttributeValues: { ':t': { S: 'third' } },
      }),
    );
    now += 1_000;
    await restore('first', START);
    await restore('second', START + 1_000);
    await restore('last', now);
    expect(await itemsOf('first')).toEqual({ a: 'first', b: 'stays' });
    expect(await itemsOf('second')).toEqual({ a: 'second', b: 'stays', c: 'came' });
    expect(await itemsOf('last')).toEqual({ a: 'third', c: 'came' });
    expect(await itemsOf(TABLE)).toEqual({ a: 'third', c: 'came' });
  });

  test('is restored to before a restart, and the restored one outlives another', async () => {
    await put('a', 'first');
    await served.stop();
    await serve();
    now += 1_000;
    await put('a', 'second');
    await restore('kept', START);
    await served.stop();
    await serve();
    expect(await itemsOf('kept')).toEqual({ a: 'first' });
    await db.send(new DeleteTableCommand({ TableName: 'kept' }));
    expect((await db.send(new ListTablesCommand({}))).TableNames).toEqual([TABLE]);
    await served.stop();
    await serve();
    expect((await db.send(new ListTablesCommand({}))).TableNames).toEqual([TABLE]);
  });

  test('says between which times it can be restored: 35 days at most', async () => {
    const span = async () =>
      (await db.send(new DescribeContinuousBackupsCommand({ TableName: TABLE }))).ContinuousBackupsDescription
        ?.PointInTimeRecoveryDescription;
    await put('a', 'first');
    now += DAY;
    expect(await span()).toMatchObject({
      PointInTimeRecoveryStatus: 'ENABLED',
      EarliestRestorableDateTime: new Date(START),
      LatestRestorableDateTime: new Date(now),
    });
    now += 40 * DAY;
    await put('b', 'later');
    await served.service.sweep();
    expect((await span())?.EarliestRestorableDateTime).toEqual(new Date(now));
    await expect(restore('early', START)).rejects.toMatchObject({ name: 'InvalidRestoreTimeException' });
    await expect(restore('future', now + 1_000)).rejects.toMatchObject({
      name: 'InvalidRestoreTimeException',
    });
  });

  test('and one of the template can be neither overwritten nor deleted', async () => {
    await put('a', 'first');
    await expect(restore(TABLE, START)).rejects.toMatchObject({ name: 'TableAlreadyExistsException' });
    await expect(db.send(new DeleteTableCommand({ TableName: TABLE }))).rejects.toThrow(
      'deletion protection',
    );
  });
});
