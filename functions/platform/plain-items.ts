import {
  BatchGetCommand,
  PutCommand,
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

export async function putItem(item: ItemKey & Readonly<Record<string, unknown>>): Promise<void> {
  await documentClient.send(new PutCommand({ TableName: environment('TABLE_NAME'), Item: { ...item } }));
}

/** Those that are there, at most a hundred, not necessarily as they were written last. */
export async function getItems(keys: readonly ItemKey[]): Promise<readonly unknown[]> {
  const TableName = environment('TABLE_NAME');
  const items: unknown[] = [];
  let left: Record<string, unknown>[] = keys.map((key) => ({ ...key }));
  for (let attempt = 0; left.length > 0; attempt += 1) {
    if (attempt === 5) throw new Error('The table gave some of the items only.');
    const { Responses, UnprocessedKeys } = await documentClient.send(
      new BatchGetCommand({ RequestItems: { [TableName]: { Keys: left } } }),
    );
    items.push(...(Responses?.[TableName] ?? []));
    left = UnprocessedKeys?.[TableName]?.Keys ?? [];
  }
  return items;
}
