import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ClientMessageId, UserId } from '#contract/base/ids';
import { acceptMessage } from '#core/conversations/accept-message';
import { answerConversation } from '#core/conversations/answer-conversation';
import { actOnConversation, replyToVisitor } from '#core/conversations/inbox/reply';
import { latestMessages, loadConversation, messagesAfter } from '#core/conversations/messages';
import { withLocalTable } from '#test/helpers/local-table';
import { storeMember } from '#test/helpers/stored-items';
import { answererOf, clock, depsOf, recordingSockets, runOf, send } from '../setup';
import { newScene } from './setup';

withLocalTable();

const reply = (text: string) => ({ id: ClientMessageId.parse(randomUUID()), text });
const textsOf = (messages: readonly { readonly text: string }[]) => messages.map(({ text }) => text);

test('one agent resolves while another replies: the reply is sent or refused, and the conversation is closed', async () => {
  for (let round = 0; round < 4; round += 1) {
    const scene = await newScene();
    const kim = { ...scene.agent, userId: UserId.parse(randomUUID()) };
    await storeMember(scene.accountId, kim.userId, { role: 'member' });
    await acceptMessage(clock, scene, send('Hello?'));
    const { sockets, events } = recordingSockets();
    const [replied, resolved] = await Promise.allSettled([
      replyToVisitor({ clock, sockets }, kim, scene.conversationId, reply('Kim here')),
      actOnConversation(clock, scene.agent, scene.conversationId, { action: 'resolve' }),
    ]);
    expect(resolved).toMatchObject({ status: 'fulfilled', value: { status: 'resolved' } });
    const isSent = replied.status === 'fulfilled';
    if (!isSent) expect(replied.reason).toMatchObject({ code: 'conversation.transition_refused' });
    expect(textsOf(await latestMessages(scene))).toEqual(isSent ? ['Hello?', 'Kim here'] : ['Hello?']);
    expect(events('message.added')).toHaveLength(isSent ? 1 : 0);
    expect(await loadConversation(scene)).toMatchObject({ status: 'resolved' });
  }
});

test('an agent’s reply that reaches no socket is there for the next one, and is not said to be delivered', async () => {
  const scene = await newScene();
  const asked = await acceptMessage(clock, scene, send('Hello?'));
  const { sockets } = recordingSockets(new Set(['visitor']));
  const message = reply('Here I am');
  const sent = await replyToVisitor({ clock, sockets }, scene.agent, scene.conversationId, message);
  expect(textsOf(await messagesAfter(scene, asked.messageId))).toEqual(['Here I am']);
  expect((await loadConversation(scene)).visitorDeliveredThrough).toBeUndefined();
  // Sent again, since the agent's own call was cut off, it is the same one.
  expect(await replyToVisitor({ clock, sockets }, scene.agent, scene.conversationId, message)).toEqual(sent);
  expect(await latestMessages(scene)).toHaveLength(2);
});

test('servers whose clocks differ keep messages in the order in which they came, and answer each once', async () => {
  const scene = await newScene();
  const off = (minutes: number) => () => new Date(Date.now() + minutes * 60_000);
  await acceptMessage(off(10), scene, send('first'));
  await acceptMessage(off(-10), scene, send('second'));
  const { sockets, events } = recordingSockets();
  let answers = 0;
  const answerer = answererOf({
    answer: async ({ question }) => {
      answers += 1;
      return { text: `to ${question}`, kind: 'generated', citations: [] };
    },
  });
  for (const minutes of [10, -10])
    await answerConversation({ ...depsOf(sockets, answerer), clock: off(minutes) }, scene, runOf());
  expect(answers).toBe(2);
  expect(textsOf(await latestMessages(scene))).toEqual(['first', 'second', 'to first', 'to second']);
  expect(events('answer.done')).toHaveLength(2);
  await replyToVisitor({ clock: off(-30), sockets }, scene.agent, scene.conversationId, reply('third'));
  expect(textsOf(await latestMessages(scene)).at(-1)).toBe('third');
});

test('two functions whose clocks differ answer at once, and the visitor has each answer once', async () => {
  const scene = await newScene();
  for (const text of ['first', 'second']) await acceptMessage(clock, scene, send(text));
  // A minute ahead it takes the other's lease for one that has ended.
  const ahead = () => new Date(Date.now() + 60_000);
  const { sockets } = recordingSockets();
  await Promise.allSettled(
    [clock, ahead].map((time) => answerConversation({ ...depsOf(sockets), clock: time }, scene, runOf())),
  );
  await answerConversation({ ...depsOf(sockets), clock: ahead }, scene, runOf());
  const answers = (await latestMessages(scene)).filter(({ author }) => author === 'bot');
  expect(textsOf(answers).sort()).toEqual(['answer to first', 'answer to second']);
});
