import { DynamoDBClient, paginateListTables } from '@aws-sdk/client-dynamodb';

/** Name of a stage's table. */
export async function tableOf(stage: string): Promise<string> {
  const client = new DynamoDBClient({});
  for await (const { TableNames = [] } of paginateListTables({ client }, {})) {
    const found = TableNames.find((name) => name.startsWith(`parley-${stage}-data-Table`));
    if (found) return found;
  }
  throw new Error(`Stage ${stage} has no table: it is not deployed, or this is another account.`);
}
