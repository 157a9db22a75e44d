import { QueryCommand } from 'dynamodb-toolbox';
import { table } from '#platform/table';
import { ConversationWordsEntity, PACKED, PackedWordsEntity, UNPACKED, wordsPartition } from './entity';
import { joinedRows, type Rows, unpackRows } from './packed-rows';

/** Pages of the table that one call reads, of a megabyte each: the words of some 4,000 conversations. */
const MOST_PAGES = 4;

export interface FoundConversations {
  /** The newest first. */
  readonly ids: readonly string[];
  /** Of the conversation up to which all were looked at; null: there are no more. */
  readonly through: string | null;
}

/**
 * Conversations in which all these words were said, before one. It looks at a bounded number of them, and then says how
 * far it has come.
 */
export async function findByWords(
  accountId: string,
  words: readonly string[],
  { before, limit }: { readonly before?: string | undefined; readonly limit: number },
): Promise<FoundConversations> {
  const unpacked = await readUnpacked(accountId);
  const has = (found: ReadonlySet<string>) => words.every((word) => found.has(word));
  const ids: string[] = [];
  let rest = unpacked;
  let bound = before;
  for (let page = 1; ; page += 1) {
    const { rows, reaches } = await readPacked(accountId, bound);
    // What was packed and went on has words in both.
    const isHere = (id: string) => reaches === null || id >= reaches;
    const all = joinedRows(rows, new Map([...rest].filter(([id]) => isHere(id))));
    rest = new Map([...rest].filter(([id]) => !isHere(id)));
    const newest = [...all].sort(([one], [other]) => (one < other ? 1 : -1));
    for (const [id, found] of newest) {
      if ((bound !== undefined && id >= bound) || !has(found)) continue;
      ids.push(id);
      if (ids.length === limit) return { ids, through: id };
    }
    if (reaches === null) return { ids, through: null };
    if (page === MOST_PAGES) return { ids, through: reaches };
    bound = reaches;
  }
}

async function readUnpacked(accountId: string): Promise<Rows> {
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({ partition: wordsPartition(accountId), range: { beginsWith: UNPACKED } })
    .entities(ConversationWordsEntity)
    .options({ maxPages: Number.POSITIVE_INFINITY })
    .send();
  return Items.reduce<Rows>(
    (rows, { conversationId, words }) => joinedRows(rows, new Map([[conversationId, words]])),
    new Map(),
  );
}

/** A page of packed words of conversations before one, and the id down to which it has all; null: down to the first. */
async function readPacked(
  accountId: string,
  before: string | undefined,
): Promise<{ readonly rows: Rows; readonly reaches: string | null }> {
  const { Items = [], LastEvaluatedKey } = await table
    .build(QueryCommand)
    .query({
      partition: wordsPartition(accountId),
      range: { between: [PACKED, `${PACKED}${before ?? '~'}`] },
    })
    .entities(PackedWordsEntity)
    .options({ reverse: true })
    .send();
  const rows = new Map(Items.flatMap((packed) => [...unpackRows(packed.rows)]));
  const last = Items.at(-1);
  return { rows, reaches: LastEvaluatedKey && last ? last.first : null };
}

/** Which of these conversations, given by their ids in order, have all the words. */
export async function haveWords(
  accountId: string,
  words: readonly string[],
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const [asked, found] = [new Set(ids), new Set<string>()];
  const [first = '', last = ''] = [ids[0], ids.at(-1)];
  for (let before: string | null = `${last}~`; before !== null && before > first; ) {
    const page: FoundConversations = await findByWords(accountId, words, { before, limit: ids.length });
    for (const id of page.ids) if (asked.has(id)) found.add(id);
    before = page.through;
  }
  return found;
}
