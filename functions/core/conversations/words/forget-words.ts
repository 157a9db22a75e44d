import { DeleteItemCommand, PutItemCommand } from 'dynamodb-toolbox';
import { ParleyError } from '#platform/errors';
import { listAll } from '#platform/table-reads';
import { ifHolds } from '#platform/table-writes';
import { ConversationWordsEntity, PackedWordsEntity, partsOf, wordsPartition } from './entity';
import { packedAround } from './packed-around';
import { packRows, unpackRows } from './packed-rows';

const MAX_ATTEMPTS = 5;

/** Takes the words of conversations away: they are found no more. Those that are packed together are written once. */
export async function forgetWords(accountId: string, conversationIds: readonly string[]): Promise<void> {
  await Promise.all(conversationIds.map((conversationId) => forgetParts(accountId, conversationId)));
  let left = conversationIds.toSorted();
  while (left.length > 0) left = await forgetPacked(accountId, left);
}

async function forgetParts(accountId: string, conversationId: string): Promise<void> {
  const items = await listAll(ConversationWordsEntity, wordsPartition(accountId), partsOf(conversationId));
  await Promise.all(items.map((part) => ConversationWordsEntity.build(DeleteItemCommand).key(part).send()));
}

/** Those of the item that has the last of them; gives the others. */
async function forgetPacked(accountId: string, conversationIds: readonly string[]): Promise<string[]> {
  for (let attempt = 1; ; attempt += 1) {
    const packed = await packedAround(accountId, conversationIds.at(-1) ?? '');
    if (!packed) return conversationIds.slice(0, -1);
    const isOf = (id: string) => packed.first <= id && id <= packed.last;
    const [gone, others] = [new Set(conversationIds.filter(isOf)), conversationIds.filter((id) => !isOf(id))];
    const rows = unpackRows(packed.rows);
    const kept = new Map([...rows].filter(([id]) => !gone.has(id)));
    if (kept.size === rows.size) return others;
    const condition = { attr: 'revision', eq: packed.revision } as const;
    const isStored = await ifHolds(
      kept.size === 0
        ? PackedWordsEntity.build(DeleteItemCommand).key(packed).options({ condition }).send()
        : PackedWordsEntity.build(PutItemCommand)
            .item({ ...packed, rows: packRows(kept), revision: packed.revision + 1 })
            .options({ condition })
            .send(),
    );
    if (isStored) return others;
    if (attempt === MAX_ATTEMPTS) throw new ParleyError('server.unavailable');
  }
}
