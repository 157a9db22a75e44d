import { randomUUID } from 'node:crypto';
import { PutItemCommand } from 'dynamodb-toolbox';
import { expect, it, vi } from 'vitest';
import { AccountId } from '#contract/base/ids';
import { searchAccount } from '#core/conversations/search/search-account';
import { DocumentEntity } from '#core/knowledge/documents/entity';
import type { Actor } from '#platform/actor';
import { documentClient } from '#platform/table';
import { withLocalTable } from '#test/helpers/local-table';
import { storeAccount, storeBot } from '#test/helpers/stored-items';

withLocalTable();

/** An account with two bots, and documents with the first. */
async function newAccount(...titles: string[]) {
  const accountId = AccountId.parse(randomUUID());
  await storeAccount(accountId);
  await storeBot({ accountId, botId: 'b1' }, { name: 'Café Müller' });
  await storeBot({ accountId, botId: 'b2' }, { name: 'My café', widgetId: 'bcdefghi' });
  for (const [place, title] of titles.entries())
    await DocumentEntity.build(PutItemCommand)
      .item({
        accountId,
        botId: 'b1',
        documentId: `d${place}`,
        title,
        description: '',
        fileName: `${place}.pdf`,
        format: 'pdf',
        size: 9,
        status: 'success',
        segmentId: 's1',
        uploadVersion: 'v1',
        createdAt: '2030-01-01T00:00:00.000Z',
        updatedAt: '2030-01-01T00:00:00.000Z',
      })
      .send();
  return { accountId, userId: accountId } as unknown as Actor;
}

it('finds names without accents and case, those that begin with it first', async () => {
  const actor = await newAccount();
  expect((await searchAccount(actor, { q: 'CAFE' })).bots).toEqual([
    { id: 'b1', name: 'Café Müller' },
    { id: 'b2', name: 'My café' },
  ]);
  expect((await searchAccount(actor, { q: 'my cafe' })).bots).toEqual([{ id: 'b2', name: 'My café' }]);
});

it('finds documents with their bot, and no more than a few', async () => {
  const actor = await newAccount(...Array.from({ length: 8 }, (_, place) => `Price list ${place}`), 'Hours');
  const { documents } = await searchAccount(actor, { q: 'price list' });
  expect(documents).toHaveLength(5);
  expect(documents[0]).toMatchObject({ botId: 'b1', botName: 'Café Müller' });
  expect((await searchAccount(actor, { q: 'hours' })).documents).toMatchObject([{ title: 'Hours' }]);
});

it('finds nothing of another account', async () => {
  await newAccount('Secret');
  const stranger = await newAccount();
  expect(await searchAccount(stranger, { q: 'secret' })).toEqual({
    bots: [],
    documents: [],
    conversations: [],
  });
});

it('reads a bounded number of documents, however many bots there are', async () => {
  const actor = await newAccount();
  for (let number = 3; number <= 40; number += 1)
    await storeBot(
      { accountId: actor.accountId, botId: `b${number}` },
      { name: `Bot ${number}`, widgetId: `widget${String(number).padStart(2, '0')}` },
    );
  const send = vi.spyOn(documentClient, 'send');
  await searchAccount(actor, { q: 'price' });
  const limits = send.mock.calls
    .map(([{ input }]) => input as { readonly Limit?: number })
    .filter((input) => JSON.stringify(input).includes('DOCUMENT#'))
    .map(({ Limit = Number.POSITIVE_INFINITY }) => Limit);
  send.mockRestore();
  expect(limits.reduce((sum, limit) => sum + limit, 0)).toBeLessThanOrEqual(600);
});
