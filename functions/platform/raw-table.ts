import {
  BatchGetCommand,
  PutCommand,
  type PutCommandInput,
  QueryCommand,
  type QueryCommandOutput,
  UpdateCommand,
  type UpdateCommandInput,
  type UpdateCommandOutput,
} from '@aws-sdk/lib-dynamodb';
import { environment } from './environment';
import { documentClient } from './table';

/** Items whose attributes are named at run time, as those of counters are: their entities can't write them. */

export interface ItemKey {
  readonly pk: string;
  readonly sk: string;
}

export function updateItem(input: Omit<UpdateCommandInput, 'TableName'>): Promise<UpdateCommandOutput> {
  return documentClient.send(new UpdateCommand({ TableName: environment('TABLE_NAME'), ...input }));
}

export async function putItem(
  item: ItemKey & Readonly<Record<string, unknown>>,
  condition: Pick<
    PutCommandInput,
    'ConditionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
  > = {},
): Promise<void> {
  await documentClient.send(
    new PutCommand({ TableName: environment('TABLE_NAME'), Item: { ...item }, ...condition }),
  );
}

/** Those that are there, at most a hundred; not necessarily as they were written last unless asked for. */
export async function getItems(
  keys: readonly ItemKey[],
  { consistent }: { readonly consistent: boolean } = { consistent: false },
): Promise<readonly unknown[]> {
  const TableName = environment('TABLE_NAME');
  const items: unknown[] = [];
  let left: Record<string, unknown>[] = keys.map((key) => ({ ...key }));
  for (let attempt = 0; left.length > 0; attempt += 1) {
    if (attempt === 5) throw new Error('The table gave some of the items only.');
    const { Responses, UnprocessedKeys } = await documentClient.send(
      new BatchGetCommand({ RequestItems: { [TableName]: { Keys: left, ConsistentRead: consistent } } }),
    );
    items.push(...(Responses?.[TableName] ?? []));
    left = UnprocessedKeys?.[TableName]?.Keys ?? [];
  }
  return items;
}

type Item = ItemKey & Readonly<Record<string, unknown>>;
/** What BatchGetItem takes. */
const AT_ONCE = 100;

/** The items of any number of keys as they were written last, by their names; a key may come more than once. */
export async function readByName(keys: readonly ItemKey[]): Promise<ReadonlyMap<string, Item>> {
  const distinct = [...new Map(keys.map(({ pk, sk }) => [nameOf({ pk, sk }), { pk, sk }])).values()];
  const found = new Map<string, Item>();
  for (let first = 0; first < distinct.length; first += AT_ONCE) {
    const items = await getItems(distinct.slice(first, first + AT_ONCE), { consistent: true });
    for (const item of items as Item[]) found.set(nameOf(item), item);
  }
  return found;
}

export function nameOf({ pk, sk }: ItemKey): string {
  return `${pk}\n${sk}`;
}

/** A page of a partition, of the table or of an index, whatever entities its items are of. */
export async function queryPlainPage(
  { partition, index }: { readonly partition: string; readonly index?: 'gsi1' | 'gsi2' },
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<{ readonly items: readonly Record<string, unknown>[]; readonly cursor: string | null }> {
  const { Items = [], LastEvaluatedKey }: QueryCommandOutput = await documentClient.send(
    new QueryCommand({
      TableName: environment('TABLE_NAME'),
      ...(index && { IndexName: index }),
      KeyConditionExpression: '#pk = :pk',
      ExpressionAttributeNames: { '#pk': `${index ?? ''}pk` },
      ExpressionAttributeValues: { ':pk': partition },
      Limit: limit,
      ...(after !== null && { ExclusiveStartKey: JSON.parse(after) }),
    }),
  );
  return { items: Items, cursor: LastEvaluatedKey ? JSON.stringify(LastEvaluatedKey) : null };
}
