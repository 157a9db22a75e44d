import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { asOperator, type CloudAddress } from '#test/helpers/cloud';
import { type ApiClient, apiClient, newUser, type TestUser } from '#test/helpers/users';

/** The product's table in the operator's hands: for what no route does yet, such as a ban or a team member. */
export function operatorTable(cloud: CloudAddress) {
  const client = new DynamoDBClient(asOperator(cloud));
  const documents = DynamoDBDocumentClient.from(client);
  let name: Promise<string> | undefined;
  const tableName = () => {
    name ??= client.send(new ListTablesCommand({})).then(({ TableNames: [first] = [] }) => {
      if (!first) throw new Error('There is no table.');
      return first;
    });
    return name;
  };
  return {
    async put(item: Record<string, unknown>): Promise<void> {
      await documents.send(new PutCommand({ TableName: await tableName(), Item: item }));
    },
    async remove(key: { pk: string; sk: string }): Promise<void> {
      await documents.send(new DeleteCommand({ TableName: await tableName(), Key: key }));
    },
    async set(key: { pk: string; sk: string }, attribute: string, value: unknown): Promise<void> {
      await documents.send(
        new UpdateCommand({
          TableName: await tableName(),
          Key: key,
          UpdateExpression: value === undefined ? 'REMOVE #n' : 'SET #n = :v',
          ExpressionAttributeNames: { '#n': attribute },
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
  await operatorTable(cloud).put({
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
  return apiClient(cloud, accessToken, { account: accountId });
}
