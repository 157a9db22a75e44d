import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { CannedReplyId, ClientMessageId, UserId } from '#contract/base/ids';
import { AddNote } from '#contract/conversations/inbox-work';
import { acceptMessage } from '#core/conversations/accept-message';
import { ConversationEntity } from '#core/conversations/entity';
import { actOnConversations } from '#core/conversations/inbox/act-on-conversations';
import { listAgents, setAvailability } from '#core/conversations/inbox/agents';
import { assignConversation } from '#core/conversations/inbox/assign';
import {
  deleteCannedReply,
  listCannedReplies,
  saveCannedReply,
} from '#core/conversations/inbox/canned-replies';
import { deleteConversation, restoreConversation } from '#core/conversations/inbox/delete-conversation';
import { listConversations } from '#core/conversations/inbox/list-conversations';
import { actOnConversation, replyToVisitor } from '#core/conversations/inbox/reply';
import { getSavedViews, saveViews } from '#core/conversations/inbox/saved-views';
import { addNote, getTimeline } from '#core/conversations/inbox/timeline';
import { latestMessages, loadConversation } from '#core/conversations/messages';
import { endConversation } from '#core/conversations/visitors/end-conversation';
import { rateConversation } from '#core/conversations/visitors/ratings';
import { indexWords } from '#core/conversations/words/index-words';
import { eraseDeleted } from '#core/lifecycle/bots/erase-conversation';
import { readItem } from '#platform/table-reads';
import { withLocalTable } from '#test/helpers/local-table';
import { expectRefusal } from '#test/helpers/refusal';
import { storeMember } from '#test/helpers/stored-items';
import { clock, recordingSockets, send } from '../setup';
import { newScene, type Scene, visitorOf } from './setup';

withLocalTable();

const deps = () => ({ clock, sockets: recordingSockets().sockets });
const note = (text: string, more: object = {}) =>
  AddNote.parse({ id: `note-${randomUUID()}`, text, ...more });
const reply = (text: string, more: object = {}) => ({
  id: ClientMessageId.parse(randomUUID()),
  text,
  ...more,
});
async function colleagueOf(scene: Scene, role: 'member' | 'viewer' = 'member') {
  const userId = UserId.parse(randomUUID());
  await storeMember(scene.accountId, userId, { role });
  return { ...scene.agent, userId, teamRole: role };
}
const kindsOf = async (scene: Scene) =>
  (await getTimeline(scene.agent, scene.conversationId)).items.map(({ kind }) => kind);
const rawHead = async ({ accountId, conversationId }: Scene) =>
  await readItem(ConversationEntity, { accountId, conversationId });

describe('assigning', () => {
  test('gives conversations in turn to those who are available', async () => {
    const scene = await newScene();
    const [kim, away] = [await colleagueOf(scene), await colleagueOf(scene)];
    await setAvailability(away, false);
    const given: unknown[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const { assignee } = await assignConversation(clock, scene.agent, scene.conversationId, 'next');
      given.push(assignee?.userId);
    }
    expect(new Set(given)).toEqual(new Set([scene.agent.userId, kim.userId]));
    expect(given[0]).toBe(given[2]);
    expect(given[0]).not.toBe(given[1]);
  });

  test('says that nobody is available', async () => {
    const scene = await newScene();
    await setAvailability(scene.agent, false);
    await expectRefusal(
      assignConversation(clock, scene.agent, scene.conversationId, 'next'),
      'conversation.nobody_available',
    );
  });

  test('pauses the bot, is in the timeline, and can be taken back', async () => {
    const scene = await newScene();
    const kim = await colleagueOf(scene);
    const given = await assignConversation(clock, scene.agent, scene.conversationId, kim.userId);
    expect(given).toMatchObject({ status: 'escalated', assignee: { userId: kim.userId } });
    await assignConversation(clock, scene.agent, scene.conversationId, kim.userId);
    const back = await assignConversation(clock, scene.agent, scene.conversationId, 'nobody');
    expect(back).toMatchObject({ status: 'escalated', assignee: null });
    expect(await kindsOf(scene)).toEqual(['assign', 'unassign']);
  });

  test('is refused to a member who may not answer, and to a stranger', async () => {
    const scene = await newScene();
    const looker = await colleagueOf(scene, 'viewer');
    const { agent: stranger } = await newScene();
    for (const { userId } of [looker, stranger])
      await expectRefusal(
        assignConversation(clock, scene.agent, scene.conversationId, userId),
        'request.invalid',
      );
    expect((await listAgents(scene.agent)).items.map(({ userId }) => userId)).toEqual([scene.agent.userId]);
  });
});

describe('a reply', () => {
  test('is refused where another agent has answered since, and goes when that was seen', async () => {
    const scene = await newScene();
    const kim = await colleagueOf(scene);
    const asked = await acceptMessage(clock, scene, send('Hello?'));
    const first = await replyToVisitor(deps(), kim, scene.conversationId, reply('Kim here'));
    const late = reply('Ada here', { seenThrough: asked.messageId });
    await expectRefusal(
      replyToVisitor(deps(), scene.agent, scene.conversationId, late),
      'conversation.answered_meanwhile',
    );
    expect(await latestMessages(scene)).toHaveLength(2);
    await replyToVisitor(deps(), scene.agent, scene.conversationId, { ...late, seenThrough: first.id });
    expect((await latestMessages(scene)).at(-1)).toMatchObject({ text: 'Ada here' });
  });

  test('of two who answer at once reaches the visitor once', async () => {
    const scene = await newScene();
    const kim = await colleagueOf(scene);
    const asked = await acceptMessage(clock, scene, send('Hello?'));
    const seen = { seenThrough: asked.messageId };
    const outcomes = await Promise.allSettled(
      [kim, scene.agent].map((agent) =>
        replyToVisitor(deps(), agent, scene.conversationId, reply('Here I am', seen)),
      ),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await latestMessages(scene)).toHaveLength(2);
  });

  test('is not refused by what the visitor or the agent themselves wrote', async () => {
    const scene = await newScene();
    const asked = await acceptMessage(clock, scene, send('Hello?'));
    const seen = { seenThrough: asked.messageId };
    await replyToVisitor(deps(), scene.agent, scene.conversationId, reply('One', seen));
    await acceptMessage(clock, scene, send('And?'));
    await replyToVisitor(deps(), scene.agent, scene.conversationId, reply('Two', seen));
    expect(await latestMessages(scene)).toHaveLength(4);
  });
});

describe('the timeline', () => {
  test('has what was done, and notes once', async () => {
    const scene = await newScene();
    await actOnConversation(clock, scene.agent, scene.conversationId, { action: 'take_over' });
    const written = note('Call her back', { mentions: [scene.agent.userId] });
    const first = await addNote(clock, scene.agent, scene.conversationId, written);
    expect(await addNote(clock, scene.agent, scene.conversationId, written)).toEqual(first);
    await actOnConversation(clock, scene.agent, scene.conversationId, { action: 'resolve' });
    expect((await kindsOf(scene)).sort()).toEqual(['note', 'resolve', 'take_over']);
  });

  test('has the visitor’s ending, and their rating as they gave it last', async () => {
    const scene = await newScene();
    await actOnConversation(clock, scene.agent, scene.conversationId, { action: 'take_over' });
    const [visitor, start] = [visitorOf(scene), Date.now()];
    const at = (minute: number) => () => new Date(start + minute * 60_000);
    await rateConversation(at(1), visitor, { stars: 2, comment: '' });
    await endConversation(at(2), visitor);
    await endConversation(at(3), visitor);
    await rateConversation(at(4), visitor, { stars: 5, comment: 'Thanks' });
    await rateConversation(at(5), visitor, { stars: 5, comment: 'Thanks' });
    const { items } = await getTimeline(scene.agent, scene.conversationId);
    expect(items.slice(1)).toMatchObject([
      { kind: 'end', by: null },
      { kind: 'rate', by: null, stars: 5, text: 'Thanks' },
    ]);
    expect(items).toHaveLength(3);
    expect(items[2]?.at).toBe(at(4)().toISOString());
  });

  test('refuses a mention of somebody who does not answer here', async () => {
    const scene = await newScene();
    await expectRefusal(
      addNote(clock, scene.agent, scene.conversationId, note('Hi', { mentions: ['stranger'] })),
      'request.invalid',
    );
    expect(await kindsOf(scene)).toEqual([]);
  });
});

describe('deleting', () => {
  test('takes the conversation from lists and from its visitor, until it is brought back', async () => {
    const scene = await newScene();
    await deleteConversation(clock, scene.agent, scene.conversationId);
    expect((await listConversations(scene.agent, { limit: 30 })).items).toEqual([]);
    await expectRefusal(acceptMessage(clock, scene, send('Hello?')), 'conversation.not_found');
    await restoreConversation(scene.agent, scene.conversationId);
    expect((await listConversations(scene.agent, { limit: 30 })).items).toHaveLength(1);
  });

  test('erases messages, notes and words, after which nothing brings it back', async () => {
    const scene = await newScene();
    const message = await acceptMessage(clock, scene, send('Zweirad'));
    await indexWords([{ at: new Date(), id: 'e', type: 'message.added', after: message }]);
    await addNote(clock, scene.agent, scene.conversationId, note('A note'));
    await deleteConversation(clock, scene.agent, scene.conversationId);
    const deletedAt = (await rawHead(scene))?.deletedAt ?? '';
    const gone = { accountId: scene.accountId, conversationId: scene.conversationId };
    // Of a deletion that was taken back and repeated: its own erasure comes later.
    expect(await eraseDeleted({ ...gone, deletedAt: '2020-01-01' }, () => true)).toBe(true);
    expect(await latestMessages(scene)).toHaveLength(1);
    expect(await eraseDeleted({ ...gone, deletedAt }, () => true)).toBe(true);
    expect(await rawHead(scene)).toBeUndefined();
    expect(await latestMessages(scene)).toEqual([]);
    expect((await listConversations(scene.agent, { limit: 30, text: 'zweirad' })).items).toEqual([]);
    await expectRefusal(restoreConversation(scene.agent, scene.conversationId), 'conversation.not_found');
    expect(await eraseDeleted({ ...gone, deletedAt }, () => true)).toBe(true);
  });

  test('is refused while an erasure is under way', async () => {
    const scene = await newScene();
    await deleteConversation(clock, scene.agent, scene.conversationId);
    const deletedAt = (await rawHead(scene))?.deletedAt ?? '';
    const gone = { accountId: scene.accountId, conversationId: scene.conversationId, deletedAt };
    expect(await eraseDeleted(gone, () => false)).toBe(false);
    await expectRefusal(restoreConversation(scene.agent, scene.conversationId), 'conversation.not_found');
    expect(await eraseDeleted(gone, () => true)).toBe(true);
  });
});

describe('several at once', () => {
  test('says of each why it was not changed', async () => {
    const [scene, other] = [await newScene(), await newScene()];
    const ids = [scene.conversationId, other.conversationId];
    const act = (action: 'resolve' | 'delete') => actOnConversations(clock, scene.agent, { ids, action });
    expect((await act('resolve')).items).toEqual([
      { id: scene.conversationId, error: null },
      { id: other.conversationId, error: 'conversation.not_found' },
    ]);
    expect((await loadConversation(other)).status).toBe('active');
    expect((await act('resolve')).items[0]?.error).toBe('conversation.transition_refused');
    const member = await colleagueOf(scene);
    await expectRefusal(actOnConversations(clock, member, { ids, action: 'delete' }), 'auth.forbidden');
  });
});

test('saved filters are each person’s own, and a stale change is refused', async () => {
  const scene = await newScene();
  const items = [{ name: 'Mine', address: 'status=escalated' }];
  expect(await saveViews(scene.agent, { version: 0, items })).toEqual({ version: 1, items });
  await expectRefusal(saveViews(scene.agent, { version: 0, items: [] }), 'inbox.views_conflict');
  expect(await getSavedViews(scene.agent)).toEqual({ version: 1, items });
  expect(await getSavedViews(await colleagueOf(scene))).toEqual({ version: 0, items: [] });
});

test('canned replies are the account’s, written once under an id, and bounded', async () => {
  const [scene, other] = [await newScene(), await newScene()];
  const id = CannedReplyId.parse('canned-0001');
  await saveCannedReply(scene.agent, id, { title: 'Hello', text: 'Hello {{visitor}}' });
  await saveCannedReply(scene.agent, id, { title: 'Hello', text: 'Hi' });
  expect((await listCannedReplies(scene.agent)).items).toEqual([{ id, title: 'Hello', text: 'Hi' }]);
  expect((await listCannedReplies(other.agent)).items).toEqual([]);
  for (let number = 1; number < 200; number += 1)
    await saveCannedReply(scene.agent, CannedReplyId.parse(`canned-x${number}`), { title: 'T', text: 'T' });
  await expectRefusal(
    saveCannedReply(scene.agent, CannedReplyId.parse('one-too-many'), { title: 'T', text: 'T' }),
    'inbox.too_many_replies',
  );
  await deleteCannedReply(scene.agent, id);
  expect((await listCannedReplies(scene.agent)).items).toHaveLength(199);
});
