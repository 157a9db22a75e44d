import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { asOperator, type CloudAddress } from '#test/helpers/cloud';
import { type ApiClient, apiClient, newUser, type TestUser } from '#test/helpers/users';

/** The product's table in the operator's hands: for what no route does yet, such as a ban or a team member. */
export async function operatorTable(cloud: CloudAddress) {
  const client = new DynamoDBClient(asOperator(cloud));
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  const TableName = TableNames[0];
  if (!TableName) throw new Error('There is no table.');
  const documents = DynamoDBDocumentClient.from(client);
  return {
    async put(item: Record<string, unknown>): Promise<void> {
      await documents.send(new PutCommand({ TableName, Item: item }));
    },
    async remove(key: { pk: string; sk: string }): Promise<void> {
      await documents.send(new DeleteCommand({ TableName, Key: key }));
    },
    async set(key: { pk: string; sk: string }, name: string, value: unknown): Promise<void> {
      await documents.send(
        new UpdateCommand({
          TableName,
          Key: key,
          UpdateExpression: value === undefined ? 'REMOVE #n' : 'SET #n = :v',
          ExpressionAttributeNames: { '#n': name },
          ...(value !== undefined && { ExpressionAttributeValues: { ':v': value } }),
        }),
      );
    },
    close: () => client.destroy(),
  };
}

/** Takes a person into the team of an account, and gives the API as that person acting for it. */
export async function join(
  cloud: CloudAddress,
  { accountId }: TestUser,
  role: 'admin' | 'member' | 'viewer',
  person?: TestUser,
): Promise<ApiClient> {
  const { userId, accessToken } = person ?? (await newUser(cloud));
  const table = await operatorTable(cloud);
  await table.put({
    pk: `ACCOUNT#${accountId}`,
    sk: `MEMBER#${userId}`,
    entity: 'Membership',
    accountId,
    userId,
    role,
    createdAt: new Date().toISOString(),
    gsi1pk: `USER#${userId}`,
    gsi1sk: `MEMBER#${accountId}`,
  });
  table.close();
  return apiClient(cloud, accessToken, { account: accountId });
}
