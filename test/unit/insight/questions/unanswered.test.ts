import { randomUUID } from 'node:crypto';
import { PutItemCommand } from 'dynamodb-toolbox';
import { beforeEach, expect, it } from 'vitest';
import type { UnansweredId } from '#contract/base/ids';
import type { UnansweredState } from '#contract/insight/unanswered';
import { WriteFaq } from '#contract/knowledge/faqs';
import {
  botLists,
  ConversationEntity,
  type StoredConversation,
  type StoredMessage,
} from '#core/conversations/entity';
import { UnansweredEntity } from '#core/insight/questions/entity';
import { forgetQuestions } from '#core/insight/questions/forget-questions';
import { MAX_GROUPS } from '#core/insight/questions/read-unanswered';
import { recordUnanswered } from '#core/insight/questions/record-unanswered';
import {
  actOnUnanswered,
  answerUnanswered,
  listUnanswered,
  writePair,
} from '#core/insight/questions/unanswered';
import { readItem } from '#platform/table-reads';
import { expectRefusal } from '#test/helpers/refusal';
import { clock, startBot } from '../../knowledge/setup';
import { questionsSetup } from './setup';

const { state, deps, key } = questionsSetup();

let conversationId: string;
beforeEach(async () => {
  conversationId = await begun();
});

async function begun(isTest = false): Promise<string> {
  const id = randomUUID().replaceAll('-', '');
  const at = clock().toISOString();
  const listed = { ...key(), conversationId: id, status: 'active', startedAt: at } as const;
  await ConversationEntity.build(PutItemCommand)
    .item({
      ...listed,
      widgetId: 'abcd1234',
      language: 'en',
      lastSequence: 0,
      ...botLists(listed),
      ...(isTest && { isTest }),
    })
    .send();
  return id;
}

let asked = 0;
/** What the stream tells of an answer that found nothing. */
function answerTo(question: string, overrides: Partial<StoredMessage> = {}): StoredMessage {
  asked += 1;
  return {
    ...key(),
    conversationId,
    messageId: `m-${asked}-answer`,
    author: 'bot',
    text: 'No idea',
    kind: 'abstained',
    unanswered: question,
    inReplyTo: `m-${asked}`,
    createdAt: new Date(Date.UTC(2030, 0, 1) + asked * 60_000).toISOString(),
    ...overrides,
  };
}
const list = async (which: UnansweredState = 'open') =>
  (await listUnanswered(state.owner.actor, state.owner.botId, { state: which })).items;
const ref = (unansweredId: UnansweredId) => ({ ...key(), unansweredId });
async function one() {
  const [group, ...others] = await list();
  if (!group || others.length > 0) throw new Error('One group is expected.');
  return group;
}

it('groups those alike, the most frequent first, with the newest as examples', async () => {
  for (const question of [
    'Do you ship to Switzerland?',
    'Are dogs allowed?',
    'Can I bring my dog?',
    'May I take my dog with me?',
  ])
    await recordUnanswered(answerTo(question));
  const [dogs, shipping] = await list();
  expect(dogs).toMatchObject({ question: 'Are dogs allowed?', count: 3, state: 'open', language: 'en' });
  expect(dogs?.examples.map(({ question }) => question)).toEqual([
    'May I take my dog with me?',
    'Can I bring my dog?',
    'Are dogs allowed?',
  ]);
  expect(dogs?.examples[0]).toMatchObject({ conversationId });
  expect(dogs?.lastAskedAt).toBe(dogs?.examples[0]?.askedAt);
  expect(shipping).toMatchObject({ count: 1 });
});

it('counts a question once, however often the stream tells of it, and two at once as two', async () => {
  const answer = answerTo('Is there Wi-Fi?');
  await recordUnanswered(answer);
  await recordUnanswered(answer);
  expect((await one()).count).toBe(1);
  await Promise.all([1, 2, 3].map(() => recordUnanswered(answerTo('Is there Wi-Fi here?'))));
  expect((await one()).count).toBe(4);
});

it('that a pair typed in asks as well leave the list with it, and come back when it does not help', async () => {
  for (const question of ['Can I bring my dog?', 'Do you ship to Switzerland?', 'Is there Wi-Fi?'])
    await recordUnanswered(answerTo(question));
  const write = (question: string, answer: string) =>
    writePair(deps, state.owner.actor, state.owner.botId, WriteFaq.parse({ question, answer }));
  const written = await write('Are dogs allowed?', 'On a lead they are.');
  expect(written.unanswered).toMatchObject({
    question: 'Can I bring my dog?',
    state: 'answered',
    documentId: written.document.id,
  });
  expect((await write('Where do I park my car?', 'Across the road.')).unanswered).toBeNull();
  // One that was set aside is left as it is.
  const [wifi] = (await list()).filter(({ question }) => question === 'Is there Wi-Fi?');
  if (!wifi) throw new Error('It is not listed.');
  await actOnUnanswered(clock, state.owner.actor, ref(wifi.id), { action: 'dismiss' });
  expect((await write('Is there Wi-Fi?', 'In the hall.')).unanswered).toBeNull();
  expect((await list()).map(({ question }) => question)).toEqual(['Do you ship to Switzerland?']);
  await recordUnanswered(answerTo('Can I bring my dog?'));
  expect((await list()).map(({ question }) => question)).toContain('Can I bring my dog?');
});

it('counts neither what is no question, nor an answered one, nor what its editors try', async () => {
  await recordUnanswered(answerTo('???'));
  const { unanswered: _, ...answered } = answerTo('Where?');
  await recordUnanswered(answered);
  conversationId = await begun(true);
  await recordUnanswered(answerTo('Only a test?'));
  // Erased with its bot meanwhile.
  await recordUnanswered(answerTo('Where has it gone?', { conversationId: 'gone' }));
  expect(await list()).toEqual([]);
});

it('leaves the list when it is dismissed, stays away, and comes back when that is undone', async () => {
  await recordUnanswered(answerTo('Is there Wi-Fi?'));
  const { id } = await one();
  await actOnUnanswered(clock, state.owner.actor, ref(id), { action: 'dismiss' });
  await recordUnanswered(answerTo('Is there Wi-Fi?'));
  expect(await list()).toEqual([]);
  expect(await list('dismissed')).toMatchObject([{ id, count: 2, state: 'dismissed' }]);
  await actOnUnanswered(clock, state.owner.actor, ref(id), { action: 'reopen' });
  expect(await list()).toMatchObject([{ id, state: 'open' }]);
});

it('becomes a pair when its answer is written, and comes back when it is asked again in vain', async () => {
  await recordUnanswered(answerTo('Is there Wi-Fi?'));
  const { id } = await one();
  const input = WriteFaq.parse({ question: 'Is there Wi-Fi?', answer: 'Yes, everywhere.' });
  const { faq, unanswered } = await answerUnanswered(deps, state.owner.actor, ref(id), input);
  expect(faq.document.status).toBe('success');
  expect(unanswered).toMatchObject({ state: 'answered', documentId: faq.document.id });
  expect(await list()).toEqual([]);
  // One from before, told late, says nothing about the answer.
  await recordUnanswered(answerTo('Is there Wi-Fi?', { createdAt: '2020-01-01T00:00:00.000Z' }));
  expect(await list()).toEqual([]);
  await recordUnanswered(answerTo('Is there any Wi-Fi?'));
  expect(await one()).toMatchObject({ id, count: 3, documentId: faq.document.id });
  expect((await one()).reopenedAt).not.toBeNull();
});

it("is nobody else's: another tenant finds neither the bot nor the group", async () => {
  await recordUnanswered(answerTo('Is there Wi-Fi?'));
  const { id } = await one();
  const other = await startBot();
  const mine = { botId: other.botId, unansweredId: id };
  await expectRefusal(listUnanswered(other.actor, state.owner.botId, { state: 'open' }), 'bot.not_found');
  await expectRefusal(
    actOnUnanswered(clock, other.actor, mine, { action: 'dismiss' }),
    'unanswered.not_found',
  );
  await expectRefusal(
    answerUnanswered(deps, other.actor, mine, WriteFaq.parse({ question: 'Q?', answer: 'A' })),
    'unanswered.not_found',
  );
});

const stored = async () =>
  (await readItem(ConversationEntity, { ...key(), conversationId })) as StoredConversation;
const erased = async () => {
  const conversation = await stored();
  await forgetQuestions(conversation, [{ ...conversation, unanswered: 1 }]);
};

it('forgets what was asked in a conversation that is erased, and keeps what others asked', async () => {
  await recordUnanswered(answerTo('Can I bring my dog?'));
  await recordUnanswered(answerTo('Do you ship to Switzerland?'));
  const other = await begun();
  await recordUnanswered(answerTo('Are dogs allowed?', { conversationId: other }));
  await erased();
  expect(await one()).toMatchObject({
    question: 'Are dogs allowed?',
    count: 2,
    examples: [{ question: 'Are dogs allowed?', conversationId: other }],
  });
  await erased();
  expect(await one()).toMatchObject({ count: 2 });
});

it('forgets a question that more groups have come after than anybody looks at', async () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
  const group = (minute: number, askedIn: string) => ({
    ...key(),
    unansweredId: `g-${String(minute).padStart(6, '0')}`,
    question: `Question ${minute}`,
    askedIn,
    ...{ language: 'en' as const, count: 1, state: 'open' as const, examples: [] },
    ...{ firstAskedAt: at(minute), lastAskedAt: at(minute), expiresAt: 4e9 },
  });
  await UnansweredEntity.build(PutItemCommand).item(group(0, conversationId)).send();
  for (let first = 1; first <= MAX_GROUPS; first += 100)
    await Promise.all(
      Array.from({ length: 100 }, (_, place) =>
        UnansweredEntity.build(PutItemCommand)
          .item(group(first + place, 'other'))
          .send(),
      ),
    );
  await erased();
  const found = await readItem(UnansweredEntity, { ...key(), unansweredId: 'g-000000' });
  expect(found).toBeUndefined();
});

it('forgets all groups of a long conversation, while others go on asking', async () => {
  const topics = ['parking', 'dogs', 'sauna', 'breakfast', 'wifi', 'towels', 'lockers', 'vouchers'];
  for (const topic of topics) await recordUnanswered(answerTo(`Where do I find ${topic}?`));
  const other = await begun();
  await Promise.all([
    erased(),
    recordUnanswered(answerTo('Do you ship to Switzerland?', { conversationId: other })),
  ]);
  expect((await list()).map(({ question }) => question)).toEqual(['Do you ship to Switzerland?']);
});
