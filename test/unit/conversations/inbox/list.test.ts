import { $remove, PutItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { expect, test } from 'vitest';
import { ConversationId } from '#contract/base/ids';
import { ConversationQuery } from '#contract/conversations/inbox';
import { acceptMessage } from '#core/conversations/accept-message';
import { changeStatus } from '#core/conversations/change-status';
import {
  accountLists,
  botLists,
  ConversationCompanionEntity,
  ConversationEntity,
} from '#core/conversations/entity';
import { listConversations } from '#core/conversations/inbox/list-conversations';
import { loadConversation } from '#core/conversations/messages';
import { storeAnswer } from '#core/conversations/stored-answers';
import { visitorNumber } from '#core/conversations/visitor-number';
import { forgetWords } from '#core/conversations/words/forget-words';
import { indexWords, renewWords } from '#core/conversations/words/index-words';
import { wordsToIndex } from '#core/conversations/words/stems';
import { newId } from '#platform/ids';
import { withLocalTable } from '#test/helpers/local-table';
import { expectRefusal } from '#test/helpers/refusal';
import { clock, send } from '../setup';
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
/** One like that of the scene, which began at another time. */
async function storeAnother(scene: Scene, conversationId: ConversationId, startedAt: string) {
  const listed = { ...(await loadConversation(scene)), conversationId, startedAt };
  await ConversationEntity.build(PutItemCommand)
    .item({ ...listed, ...botLists(listed) })
    .send();
  await ConversationCompanionEntity.build(PutItemCommand)
    .item({ accountId: scene.accountId, conversationId, ...accountLists(listed) })
    .send();
}
async function says(scene: Scene, text: string) {
  const message = await acceptMessage(clock, scene, send(text));
  await indexWords([{ ...event, type: 'message.added', after: message }]);
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

test('lists open conversations by when somebody last wrote, closed ones and ranges by when they began', async () => {
  const scene = await newScene();
  const { startedAt } = await loadConversation(scene);
  const minute = (count: number) => new Date(Date.parse(startedAt) + count * 60_000);
  const later = { ...scene, conversationId: ConversationId.parse(newId()) };
  await storeAnother(scene, later.conversationId, minute(5).toISOString());
  expect(await listed(scene, { status: 'active' })).toEqual([later.conversationId, scene.conversationId]);
  await acceptMessage(() => minute(9), scene, send('Are you there?'));
  const [byAccount, byBot] = [{ status: 'active' }, { status: 'active', botId: scene.botId }];
  for (const query of [byAccount, byBot])
    expect(await listed(scene, query)).toEqual([scene.conversationId, later.conversationId]);
  expect(await listed(scene, {})).toEqual([later.conversationId, scene.conversationId]);
  const until = { to: minute(3).toISOString() };
  expect(await listed(scene, { ...byBot, ...until })).toEqual([scene.conversationId]);
  const since = { from: minute(3).toISOString() };
  expect(await listed(scene, { ...byBot, ...since })).toEqual([later.conversationId]);
  for (const each of [scene, later]) await changeStatus(each, { type: 'resolve' });
  expect(await listed(scene, { status: 'resolved' })).toEqual([later.conversationId, scene.conversationId]);
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

test.each([
  ['Wann kommen meine Rechnungen?', 'rechnung'],
  ['My invoice is wrong', 'invoices'],
  ['Steht das in den Häusern?', 'haus'],
  ['It was delivered', 'deliver'],
])('finds a word by another form of it: %s', async (said, searched) => {
  const scene = await newScene();
  await says(scene, said);
  expect(await listed(scene, { text: searched })).toEqual([scene.conversationId]);
});

test('renews words of a conversation that was brought back, or indexed otherwise', async () => {
  const scene = await newScene();
  await says(scene, 'Wann kommen meine Rechnungen?');
  const { accountId, conversationId } = scene;
  await forgetWords(accountId, [conversationId]);
  expect(await listed(scene, { text: 'rechnungen' })).toEqual([]);
  await renewWords(await loadConversation(scene));
  expect(await listed(scene, { text: 'rechnungen' })).toEqual([conversationId]);
});

test('finds neither a trial nor what was opened without a word', async () => {
  for (const change of [{ isTest: true }, { empty: true }]) {
    const scene = await newScene();
    const message = await acceptMessage(clock, scene, send('Zweirad'));
    await changed(scene, change);
    await indexWords([{ ...event, type: 'message.added', after: message }]);
    await ConversationEntity.build(UpdateItemCommand)
      .item({ ...scene, isTest: $remove(), empty: $remove() })
      .send();
    expect(await listed(scene, { text: 'zweirad' })).toEqual([]);
  }
});

test('finds nothing of another account, by the same words', async () => {
  const [scene, other] = [await newScene(), await newScene()];
  await says(scene, 'Zweirad');
  expect(await listed(other, { text: 'zweirad' })).toEqual([]);
});

test('finds a visitor by their number, and by the name that they give later', async () => {
  const scene = await newScene();
  const before = await loadConversation(scene);
  await indexWords([{ ...event, type: 'conversation.changed', before: null, after: before }]);
  const number = visitorNumber(scene);
  // As the dashboard calls them in either language, too.
  for (const text of [`${number}`, `Visitor ${number}`, `Besucher ${number}`])
    expect(await listed(scene, { text })).toEqual([scene.conversationId]);
  await changed(scene, { visitorName: 'Ottilie' });
  const after = await loadConversation(scene);
  await indexWords([{ ...event, type: 'conversation.changed', before, after }]);
  expect(await listed(scene, { text: 'ottilie' })).toEqual([scene.conversationId]);
});

test('refuses a search for words that every text has', async () => {
  const scene = await newScene();
  await expectRefusal(listed(scene, { text: 'the and' }), 'conversation.words_too_common');
});

test('indexes a word of a message once, and none that is longer than a key takes', () => {
  expect(wordsToIndex('Open open OPEN')).toEqual(['open']);
  expect(wordsToIndex('x'.repeat(500))[0]).toHaveLength(40);
});

test('stops a page where it is full, and goes on behind it', async () => {
  const scene = await newScene();
  const ids = [scene.conversationId];
  for (const minute of ['01', '02', '03', '04']) {
    const conversationId = ConversationId.parse(newId());
    await storeAnother(scene, conversationId, `2026-01-01T00:${minute}:00.000Z`);
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
