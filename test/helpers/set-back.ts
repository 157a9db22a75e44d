import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { conversationChannel } from '#core/accounts/sockets/entity';
import { asOperator, type CloudAddress } from './assembly';

const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** Has a conversation been had some days earlier, by all times in its items; gives how many these are. */
export async function setBack(
  cloud: CloudAddress,
  { accountId, conversationId }: { readonly accountId: string; readonly conversationId: string },
  days: number,
): Promise<number> {
  const client = new DynamoDBClient(asOperator(cloud));
  const documents = DynamoDBDocumentClient.from(client);
  const { TableNames: [TableName] = [] } = await client.send(new ListTablesCommand({}));
  const { Items = [] } = await documents.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': conversationChannel(accountId, conversationId) },
    }),
  );
  const earlier = (time: string) => new Date(Date.parse(time) - days * 86_400_000).toISOString();
  for (const { pk, sk, ...item } of Items) {
    const moved = Object.entries(item).map(([name, value]) => {
      if (typeof value === 'string') return [name, value.replaceAll(TIME, earlier)];
      return [name, name === 'expiresAt' ? value - days * 86_400 : value];
    });
    await documents.send(new PutCommand({ TableName, Item: { pk, sk, ...Object.fromEntries(moved) } }));
  }
  client.destroy();
  return Items.length;
}
