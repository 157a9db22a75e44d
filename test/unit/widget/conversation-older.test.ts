import { expect, it } from 'vitest';
import { prepareConversations, server, settle, start, stored } from './conversation-setup';

prepareConversations();

const id = (number: number) => `c-${String(number).padStart(6, '0')}`;
const said = (number: number) =>
  stored(number % 2 === 1 ? 'visitor' : 'bot', {
    id: id(number),
    text: `message ${number}`,
    ...(number % 2 === 1 ? { clientMessageId: `own-${number}` } : { inReplyTo: id(number - 1) }),
  });
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, place) => said(from + place));

it('shows the end of a long conversation, and what was said before it when it is asked for', async () => {
  server.history = range(151, 250);
  const conversation = start();
  conversation.prepare();
  await settle();
  expect(conversation.entries).toHaveLength(100);
  expect(conversation.hasOlder).toBe(true);
  server.api.call.mockImplementation(async (_method, path) => {
    const before = Number(path.slice(-6));
    return { items: range(Math.max(1, before - 100), before - 1), state: server.state } as never;
  });
  server.api.listMessages.mockImplementation(async (_token, _after) => ({ items: [], state: server.state }));
  await conversation.loadOlder();
  await conversation.loadOlder();
  expect(conversation.entries.map(({ text }) => text)).toEqual(range(1, 250).map(({ text }) => text));
  expect(conversation.hasOlder).toBe(false);
  // Nothing of it waits for an answer, or is said to be on its way.
  expect(new Set(conversation.entries.map(({ status }) => status))).toEqual(new Set(['read', 'done']));
});

it('keeps what is shown where the earlier messages do not come', async () => {
  server.history = range(101, 200);
  const conversation = start();
  conversation.prepare();
  await settle();
  server.api.call.mockRejectedValueOnce(new Error('offline'));
  await expect(conversation.loadOlder()).rejects.toThrow('offline');
  expect(conversation.entries).toHaveLength(100);
  expect(conversation.hasOlder).toBe(true);
});
