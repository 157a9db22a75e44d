import { randomUUID } from 'node:crypto';
import { PutItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { expect, test } from 'vitest';
import { ConversationId } from '#contract/ids';
import { ConversationQuery } from '#contract/inbox';
import { acceptMessage } from '#core/conversations/accept-message';
import {
  accountLists,
  botLists,
  ConversationCompanionEntity,
  ConversationEntity,
} from '#core/conversations/entity';
import { loadConversation } from '#core/conversations/messages';
import { storeAnswer } from '#core/conversations/stored-answers';
import { visitorNumber } from '#core/conversations/visitor-number';
import { indexMessage, indexVisitor, wordsToIndex } from '#core/inbox/index-words';
import { listConversations } from '#core/inbox/reads';
import { withLocalTable } from '#test/helpers/local-table';
import { clock, send } from '../conversations/setup';
import { newScene, type Scene } from './setup';

withLocalTable();

const event = { at: new Date(), id: 'event' };
const changed = (scene: Scene, change: object) =>
  ConversationEntity.build(UpdateItemCommand)
    .item({ accountId: scene.accountId, conversationId: scene.conversationId, ...change })
    .send();
const listed = async (scene: Scene, query: Record<string, string>) => {
  const page = await listConversations(scene.agent, ConversationQuery.parse(query));
  return page.items.map(({ id }) => id);
};
async function says(scene: Scene, text: string) {
  const message = await acceptMessage(clock, scene, send(text));
  await indexMessage({ ...event, type: 'message.added', after: message });
  return message;
}

test.each([
  [{ stars: 2 }, { stars: '2' }, { stars: '3' }],
  [{ language: 'de' }, { language: 'de' }, { language: 'en' }],
  [{ assigneeId: 'kim', assigneeName: 'Kim' }, { assignee: 'kim' }, { assignee: 'nobody' }],
  [{}, { assignee: 'nobody' }, { assignee: 'kim' }],
])('lists conversations by what they are: %j', async (change, fits, other) => {
  const scene = await newScene();
  await changed(scene, change);
  expect(await listed(scene, fits)).toEqual([scene.conversationId]);
  expect(await listed(scene, other)).toEqual([]);
});

test('lists those with a question to which the documents held no answer', async () => {
  const scene = await newScene();
  const asked = await acceptMessage(clock, scene, send('When do you open?'));
  expect(await listed(scene, { unanswered: 'yes' })).toEqual([]);
  await storeAnswer(clock, scene, asked, {
    text: 'I do not know.',
    kind: 'abstained',
    citations: [],
    unanswered: 'When do you open?',
  });
  expect(await listed(scene, { unanswered: 'yes' })).toEqual([scene.conversationId]);
});

test('finds a conversation by words of different messages, in any case, and no other', async () => {
  const scene = await newScene();
  await says(scene, 'My Rechnung has not arrived');
  await says(scene, 'It is about the café');
  expect(await listed(scene, { text: 'cafe rechnung' })).toEqual([scene.conversationId]);
  expect(await listed(scene, { text: 'rechnung bicycle' })).toEqual([]);
  expect(await listed(scene, { text: 'rechnung', botId: scene.botId })).toEqual([scene.conversationId]);
  expect(await listed(scene, { text: 'rechnung', status: 'resolved' })).toEqual([]);
});

test('finds nothing of another account, by the same words', async () => {
  const [scene, other] = [await newScene(), await newScene()];
  await says(scene, 'Zweirad');
  expect(await listed(other, { text: 'zweirad' })).toEqual([]);
});

test('finds a visitor by her number, and by the name that she gives later', async () => {
  const scene = await newScene();
  const before = await loadConversation(scene);
  await indexVisitor({ ...event, type: 'conversation.changed', before: null, after: before });
  const number = visitorNumber(scene);
  // As the dashboard calls her in either language, too.
  for (const text of [`${number}`, `Visitor ${number}`, `Besucher ${number}`])
    expect(await listed(scene, { text })).toEqual([scene.conversationId]);
  await changed(scene, { visitorName: 'Ottilie' });
  const after = await loadConversation(scene);
  await indexVisitor({ ...event, type: 'conversation.changed', before, after });
  expect(await listed(scene, { text: 'ottilie' })).toEqual([scene.conversationId]);
});

test('refuses a search for words that every text has', async () => {
  const scene = await newScene();
  await expect(listed(scene, { text: 'the and' })).rejects.toMatchObject({
    code: 'conversation.words_too_common',
  });
});

test('indexes a word of a message once, and none that is longer than a key takes', () => {
  expect(wordsToIndex('Open open OPEN')).toEqual(['open']);
  expect(wordsToIndex('x'.repeat(500))[0]).toHaveLength(40);
});

test('stops a page where it is full, and goes on behind it', async () => {
  const scene = await newScene();
  const head = await loadConversation(scene);
  const ids = [scene.conversationId];
  for (const minute of ['01', '02', '03', '04']) {
    const conversationId = ConversationId.parse(randomUUID().replaceAll('-', ''));
    const listed = { ...head, conversationId, startedAt: `2026-01-01T00:${minute}:00.000Z` };
    await ConversationEntity.build(PutItemCommand)
      .item({ ...listed, ...botLists(listed) })
      .send();
    await ConversationCompanionEntity.build(PutItemCommand)
      .item({ accountId: scene.accountId, conversationId, ...accountLists(listed) })
      .send();
    ids.push(conversationId);
  }
  await Promise.all(ids.map((conversationId) => changed({ ...scene, conversationId }, { stars: 4 })));
  const found: string[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = await listConversations(scene.agent, {
      ...ConversationQuery.parse({ stars: '4', limit: '2' }),
      ...(cursor && { cursor }),
    });
    expect(page.items.length).toBeLessThanOrEqual(2);
    found.push(...page.items.map(({ id }) => id));
    cursor = page.cursor;
  }
  expect(found).toEqual([ids[0], ...ids.slice(1).reverse()]);
});
