import { expect, test } from 'vitest';
import { acceptMessage } from '#core/conversations/accept-message';
import { messagesAfter } from '#core/conversations/messages';
import { overdueMessages } from '#core/conversations/waiting-messages';
import { withLocalTable } from '#test/helpers/local-table';
import { expectRefusal } from '#test/helpers/refusal';
import { clock, send, startConversation } from './setup';

withLocalTable();

test('the same client id at the same time is stored once, and each sender gets that one', async () => {
  const ref = await startConversation();
  const input = send('What does it cost?');
  const stored = await Promise.all(Array.from({ length: 5 }, () => acceptMessage(clock, ref, input)));
  expect(new Set(stored.map(({ messageId }) => messageId)).size).toBe(1);
  expect(await messagesAfter(ref, undefined)).toHaveLength(1);
});

test('a resend with another text gives the message as it was stored', async () => {
  const ref = await startConversation();
  const input = send('first');
  await acceptMessage(clock, ref, input);
  expect((await acceptMessage(clock, ref, { ...input, text: 'second' })).text).toBe('first');
});

test('messages that come at the same time are numbered without gaps, in the order of their ids', async () => {
  const ref = await startConversation();
  await Promise.all(Array.from({ length: 6 }, (_, n) => acceptMessage(clock, ref, send(`message ${n}`))));
  const ids = (await messagesAfter(ref, undefined)).map(({ messageId }) => messageId);
  expect(ids).toEqual([1, 2, 3, 4, 5, 6].map((n) => `${ref.conversationId}-00000${n}`));
});

test('asking for what comes after a message leaves out that one and those before', async () => {
  const ref = await startConversation();
  const [first, second] = [
    await acceptMessage(clock, ref, send('1')),
    await acceptMessage(clock, ref, send('2')),
  ];
  expect(await messagesAfter(ref, first?.messageId)).toEqual([second]);
  expect(await messagesAfter(ref, second?.messageId)).toEqual([]);
});

test('a flood from one conversation is refused', async () => {
  const ref = await startConversation();
  const still = () => new Date('2030-01-01T12:00:30Z');
  for (let n = 0; n < 60; n += 1) await acceptMessage(still, ref, send('again'));
  await expectRefusal(acceptMessage(still, ref, send('again')), 'request.rate_limited');
});

test('a message whose caller answers it is found by no sweep, however long ago it was said', async () => {
  const found = async () => {
    const ids: string[] = [];
    for await (const page of overdueMessages(new Date('2026-06-01T00:00:00Z')))
      ids.push(...page.map(({ messageId }) => messageId));
    return ids;
  };
  const ref = await startConversation();
  const past = () => new Date('2026-01-01T08:00:00Z');
  const own = await acceptMessage(past, ref, send('then'), { isListed: false });
  const left = await acceptMessage(past, ref, send('as well'));
  const overdue = await found();
  expect(overdue).toContain(left.messageId);
  expect(overdue).not.toContain(own.messageId);
});
