import { randomUUID } from 'node:crypto';
import { QueryCommand } from 'dynamodb-toolbox';
import { expect, test } from 'vitest';
import type { StoredConversation } from '#core/conversations/entity';
import { ConversationWordsEntity, PackedWordsEntity, wordsPartition } from '#core/conversations/words/entity';
import { findByWords, haveWords } from '#core/conversations/words/find-words';
import { forgetWords } from '#core/conversations/words/forget-words';
import { indexWords } from '#core/conversations/words/index-words';
import { packWords } from '#core/conversations/words/pack-words';
import { newId } from '#platform/ids';
import { table } from '#platform/table';
import { withLocalTable } from '#test/helpers/local-table';

withLocalTable();

const HOUR = 60 * 60 * 1000;
const NOW = new Date('2026-11-28T12:00:00Z').getTime();
const LONG_AGO = NOW - 48 * HOUR;
const event = { id: 'event', at: new Date(NOW) };

/** A conversation that began so many minutes after another, in which each of the texts was said. */
async function said(accountId: string, minute: number, ...texts: readonly string[]): Promise<string> {
  const conversationId = newId(new Date(LONG_AGO + minute * 60_000));
  await saidIn(accountId, conversationId, ...texts);
  return conversationId;
}

async function saidIn(accountId: string, conversationId: string, ...texts: readonly string[]): Promise<void> {
  const head = { accountId, conversationId, status: 'active' } as unknown as StoredConversation;
  await indexWords([
    { ...event, type: 'conversation.changed', before: head, after: head },
    ...texts.map((text, place) => ({
      ...event,
      type: 'message.added' as const,
      after: { accountId, conversationId, messageId: `${conversationId}-00000${place + 1}`, text },
    })),
  ]);
}

const stored = async (
  accountId: string,
  entity: typeof PackedWordsEntity | typeof ConversationWordsEntity,
) => {
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({ partition: wordsPartition(accountId) })
    .entities(PackedWordsEntity, ConversationWordsEntity)
    .options({ consistent: true, maxPages: Number.POSITIVE_INFINITY, showEntityAttr: true })
    .send();
  return Items.filter((item) => item.entity === entity.entityName).length;
};

/** As many conversations as are packed together, and one more; the newest first. */
async function packedAccount() {
  const accountId = randomUUID();
  const ids: string[] = [];
  for (let minute = 0; minute < 129; minute += 1)
    ids.unshift(await said(accountId, minute, `Bicycle number ${minute}`, 'Thanks a lot'));
  await packWords(accountId, NOW);
  return { accountId, ids };
}

test('finds conversations the newest first, page by page, packed or not', async () => {
  const { accountId, ids } = await packedAccount();
  expect(await stored(accountId, PackedWordsEntity)).toBe(1);
  expect(await stored(accountId, ConversationWordsEntity)).toBe(1);
  const found: string[] = [];
  let before: string | undefined;
  do {
    const page = await findByWords(accountId, ['bicycl'], { before, limit: 50 });
    found.push(...page.ids);
    before = page.through ?? undefined;
  } while (before !== undefined);
  expect(found).toEqual(ids);
  expect((await findByWords(accountId, ['bicycl', '7'], { limit: 50 })).ids).toEqual([ids[121]]);
});

test('packs nothing that is young or few, and nothing twice', async () => {
  const accountId = randomUUID();
  const id = await said(accountId, 0, 'Bicycle');
  await packWords(accountId, NOW);
  expect(await stored(accountId, PackedWordsEntity)).toBe(0);
  const packed = await packedAccount();
  await packWords(packed.accountId, NOW);
  expect(await stored(packed.accountId, PackedWordsEntity)).toBe(1);
  expect((await findByWords(accountId, ['bicycl'], { limit: 9 })).ids).toEqual([id]);
});

test('finds a conversation that went on after it was packed by words of before and since, once', async () => {
  const { accountId, ids } = await packedAccount();
  const resumed = ids[60] ?? '';
  await saidIn(accountId, resumed, 'And what about a tent?');
  const find = async (...words: string[]) => (await findByWords(accountId, words, { limit: 200 })).ids;
  expect(await find('tent', '68')).toEqual([resumed]);
  expect((await find('bicycl')).filter((id) => id === resumed)).toHaveLength(1);
  await packWords(accountId, NOW);
  expect(await stored(accountId, ConversationWordsEntity)).toBe(1);
  expect(await find('tent', '68')).toEqual([resumed]);
});

test('forgets what was erased, packed or not, and nothing else', async () => {
  const { accountId, ids } = await packedAccount();
  const [open = '', packed = ''] = ids;
  await forgetWords(accountId, [open, packed, packed]);
  expect((await findByWords(accountId, ['bicycl'], { limit: 200 })).ids).toEqual(ids.slice(2));
  await forgetWords(accountId, ids);
  expect(await stored(accountId, PackedWordsEntity)).toBe(0);
});

test('says which of given conversations have the words', async () => {
  const { accountId, ids } = await packedAccount();
  const asked = ids.slice(10, 20).sort();
  expect(await haveWords(accountId, ['bicycl', '110'], asked)).toEqual(new Set([ids[18]]));
  expect(await haveWords(accountId, ['bicycl', '5'], asked)).toEqual(new Set());
});

test('takes the words of a long conversation in parts, and finds it by all of them', async () => {
  const accountId = randomUUID();
  const texts = Array.from({ length: 60 }, (_, place) => `Question ${1_000 + place}`);
  const id = await said(accountId, 0, ...texts);
  expect(await stored(accountId, ConversationWordsEntity)).toBeGreaterThan(1);
  expect((await findByWords(accountId, ['1001', '1058'], { limit: 9 })).ids).toEqual([id]);
});
