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

/** A time at which all is as it is now: a table is restored to whole seconds, so it begins one that nothing else is in. */
export async function moment(): Promise<string> {
  await nextSecond();
  const at = new Date().toISOString();
  await nextSecond();
  return at;
}

async function nextSecond(): Promise<void> {
  const second = () => Math.floor(Date.now() / 1_000);
  const current = second();
  while (second() === current) await sleep(1_000 - (Date.now() % 1_000));
}
