import { setTimeout as sleep } from 'node:timers/promises';
import { BatchGetCommand, type BatchGetCommandInput } from '@aws-sdk/lib-dynamodb';
import {
  type Entity,
  EntityFormatter,
  type FormattedItem,
  GetItemCommand,
  type KeyInputItem,
  QueryCommand,
} from 'dynamodb-toolbox';
import { environment } from './environment';
import { documentClient, table } from './table';

/** An item as it is at this moment; undefined where there is none. */
export async function readItem<ENTITY extends Entity>(
  entity: ENTITY,
  key: KeyInputItem<ENTITY>,
): Promise<FormattedItem<ENTITY> | undefined> {
  const { Item } = await (entity as Entity)
    .build(GetItemCommand)
    .key(key)
    .options({ consistent: true })
    .send();
  // The library's types lose which entity it is; so below.
  return Item as FormattedItem<ENTITY> | undefined;
}

/** All items of an entity in a partition whose sort keys begin so, as they are at this moment, in that order. */
export async function listAll<ENTITY extends Entity>(
  entity: ENTITY,
  partition: string,
  prefix?: string,
): Promise<FormattedItem<ENTITY>[]> {
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({ partition, ...(prefix !== undefined && { range: { beginsWith: prefix } }) })
    .entities(entity as Entity)
    .options({ consistent: true, maxPages: Number.POSITIVE_INFINITY })
    .send();
  return Items as unknown as FormattedItem<ENTITY>[];
}

type Keys = NonNullable<NonNullable<BatchGetCommandInput['RequestItems']>[string]['Keys']>;
/** A BatchGetRequest of some entity. */
interface ReadRequest {
  readonly entity: Entity;
  readonly params: () => Keys[number];
}
type Item = Readonly<Record<string, unknown>>;
/** Each by its own request. */
type ItemsOf<REQUESTS extends readonly ReadRequest[]> = {
  readonly [AT in keyof REQUESTS]: FormattedItem<REQUESTS[AT]['entity']> | undefined;
};

/** What one BatchGetItem takes. */
const AT_ONCE = 100;
const MAX_ATTEMPTS = 6;

/**
 * The item of each request, in their order; undefined where there is none. Any number of requests, and the same one
 * more than once. Throws when the table doesn't give all of them after several attempts: an item that was not read
 * must not be taken for one that is gone.
 */
export async function readItems<const REQUESTS extends readonly ReadRequest[]>(
  requests: REQUESTS,
  { consistent }: { readonly consistent: boolean },
): Promise<ItemsOf<REQUESTS>> {
  const keys = new Map(requests.map((request) => [nameOf(request.params()), request.params()]));
  const items = new Map<string, Item>();
  for (let first = 0; first < keys.size; first += AT_ONCE) {
    for (const item of await readChunk([...keys.values()].slice(first, first + AT_ONCE), consistent)) {
      items.set(nameOf(item), item);
    }
  }
  // The formatter of an entity gives that entity's items.
  return requests.map((request) => {
    const item = items.get(nameOf(request.params()));
    return item && request.entity.build(EntityFormatter).format(item);
  }) as unknown as ItemsOf<REQUESTS>;
}

async function readChunk(keys: Keys, consistent: boolean): Promise<readonly Item[]> {
  const name = environment('TABLE_NAME');
  const items: Item[] = [];
  let left = keys;
  for (let attempt = 1; ; attempt += 1) {
    const { Responses, UnprocessedKeys } = await documentClient.send(
      new BatchGetCommand({ RequestItems: { [name]: { Keys: left, ConsistentRead: consistent } } }),
    );
    items.push(...(Responses?.[name] ?? []));
    left = UnprocessedKeys?.[name]?.Keys ?? [];
    if (left.length === 0) return items;
    if (attempt === MAX_ATTEMPTS) {
      throw new Error(`The table did not give ${left.length} of ${keys.length} items.`);
    }
    await sleep(2 ** attempt * 10 * (0.5 + Math.random()));
  }
}

function nameOf({ pk, sk }: Item): string {
  return JSON.stringify([pk, sk]);
}
