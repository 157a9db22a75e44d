import { DeleteItemCommand, PutItemCommand, QueryCommand } from 'dynamodb-toolbox';
import { timeOf } from '#platform/ids';
import { table } from '#platform/table';
import { ifHolds } from '#platform/table-writes';
import {
  ConversationWordsEntity,
  PackedWordsEntity,
  type StoredConversationWords,
  UNPACKED,
  wordsPartition,
} from './entity';
import { packedAround, packedUpTo } from './packed-around';
import { joinedRows, packRows, type Rows, unpackRows } from './packed-rows';

/** Conversations whose words are packed into one item: some 40 kB of gzip. */
const TOGETHER = 128;
/** Of them, what began within an hour may still go on. */
const AGE_MS = 60 * 60 * 1000;
/** Items that one call looks at. */
const MOST_READ = 400;

/**
 * Packs the words of an account's older conversations together, so that a search reads few items and a conversation costs
 * few writes. What is packed is taken away only as it was read, and repeating adds the same: a function may die anywhere.
 */
export async function packWords(accountId: string, now = Date.now()): Promise<void> {
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({ partition: wordsPartition(accountId), range: { beginsWith: UNPACKED } })
    .entities(ConversationWordsEntity)
    .options({ consistent: true, limit: MOST_READ })
    .send();
  const old = Items.filter(({ conversationId }) => timeOf(conversationId).getTime() < now - AGE_MS);
  const newest = await packedUpTo(accountId, '~');
  // Of a conversation that went on after it was packed.
  const late = old.filter(({ conversationId }) => conversationId <= (newest?.last ?? ''));
  for (const part of late) await packLate(accountId, part);
  const fresh = old.filter((part) => !late.includes(part));
  const ids = [...new Set(fresh.map(({ conversationId }) => conversationId))];
  for (let first = 0; first + TOGETHER <= ids.length; first += TOGETHER) {
    const together = new Set(ids.slice(first, first + TOGETHER));
    await packTogether(
      accountId,
      fresh.filter(({ conversationId }) => together.has(conversationId)),
    );
  }
}

async function packTogether(accountId: string, parts: readonly StoredConversationWords[]): Promise<void> {
  const rows = rowsOf(parts);
  const ids = [...rows.keys()].sort();
  const isNew = await ifHolds(
    PackedWordsEntity.build(PutItemCommand)
      .item({ accountId, first: ids[0] ?? '', last: ids.at(-1) ?? '', rows: packRows(rows), revision: 1 })
      .options({ condition: { attr: 'revision', exists: false } })
      .send(),
  );
  // Else another function is at it.
  if (isNew) await takeAway(parts);
}

async function packLate(accountId: string, part: StoredConversationWords): Promise<void> {
  const packed = await packedAround(accountId, part.conversationId);
  if (!packed) {
    await packTogether(accountId, [part]);
    return;
  }
  const { revision } = packed;
  const rows = packRows(joinedRows(unpackRows(packed.rows), rowsOf([part])));
  const isJoined = await ifHolds(
    PackedWordsEntity.build(PutItemCommand)
      .item({ ...packed, rows, revision: revision + 1 })
      .options({ condition: { attr: 'revision', eq: revision } })
      .send(),
  );
  if (isJoined) await takeAway([part]);
}

function rowsOf(parts: readonly StoredConversationWords[]): Rows {
  return parts.reduce<Rows>(
    (rows, { conversationId, words }) => joinedRows(rows, new Map([[conversationId, words]])),
    new Map(),
  );
}

/** One that has got words meanwhile stays. */
async function takeAway(parts: readonly StoredConversationWords[]): Promise<void> {
  await Promise.all(
    parts.map((part) =>
      ifHolds(
        ConversationWordsEntity.build(DeleteItemCommand)
          .key(part)
          .options({ condition: { attr: 'changes', eq: part.changes } })
          .send(),
      ),
    ),
  );
}
