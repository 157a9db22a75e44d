import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ServerEvent } from '#contract/socket';
import { connect } from '#core/accounts/sockets/connections';
import { createTicket } from '#core/accounts/sockets/tickets';
import { answerConversation } from '#core/conversations/answer-conversation';
import { handleFrame } from '#core/conversations/handle-frame';
import { unpackKnown } from '#core/conversations/known';
import type { AnswerInvocation } from '#core/conversations/receive-message';
import type { Sockets } from '#platform/sockets';
import { documentClient } from '#platform/table';
import { withLocalTable } from '#test/helpers/local-table';
import {
  answer,
  answererOf,
  clock,
  depsOf,
  furtherConversation,
  recordingSockets,
  runOf,
  send,
  startConversation,
} from './setup';

withLocalTable();

let calls: string[] = [];
documentClient.middlewareStack.add(
  (next, { commandName = '' }) =>
    (args) => {
      calls.push(commandName);
      return next(args);
    },
  { step: 'initialize', name: 'counted' },
);

/** Sockets that note how many calls of the table there were each time that something is said. */
function notingSockets(type: ServerEvent['type']) {
  const { sockets } = recordingSockets();
  const before: number[] = [];
  const noting: Sockets = {
    ...sockets,
    async send(to, event) {
      if (event.type === type) before.push(calls.length);
      return sockets.send(to, event);
    },
  };
  return { sockets: noting, before };
}

/** What people wait for grows with each call: whoever adds one says here why it can't come after. */
test('a message is acknowledged, and its answer begun, after few calls of the table', async () => {
  const bot = await startConversation();
  const { accountId, botId } = bot;
  const invocations: AnswerInvocation[] = [];
  const startAnswer = async (invocation: AnswerInvocation) => void invocations.push(invocation);
  const { sockets, before } = notingSockets('message.accepted');
  // Of some messages it is counted, by chance, where they come from.
  for (let message = 0; message < 9; message += 1) {
    const { conversationId } = await furtherConversation(bot);
    const connectionId = randomUUID();
    const { ticket } = await createTicket({ clock, socketUrl: '' }, accountId, {
      kind: 'visitor',
      conversationId,
      botId,
      networks: ['network'],
    });
    await connect(clock, { connectionId, ticket });
    calls = [];
    await handleFrame(
      { clock, sockets, startAnswer },
      connectionId,
      JSON.stringify({ type: 'message.send', ...send('Hi') }),
    );
  }
  // Its socket, then head with messages and the bot, then the message.
  expect(before).toHaveLength(9);
  expect(Math.min(...before)).toBeLessThanOrEqual(4);

  const [invocation] = invocations;
  const { owner, known } = invocation ?? {};
  expect(owner).toBeDefined();
  let asked: number | undefined;
  const answerer = answererOf({
    answer: async () => {
      asked = calls.length;
      return answer('Hello');
    },
  });
  calls = [];
  await answerConversation(depsOf(recordingSockets().sockets, answerer), invocation ?? bot, {
    ...runOf(owner),
    known: unpackKnown(known ?? ''),
  });
  // Who listens is looked up meanwhile.
  expect(asked).toBeLessThanOrEqual(1);
  // And the answer's transaction, who listens then, and, by chance, what it cost.
  expect(calls.length).toBeLessThanOrEqual(4);
});
