import { setTimeout as sleep } from 'node:timers/promises';
import { BatchWriteCommand, type BatchWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { environment } from './environment';
import { documentClient } from './table';

type Write = NonNullable<BatchWriteCommandInput['RequestItems']>[string][number];
/** A BatchPutRequest or BatchDeleteRequest of some entity. */
interface WriteRequest {
  readonly params: () => Write;
}

/** What one BatchWriteItem takes. */
const AT_ONCE = 25;
const MAX_ATTEMPTS = 6;

/**
 * Writes that have no conditions and are each done by themselves: any number. Of several to one item the last is done;
 * the table refuses a batch that names an item twice. Throws when the table doesn't take all of them after several
 * attempts; those that it took stay.
 */
export async function writeItems(requests: readonly WriteRequest[]): Promise<void> {
  const last = new Map(requests.map((request) => request.params()).map((write) => [itemOf(write), write]));
  const writes = [...last.values()];
  for (let first = 0; first < writes.length; first += AT_ONCE)
    await writeChunk(writes.slice(first, first + AT_ONCE));
}

async function writeChunk(writes: Write[]): Promise<void> {
  const table = environment('TABLE_NAME');
  let left = writes;
  for (let attempt = 1; ; attempt += 1) {
    const { UnprocessedItems } = await documentClient.send(
      new BatchWriteCommand({ RequestItems: { [table]: left } }),
    );
    left = UnprocessedItems?.[table] ?? [];
    if (left.length === 0) return;
    if (attempt === MAX_ATTEMPTS) {
      throw new Error(`The table did not take ${left.length} of ${writes.length} items.`);
    }
    await sleep(2 ** attempt * 10 * (0.5 + Math.random()));
  }
}

/** Which item it writes. */
function itemOf({ PutRequest, DeleteRequest }: Write): string {
  const { pk, sk } = PutRequest?.Item ?? DeleteRequest?.Key ?? {};
  return JSON.stringify([pk, sk]);
}
