import { expect, test } from 'vitest';
import { messageIdOf } from '#contract/base/message-ids';
import { conversationChannel } from '#core/accounts/sockets/entity';
import { listConversationMessages } from '#core/conversations/inbox/list-conversations';
import { writeItems } from '#test/helpers/generated-conversations';
import { withLocalTable } from '#test/helpers/local-table';
import { newScene } from './setup';

withLocalTable();

const MESSAGES = 5_000;

test('a conversation of 5,000 messages is read from both ends, each message once and in its order', async () => {
  const { agent, accountId, conversationId } = await newScene();
  const ids = Array.from({ length: MESSAGES }, (_, at) => messageIdOf(conversationId, at + 1));
  await writeItems(
    ids.map((messageId, at) => ({
      pk: conversationChannel(accountId, conversationId),
      sk: `MESSAGE#${messageId}`,
      entity: 'Message',
      accountId,
      conversationId,
      messageId,
      author: at % 2 === 0 ? 'visitor' : 'bot',
      text: `message ${at + 1}`,
      createdAt: new Date(Date.UTC(2026, 0, 1) + at * 1_000).toISOString(),
    })),
  );
  const read = async (query: object) =>
    (await listConversationMessages(agent, conversationId, query)).items.map(({ id }) => id);

  const backwards = [await read({})];
  while (backwards[0]?.length) backwards.unshift(await read({ before: backwards[0][0] }));
  expect(backwards.flat()).toEqual(ids);

  const forwards = [await read({ before: ids[1] })];
  while (forwards.at(-1)?.length) forwards.push(await read({ after: forwards.at(-1)?.at(-1) }));
  expect(forwards.flat()).toEqual(ids);
  // None costs more than any other: a hundred each.
  expect(Math.max(...[...backwards, ...forwards].map(({ length }) => length))).toBe(100);
});
