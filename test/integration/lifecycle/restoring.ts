import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { OwnCloud } from '#test/helpers/cloud';
import { outputOf } from '#test/helpers/command';

/** The product's table in the operator's hands. */
export async function rawTable(cloud: OwnCloud) {
  const client = new DynamoDBClient({
    endpoint: cloud.addresses.aws,
    region: cloud.region,
    credentials: cloud.operator,
  });
  const { TableNames: [TableName = ''] = [] } = await client.send(new ListTablesCommand({}));
  return { db: DynamoDBDocumentClient.from(client), TableName };
}

/** The command as an operator runs it; gives what it said. */
export function restore(cloud: OwnCloud, ...options: string[]): Promise<string> {
  return outputOf('bin/restore.ts', '--state', cloud.state, ...options);
}

/** A time at which all is as it is now. */
export async function moment(): Promise<string> {
  await sleep(1_100);
  const at = new Date().toISOString();
  await sleep(1_100);
  return at;
}
