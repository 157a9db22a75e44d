import { randomUUID } from 'node:crypto';
import { DeleteItemCommand, PutItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { expect, test } from 'vitest';
import { AccountId, type BotId, ConversationId, DocumentId, UserId } from '#contract/base/ids';
import { conversationChannel } from '#core/accounts/sockets/entity';
import { acceptMessage } from '#core/conversations/accept-message';
import { countCitations } from '#core/conversations/count-citations';
import { botLists, ConversationEntity } from '#core/conversations/entity';
import { listConversationMessages, listConversations } from '#core/conversations/inbox/list-conversations';
import { listCitations } from '#core/conversations/list-citations';
import { type ConversationRef, loadConversation } from '#core/conversations/messages';
import { storeAnswer } from '#core/conversations/stored-answers';
import { DocumentEntity, FormerDocumentEntity, LineageEntity } from '#core/knowledge/documents/entity';
import type { Actor } from '#platform/actor';
import { newId } from '#platform/ids';
import { deletePartition } from '#platform/table';
import { withLocalTable } from '#test/helpers/local-table';
import { expectRefusal } from '#test/helpers/refusal';
import { clock, send, startConversation } from './setup';

withLocalTable();

type Scene = ConversationRef & { readonly botId: BotId };

const newDocument = () => DocumentId.parse(randomUUID());
const publishedDocument = async (scene: Scene) => {
  const documentId = newDocument();
  await published(scene, documentId);
  return documentId;
};
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
  const store = async () => {
    const after = await storeAnswer(clock, ref, asked, { text: 'At ten.', kind: 'generated', citations });
    if (after) await listCitations([{ type: 'answer.given', id: 'event', at: clock(), after }]);
  };
  await store();
  return store;
}

/** A document that answers. */
async function published({ accountId, botId }: Scene, documentId: DocumentId, more: object = {}) {
  const at = clock().toISOString();
  await DocumentEntity.build(PutItemCommand)
    .item({
      ...{ accountId, botId, documentId, title: 'Times', description: '', fileName: 'times.txt' },
      ...{ format: 'txt', size: 1, status: 'success', createdAt: at, updatedAt: at },
      ...more,
    })
    .send();
}

/** A new version that is still being read. */
const announced = (scene: Scene, documentId: DocumentId, replaces: DocumentId) =>
  published(scene, documentId, { status: 'processing', replaces, lineage: replaces });

/** As it is after the new version was published. */
async function replace(scene: Scene, former: DocumentId, documentId: DocumentId) {
  const bot = { accountId: scene.accountId, botId: scene.botId };
  await published(scene, documentId, { lineage: former });
  await DocumentEntity.build(DeleteItemCommand)
    .key({ ...bot, documentId: former })
    .send();
  await FormerDocumentEntity.build(PutItemCommand)
    .item({ ...bot, documentId: former, lineage: former })
    .send();
  await LineageEntity.build(PutItemCommand)
    .item({ ...bot, lineage: former, documentId })
    .send();
}

/** Another conversation of the same bot. */
async function another(scene: Scene, more: object = {}): Promise<Scene> {
  const conversationId = ConversationId.parse(newId());
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
  const [times, prices, unused] = [
    await publishedDocument(scene),
    await publishedDocument(scene),
    await publishedDocument(scene),
  ];
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

test('a new version has the answers that cite a former one, by the id of either', async () => {
  const scene = await startConversation();
  const [first, second] = [newDocument(), newDocument()];
  await published(scene, first);
  await answered(scene, first);
  await announced(scene, second, first);
  expect((await count(scene, first, second)).documents).toEqual([{ documentId: first, answers: 1 }]);
  await replace(scene, first, second);
  const other = await another(scene);
  await answered(other, second);
  // Begun before the replacement, and done after it: one answer, whichever version it names.
  const late = await another(scene);
  await answered(late, first, second);
  const conversations = [scene, other, late].map(({ conversationId }) => conversationId).sort();
  for (const either of [first, second]) {
    expect(await count(scene, either)).toEqual({
      answers: 3,
      hasMore: false,
      documents: [{ documentId: either, answers: 3 }],
    });
    expect((await listed(scene, either)).items.map(({ id }) => id).sort()).toEqual(conversations);
  }
  const { cursor } = await listed(scene, second, { limit: 2 });
  expect((await listed(scene, second, { limit: 2, cursor })).items).toHaveLength(1);
});

test('citations are counted of documents of the bot alone: any other id is none', async () => {
  const scene = await startConversation();
  const times = await publishedDocument(scene);
  await answered(scene, times);
  for (const other of [newDocument(), DocumentId.parse('nonsense')]) {
    await expectRefusal(count(scene, other), 'document.not_found');
    await expectRefusal(count(scene, times, other), 'document.not_found');
  }
});

test('a transcript tells which of its sources have been deleted, not those that were replaced', async () => {
  const scene = await startConversation();
  const [kept, first, second, deleted] = [newDocument(), newDocument(), newDocument(), newDocument()];
  for (const documentId of [kept, first, deleted]) await published(scene, documentId);
  await answered(scene, kept, first, deleted);
  const gone = async () => {
    const { items } = await listConversationMessages(actorOf(scene), scene.conversationId, {});
    return items.map(({ goneDocuments }) => goneDocuments);
  };
  expect(await gone()).toEqual([[], []]);
  await replace(scene, first, second);
  const bot = { accountId: scene.accountId, botId: scene.botId };
  const erase = (documentId: DocumentId) =>
    DocumentEntity.build(DeleteItemCommand)
      .key({ ...bot, documentId })
      .send();
  await erase(deleted);
  expect(await gone()).toEqual([[], [deleted]]);
  await erase(second);
  await LineageEntity.build(DeleteItemCommand)
    .key({ ...bot, lineage: first })
    .send();
  expect(await gone()).toEqual([[], [first, deleted]]);
});

test('an answer that is stored again is one answer', async () => {
  const scene = await startConversation();
  const times = await publishedDocument(scene);
  const again = await answered(scene, times);
  await again();
  expect((await count(scene, times)).answers).toBe(1);
});

test("an editor's trial counts nowhere", async () => {
  const scene = await startConversation();
  const times = await publishedDocument(scene);
  await answered(await another(scene, { isTest: true }), times);
  expect((await count(scene, times)).answers).toBe(0);
});

test('what cited a document goes with its conversation', async () => {
  const scene = await startConversation();
  const times = await publishedDocument(scene);
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

test('another tenant learns nothing, neither of their own bot nor of this one', async () => {
  const [scene, stranger] = [await startConversation(), await startConversation()];
  const times = await publishedDocument(scene);
  await answered(scene, times);
  await expectRefusal(count(stranger, times), 'document.not_found');
  expect((await listed(stranger, times)).items).toEqual([]);
  const foreign = { ...scene, accountId: AccountId.parse(stranger.accountId) };
  await expectRefusal(count(foreign, times), 'bot.not_found');
  await expectRefusal(listed(foreign, times), 'bot.not_found');
  await expectRefusal(listConversations(actorOf(scene), { documentId: times, limit: 30 }), 'request.invalid');
});
