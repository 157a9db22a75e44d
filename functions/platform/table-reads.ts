import { setTimeout as sleep } from 'node:timers/promises';
import { BatchGetCommand, type BatchGetCommandInput } from '@aws-sdk/lib-dynamodb';
import { type Entity, EntityFormatter, type FormattedItem } from 'dynamodb-toolbox';
import { environment } from './environment';
import { documentClient } from './table';

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
  // The formatter of an entity gives that entity's items; the library's types lose which one it is.
  return requests.map((request) => {
    const item = items.get(nameOf(request.params()));
    return item && request.entity.build(EntityFormatter).format(item);
  }) as unknown as ItemsOf<REQUESTS>;
}

async function readChunk(keys: Keys, consistent: boolean): Promise<readonly Item[]> {
  const table = environment('TABLE_NAME');
  const items: Item[] = [];
  let left = keys;
  for (let attempt = 1; ; attempt += 1) {
    const { Responses, UnprocessedKeys } = await documentClient.send(
      new BatchGetCommand({ RequestItems: { [table]: { Keys: left, ConsistentRead: consistent } } }),
    );
    items.push(...(Responses?.[table] ?? []));
    left = UnprocessedKeys?.[table]?.Keys ?? [];
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
