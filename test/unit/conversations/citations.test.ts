import { randomUUID } from 'node:crypto';
import { PutItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AccountId, type BotId, ConversationId, DocumentId, UserId } from '../../../functions/contract/ids';
import { acceptMessage } from '../../../functions/core/conversations/accept-message';
import { botLists, ConversationEntity } from '../../../functions/core/conversations/entity';
import { type ConversationRef, loadConversation } from '../../../functions/core/conversations/messages';
import { storeAnswer } from '../../../functions/core/conversations/stored-answers';
import { listConversations } from '../../../functions/core/inbox/reads';
import { countCitations } from '../../../functions/core/knowledge/documents/citations';
import { conversationChannel } from '../../../functions/core/sockets/entity';
import type { Actor } from '../../../functions/platform/actor';
import { deletePartition } from '../../../functions/platform/table';
import { startLocalTable } from '../../helpers/local-table';
import { clock, send, startConversation } from './setup';

let table: { close(): Promise<void> };
beforeAll(async () => {
  table = await startLocalTable();
});
afterAll(() => table.close());

type Scene = ConversationRef & { readonly botId: BotId };

const newDocument = () => DocumentId.parse(randomUUID());
const actorOf = ({ accountId }: Pick<Scene, 'accountId'>): Actor => ({
  userId: UserId.parse(accountId),
  sessionId: 's',
  signedInAt: 1,
  accountId,
  profileRole: 'client',
  teamRole: 'owner',
});
const count = (scene: Scene, ...documentIds: DocumentId[]) =>
  countCitations(actorOf(scene), scene.botId, { documentIds });
const listed = async (scene: Scene, documentId: DocumentId, more: object = {}) =>
  listConversations(actorOf(scene), { botId: scene.botId, documentId, limit: 30, ...more });

/** A question and its answer, which cites these documents. */
async function answered(ref: ConversationRef, ...documentIds: DocumentId[]) {
  const asked = await acceptMessage(clock, ref, send('When?'));
  const citations = documentIds.map((documentId, index) => ({
    number: index + 1,
    documentId,
    title: 'Times',
    page: null,
    heading: null,
    quote: 'At ten.',
  }));
  const store = () => storeAnswer(clock, ref, asked, { text: 'At ten.', kind: 'generated', citations });
  await store();
  return store;
}

/** Another conversation of the same bot. */
async function another(scene: Scene, more: object = {}): Promise<Scene> {
  const conversationId = ConversationId.parse(randomUUID().replaceAll('-', ''));
  const item = {
    accountId: scene.accountId,
    botId: scene.botId,
    conversationId,
    status: 'active',
    startedAt: clock().toISOString(),
  } as const;
  await ConversationEntity.build(PutItemCommand)
    .item({ ...item, widgetId: 'abcdefgh', language: 'en', lastSequence: 0, ...botLists(item), ...more })
    .send();
  return { ...scene, conversationId };
}

test('answers that cite a document are counted, each once, and lead to their conversations', async () => {
  const scene = await startConversation();
  const [times, prices, unused] = [newDocument(), newDocument(), newDocument()];
  await answered(scene, times, prices, times);
  await answered(scene, times);
  const other = await another(scene);
  await answered(other, prices);
  await answered(other);
  expect(await count(scene, times, prices, unused)).toEqual({
    answers: 3,
    hasMore: false,
    documents: [
      { documentId: times, answers: 2 },
      { documentId: prices, answers: 2 },
    ],
  });
  expect(await count(scene, unused)).toEqual({ answers: 0, hasMore: false, documents: [] });
  const ids = async (documentId: DocumentId) => (await listed(scene, documentId)).items.map(({ id }) => id);
  expect(await ids(times)).toEqual([scene.conversationId]);
  expect(await ids(prices)).toEqual([other.conversationId, scene.conversationId]);
  expect(await ids(unused)).toEqual([]);
});

test('an answer that is stored again is one answer', async () => {
  const scene = await startConversation();
  const times = newDocument();
  const again = await answered(scene, times);
  await again();
  expect((await count(scene, times)).answers).toBe(1);
});

test("an editor's trial counts nowhere", async () => {
  const scene = await startConversation();
  const times = newDocument();
  await answered(await another(scene, { isTest: true }), times);
  expect((await count(scene, times)).answers).toBe(0);
});

test('what cited a document goes with its conversation', async () => {
  const scene = await startConversation();
  const times = newDocument();
  await answered(scene, times);
  await deletePartition(conversationChannel(scene.accountId, scene.conversationId), { hasTime: () => true });
  expect((await count(scene, times)).answers).toBe(0);
  expect((await listed(scene, times)).items).toEqual([]);
});

test('conversations that cite a document come page by page, by status and by day', async () => {
  const scene = await startConversation();
  const times = newDocument();
  const others = [await another(scene), await another(scene)];
  for (const one of [scene, ...others]) {
    await answered(one, times);
    await answered(one, times);
  }
  const seen = new Set<string>();
  let cursor: string | null = null;
  do {
    const page = await listed(scene, times, { limit: 2, ...(cursor && { cursor }) });
    for (const { id } of page.items) seen.add(id);
    cursor = page.cursor;
  } while (cursor !== null);
  expect(seen.size).toBe(3);
  const [ended] = others;
  if (ended)
    await ConversationEntity.build(UpdateItemCommand)
      .item({ accountId: ended.accountId, conversationId: ended.conversationId, status: 'ended' })
      .send();
  expect((await listed(scene, times, { status: 'ended' })).items.map(({ id }) => id)).toEqual([
    ended?.conversationId,
  ]);
  expect((await listed(scene, times, { to: '2020-01-01T00:00:00.000Z' })).items).toEqual([]);
  const { startedAt } = await loadConversation(scene);
  expect((await listed(scene, times, { from: startedAt })).items.length).toBeGreaterThan(0);
});

test('another tenant learns nothing, neither of her own bot nor of this one', async () => {
  const [scene, stranger] = [await startConversation(), await startConversation()];
  const times = newDocument();
  await answered(scene, times);
  expect((await count(stranger, times)).answers).toBe(0);
  expect((await listed(stranger, times)).items).toEqual([]);
  const foreign = { ...scene, accountId: AccountId.parse(stranger.accountId) };
  await expect(count(foreign, times)).rejects.toMatchObject({ code: 'bot.not_found' });
  await expect(listed(foreign, times)).rejects.toMatchObject({ code: 'bot.not_found' });
  await expect(listConversations(actorOf(scene), { documentId: times, limit: 30 })).rejects.toMatchObject({
    code: 'request.invalid',
  });
});
