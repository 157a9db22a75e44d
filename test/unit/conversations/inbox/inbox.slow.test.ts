import { randomUUID } from 'node:crypto';
import { UpdateItemCommand } from 'dynamodb-toolbox';
import { beforeAll, describe, expect, test } from 'vitest';
import { type MessageId, UserId } from '#contract/base/ids';
import { connect } from '#core/accounts/sockets/connections';
import { createTicket } from '#core/accounts/sockets/tickets';
import { acceptMessage } from '#core/conversations/accept-message';
import { answerConversation } from '#core/conversations/answer-conversation';
import { changeStatus } from '#core/conversations/change-status';
import {
  ConversationCompanionEntity,
  ConversationEntity,
  type StoredConversation,
} from '#core/conversations/entity';
import { alertTeam } from '#core/conversations/inbox/alert-team';
import { askForPerson, returnToBot } from '#core/conversations/inbox/hand-over';
import { listConversationMessages } from '#core/conversations/inbox/list-conversations';
import { actOnConversation, markConversationRead, replyToVisitor } from '#core/conversations/inbox/reply';
import {
  type ConversationRef,
  latestMessages,
  loadConversation,
  stateOf,
} from '#core/conversations/messages';
import { rateAnswer } from '#core/conversations/visitors/ratings';
import type { OutgoingMail } from '#platform/mail';
import { readItem } from '#platform/table-reads';
import { withLocalTable } from '#test/helpers/local-table';
import { recordingQueues } from '#test/helpers/recording-queues';
import { expectRefusal } from '#test/helpers/refusal';
import { storeMember } from '#test/helpers/stored-items';
import { enterAccount } from '../../accounts/sockets/member';
import { follow, followMessage } from '../../operator/dispatch/follow';
import { answererOf, clock, depsOf, recordingSockets, runOf, send } from '../setup';
import { newScene, type Scene, visitorOf } from './setup';

const queues = recordingQueues();
withLocalTable();
beforeAll(() => {
  process.env.INBOX_JOBS_QUEUE_URL = 'jobs';
});

async function companion({ accountId, conversationId }: ConversationRef) {
  return readItem(ConversationCompanionEntity, { accountId, conversationId });
}

describe('a conversation that moves', () => {
  test('moves in the lists of its bot and of its account at once', async () => {
    const scene = await newScene();
    const moved = await changeStatus(scene, { type: 'escalate' });
    expect(moved).toMatchObject({ status: 'escalated' });
    expect(moved.gsi1pk).toBe(`BOT#${scene.botId}#CONVERSATIONS#escalated`);
    expect((await companion(scene))?.gsi1pk).toBe(`ACCOUNT#${scene.accountId}#CONVERSATIONS#escalated`);
  });

  test('is refused where its status does not allow it, with what it is', async () => {
    const scene = await newScene();
    await expect(changeStatus(scene, { type: 'hand_back' })).rejects.toMatchObject({
      code: 'conversation.transition_refused',
      details: { status: 'active', action: 'hand_back' },
    });
  });

  test('by two at once moves once, and both see where it is', async () => {
    const scene = await newScene();
    const outcomes = await Promise.allSettled([
      changeStatus(scene, { type: 'resolve' }),
      changeStatus(scene, { type: 'end' }),
      changeStatus(scene, { type: 'escalate' }),
    ]);
    const { status } = await loadConversation(scene);
    expect((await companion(scene))?.gsi1pk).toContain(`#${status}`);
    expect(outcomes.some(({ status: outcome }) => outcome === 'fulfilled')).toBe(true);
  });

  test('that is a trial of the draft is in no list afterwards either', async () => {
    const scene = await newScene();
    await ConversationEntity.build(UpdateItemCommand)
      .item({ accountId: scene.accountId, conversationId: scene.conversationId, isTest: true })
      .send();
    const before = (await companion(scene))?.gsi1pk;
    const moved = await changeStatus(scene, { type: 'escalate' });
    expect(moved.gsi1pk).not.toContain('escalated');
    expect((await companion(scene))?.gsi1pk).toBe(before);
  });
});

describe('with a person', () => {
  test('the bot is silent: messages are delivered, counted, and wait for no answer', async () => {
    const scene = await newScene();
    const { sockets } = recordingSockets();
    await askForPerson({ clock, sockets }, visitorOf(scene), {});
    const sent = await acceptMessage(clock, scene, send('Is anybody there?'));
    expect(sent).toMatchObject({ toPerson: true });
    const silent = answererOf({ answer: () => Promise.reject(new Error('The bot spoke.')) });
    expect(await answerConversation(depsOf(sockets, silent), scene, runOf())).toBe('done');
    const conversation = await loadConversation(scene);
    expect(conversation).toMatchObject({ unread: 1, deliveredThrough: sent.messageId });
    expect(conversation.lastMessage).toEqual({ author: 'visitor', text: 'Is anybody there?' });
  });

  test('an agent’s reply reaches the visitor, takes the conversation, and is sent once', async () => {
    const scene = await newScene();
    const asked = await acceptMessage(clock, scene, send('Hello?'));
    const { sockets, said } = recordingSockets();
    const reply = send('Hello, I am Ada.');
    const replied = await replyToVisitor({ clock, sockets }, scene.agent, scene.conversationId, reply);
    const again = await replyToVisitor({ clock, sockets }, scene.agent, scene.conversationId, reply);
    expect(again).toEqual(replied);
    expect(replied).toMatchObject({ author: 'agent', authorName: 'Ada Agent', text: 'Hello, I am Ada.' });
    expect(said).toEqual([{ to: 'visitor', event: { type: 'message.added', message: replied } }]);
    const conversation = await loadConversation(scene);
    expect(conversation).toMatchObject({
      status: 'pending',
      lastSequence: 2,
      assigneeName: 'Ada Agent',
      unread: 0,
    });
    // The visitor is told that their message was read, and that they talk to a person.
    expect(stateOf(conversation)).toMatchObject({
      status: 'escalated',
      agentName: 'Ada Agent',
      readThrough: asked.messageId,
    });
    await acceptMessage(clock, scene, send('Thank you'));
    expect(await loadConversation(scene)).toMatchObject({ status: 'escalated', unread: 1 });
    expect((await companion(scene))?.gsi1pk).toMatch(/#escalated$/);
  });

  test('what was said to them is never answered by the bot, also when it has the conversation again', async () => {
    const scene = await newScene();
    const { sockets } = recordingSockets();
    await actOnConversation(clock, scene.agent, scene.conversationId, { action: 'take_over' });
    await acceptMessage(clock, scene, send('to a person'));
    await actOnConversation(clock, scene.agent, scene.conversationId, { action: 'hand_back' });
    const asked: string[] = [];
    const deps = depsOf(
      sockets,
      answererOf({
        answer: async ({ question }) => {
          asked.push(question);
          return { text: 'An answer', kind: 'generated', citations: [] };
        },
      }),
    );
    await acceptMessage(clock, scene, send('to the bot'));
    await answerConversation(deps, scene, runOf());
    expect(asked).toEqual(['to the bot']);
    expect(await loadConversation(scene)).toMatchObject({ status: 'active', unread: 0 });
    expect((await loadConversation(scene)).assigneeId).toBeUndefined();
  });

  test.each(['takes it over', 'writes', 'takes it over and hands it back'])(
    'an answer that the bot is at when an agent %s does not come after her words',
    async (what) => {
      const scene = await newScene();
      const { sockets, said } = recordingSockets();
      await acceptMessage(clock, scene, send('first'));
      const deps = depsOf(
        sockets,
        answererOf({
          answer: async () => {
            const act = (action: 'take_over' | 'hand_back') =>
              actOnConversation(clock, scene.agent, scene.conversationId, { action });
            if (what === 'writes')
              await replyToVisitor({ clock, sockets }, scene.agent, scene.conversationId, send('Hello'));
            else await act('take_over');
            if (what === 'takes it over and hands it back') await act('hand_back');
            return { text: 'Late', kind: 'generated', citations: [] };
          },
        }),
      );
      expect(await answerConversation(deps, scene, runOf())).toBe('done');
      const messages = await latestMessages(scene);
      expect(messages.map(({ text }) => text)).toEqual(what === 'writes' ? ['first', 'Hello'] : ['first']);
      expect(messages[0]?.gsi1sk).toBeUndefined();
      expect(JSON.stringify(said)).not.toContain('Late');
      // What they ask the bot later is answered.
      if (what !== 'takes it over and hands it back') return;
      await acceptMessage(clock, scene, send('second'));
      expect(await answerConversation(depsOf(sockets), scene, runOf())).toBe('done');
      expect(await latestMessages(scene)).toHaveLength(3);
    },
  );

  test('an answer that was stored before they took over stays before their words', async () => {
    const scene = await newScene();
    const { sockets } = recordingSockets();
    await acceptMessage(clock, scene, send('first'));
    await answerConversation(depsOf(sockets), scene, runOf());
    await replyToVisitor({ clock, sockets }, scene.agent, scene.conversationId, send('Hello'));
    expect((await latestMessages(scene)).map(({ author }) => author)).toEqual(['visitor', 'bot', 'agent']);
  });

  test('how far an agent has read is kept, counts what is left, and never goes back', async () => {
    const scene = await newScene();
    await actOnConversation(clock, scene.agent, scene.conversationId, { action: 'take_over' });
    const ids: MessageId[] = [];
    for (const text of ['one', 'two', 'three'])
      ids.push((await acceptMessage(clock, scene, send(text))).messageId as MessageId);
    const read = (through: MessageId) => markConversationRead(scene.agent, scene.conversationId, { through });
    expect((await read(ids[1] as MessageId)).unread).toBe(1);
    expect((await read(ids[0] as MessageId)).unread).toBe(1);
    expect((await loadConversation(scene)).agentReadThrough).toBe(ids[1]);
    expect((await read(ids[2] as MessageId)).unread).toBe(0);
    await expectRefusal(read('other-000001' as MessageId), 'request.invalid');
    await expectRefusal(read(`${scene.conversationId}-000099` as MessageId), 'request.invalid');
  });

  test('nobody is told that an agent looks on while the bot answers', async () => {
    const scene = await newScene();
    const { messageId } = await acceptMessage(clock, scene, send('to the bot'));
    await markConversationRead(scene.agent, scene.conversationId, { through: messageId as MessageId });
    expect((await loadConversation(scene)).agentReadThrough).toBeUndefined();
  });

  test('a closed conversation takes no message, until it is reopened', async () => {
    const scene = await newScene();
    const { sockets } = recordingSockets();
    await actOnConversation(clock, scene.agent, scene.conversationId, { action: 'resolve' });
    await expectRefusal(acceptMessage(clock, scene, send('more')), 'conversation.ended');
    const reply = () => replyToVisitor({ clock, sockets }, scene.agent, scene.conversationId, send('more'));
    await expectRefusal(reply(), 'conversation.transition_refused');
    await actOnConversation(clock, scene.agent, scene.conversationId, { action: 'reopen' });
    expect(await reply()).toMatchObject({ text: 'more' });
  });
});

test('what a visitor missed in an answer is the team’s to read, until they take their thumb back', async () => {
  const scene = await newScene();
  await acceptMessage(clock, scene, send('What does it cost?'));
  await answerConversation(depsOf(recordingSockets().sockets), scene, runOf());
  const read = async () => {
    const { items } = await listConversationMessages(scene.agent, scene.conversationId, {});
    return items.at(-1);
  };
  const { id } = (await read()) as { readonly id: MessageId };
  await rateAnswer(clock, visitorOf(scene), id, { thumb: 'down', comment: 'The price' });
  expect(await read()).toMatchObject({ thumb: 'down', thumbComment: 'The price' });
  await rateAnswer(clock, visitorOf(scene), id, { thumb: null, comment: '' });
  expect(await read()).toMatchObject({ thumb: null, thumbComment: null });
});

describe('a visitor who asks for a person', () => {
  test('is passed on once, by a message that says so, and may go back', async () => {
    const scene = await newScene({ escalationMessage: 'One moment.' });
    const { sockets, said } = recordingSockets();
    const ask = () => askForPerson({ clock, sockets }, visitorOf(scene), { email: 'v@example.com' });
    const states = await Promise.all([ask(), ask()]);
    expect(states.map(({ status }) => status)).toEqual(['escalated', 'escalated']);
    const messages = await latestMessages(scene);
    expect(messages).toMatchObject([{ author: 'bot', kind: 'escalated', text: 'One moment.' }]);
    expect(said).toHaveLength(1);
    expect(await loadConversation(scene)).toMatchObject({
      escalation: { trigger: 'manual' },
      visitorEmail: 'v@example.com',
      providedContact: true,
    });
    expect((await returnToBot(clock, visitorOf(scene))).status).toBe('active');
    expect((await returnToBot(clock, visitorOf(scene))).status).toBe('active');
  });

  test('in their own words is passed on before anything answers, and leaves no unanswered question', async () => {
    const scene = await newScene({ escalationMessage: 'One moment.' });
    const { sockets, events } = recordingSockets();
    const asked = await acceptMessage(clock, scene, send('Can I speak to a human?'));
    const unasked = answererOf({ answer: () => Promise.reject(new Error()) });
    await answerConversation(depsOf(sockets, unasked), scene, runOf());
    expect(events('answer.done')).toMatchObject([
      { event: { kind: 'escalated', inReplyTo: asked.messageId, message: { text: 'One moment.' } } },
    ]);
    expect(await loadConversation(scene)).toMatchObject({
      status: 'escalated',
      escalation: { trigger: 'manual' },
    });
    expect((await latestMessages(scene)).at(-1)).not.toHaveProperty('unanswered');
  });

  test('is told where the bot passes nobody on', async () => {
    const scene = await newScene({ escalationEnabled: false });
    const { sockets } = recordingSockets();
    await expectRefusal(askForPerson({ clock, sockets }, visitorOf(scene), {}), 'conversation.no_person');
  });
});

describe('the bot’s settings pass a visitor on', () => {
  test('at a keyword, before anything answers', async () => {
    const scene = await newScene({ escalationTrigger: 'keywords', escalationKeywords: ['refund'] });
    const { sockets, events } = recordingSockets();
    const asked = await acceptMessage(clock, scene, send('I want a refund'));
    await answerConversation(
      depsOf(sockets, answererOf({ answer: () => Promise.reject(new Error()) })),
      scene,
      runOf(),
    );
    expect(events('answer.done')).toMatchObject([
      { event: { kind: 'escalated', inReplyTo: asked.messageId } },
    ]);
    expect(await loadConversation(scene)).toMatchObject({
      status: 'escalated',
      escalation: { trigger: 'keywords' },
    });
  });

  test('when as many answers in a row found nothing as the threshold says', async () => {
    const scene = await newScene({ escalationTrigger: 'failed_responses', escalationThreshold: 2 });
    const { sockets, events } = recordingSockets();
    const nothing = answererOf({
      answer: async () => ({ text: 'I do not know.', kind: 'abstained', citations: [] }),
    });
    for (const text of ['one', 'two']) {
      await acceptMessage(clock, scene, send(text));
      await answerConversation(depsOf(sockets, nothing), scene, runOf());
    }
    expect(events('answer.done')).toMatchObject([
      { event: { kind: 'abstained' } },
      { event: { kind: 'escalated', message: { text: expect.stringMatching(/^I do not know\.\n\n/) } } },
    ]);
    expect((await loadConversation(scene)).status).toBe('escalated');
  });
});

describe('what follows a conversation that moved', () => {
  async function dashboard({ accountId }: ConversationRef) {
    await enterAccount(accountId, 'u');
    const { ticket } = await createTicket({ clock, socketUrl: '' }, accountId, {
      kind: 'dashboard',
      userId: 'u',
      sessionId: 's',
      signedInAt: 1,
    });
    await connect(clock, { connectionId: `of-${accountId}`, ticket });
  }

  async function moved(scene: Scene): Promise<readonly [StoredConversation, StoredConversation]> {
    const before = await loadConversation(scene);
    await askForPerson({ clock, sockets: recordingSockets().sockets }, visitorOf(scene), {});
    return [before, await loadConversation(scene)];
  }

  test('its visitor, the dashboards and the alert’s queue are told', async () => {
    const scene = await newScene();
    await dashboard(scene);
    const [before, after] = await moved(scene);
    const { sockets, said } = recordingSockets();
    await follow(sockets, before, after);
    expect(said).toMatchObject([
      { to: 'visitor', event: { type: 'conversation.state', state: { status: 'escalated' } } },
      {
        to: `of-${scene.accountId}`,
        event: { type: 'conversation.changed', conversation: { status: 'escalated' } },
      },
    ]);
    expect(queues.bodies()[0]).toMatchObject({
      kind: 'alert_team',
      conversationId: scene.conversationId,
    });
    const [message] = await latestMessages(scene);
    await followMessage(sockets, message);
    expect(said.at(-1)).toMatchObject({ to: `of-${scene.accountId}`, event: { type: 'message.added' } });
  });

  test('nobody is told of a message to the bot, nor the dashboards of a trial', async () => {
    const scene = await newScene();
    await dashboard(scene);
    const before = await loadConversation(scene);
    const message = await acceptMessage(clock, scene, send('to the bot'));
    const { sockets, said } = recordingSockets();
    await follow(sockets, before, await loadConversation(scene));
    await followMessage(sockets, message);
    expect(said).toEqual([]);
    const [was, is] = await moved(scene);
    await follow(sockets, { ...was, isTest: true }, { ...is, isTest: true });
    expect(said.map(({ to }) => to)).toEqual(['visitor']);
    expect(queues.inputs()).toEqual([]);
  });

  test('owner and admins are mailed once, each in their language, and nobody where a person has it already', async () => {
    const scene = await newScene();
    const admin = UserId.parse(randomUUID());
    await storeMember(scene.accountId, admin, { role: 'admin', language: 'de' });
    await storeMember(scene.accountId, randomUUID(), { role: 'member' });
    await acceptMessage(clock, scene, send('<b>Help</b>'));
    await changeStatus(scene, {
      type: 'escalate',
      escalation: { trigger: 'sentiment', at: clock().toISOString() },
    });
    const mails: OutgoingMail[] = [];
    const deps = {
      clock,
      sendMail: async (mail: OutgoingMail) => void mails.push(mail),
      appOrigin: 'https://app.example',
    };
    await alertTeam(deps, scene);
    await alertTeam(deps, scene);
    expect(mails.map(({ to }) => to).sort()).toEqual(
      [`${scene.agent.userId}@example.com`, `${admin}@example.com`].sort(),
    );
    const german = mails.find(({ to }) => to.startsWith(admin));
    expect(german?.subject).toBe('In Helper wartet jemand auf Sie');
    expect(german?.text).toContain(`https://app.example/conversations/${scene.conversationId}`);
    expect(german?.html).toContain('&lt;b&gt;Help&lt;/b&gt;');

    const taken = await newScene();
    await moved(taken);
    await actOnConversation(clock, taken.agent, taken.conversationId, { action: 'take_over' });
    await alertTeam(deps, taken);
    expect(mails).toHaveLength(2);
  });

  test('the team is mailed again when a visitor asks again for a person, but not without end', async () => {
    const scene = await newScene();
    const mails: OutgoingMail[] = [];
    const deps = {
      clock,
      sendMail: async (mail: OutgoingMail) => void mails.push(mail),
      appOrigin: 'https://app.example',
    };
    const escalate = async () => {
      const [before, after] = await moved(scene);
      await follow(recordingSockets().sockets, before, after);
      await alertTeam(deps, scene);
      await alertTeam(deps, scene);
    };
    await escalate();
    await actOnConversation(clock, scene.agent, scene.conversationId, { action: 'take_over' });
    await actOnConversation(clock, scene.agent, scene.conversationId, { action: 'hand_back' });
    expect((await loadConversation(scene)).alertedAt).toBeUndefined();
    await escalate();
    expect(mails).toHaveLength(2);
    expect(queues.bodies().filter(({ kind }) => kind === 'alert_team')).toHaveLength(2);

    await actOnConversation(clock, scene.agent, scene.conversationId, { action: 'resolve' });
    await actOnConversation(clock, scene.agent, scene.conversationId, { action: 'reopen' });
    await actOnConversation(clock, scene.agent, scene.conversationId, { action: 'hand_back' });
    await escalate();
    expect(mails).toHaveLength(3);
    // The rest is told in one mail: alert-digest.test.ts.
    for (let n = 0; n < 5; n += 1) {
      await returnToBot(clock, visitorOf(scene));
      await escalate();
    }
    expect(mails).toHaveLength(3);
  });

  test('a mail that nobody could be sent is left to another delivery', async () => {
    const scene = await newScene();
    await moved(scene);
    const deps = { clock, appOrigin: 'https://app.example' };
    const failing = alertTeam({ ...deps, sendMail: () => Promise.reject(new Error('throttled')) }, scene);
    await expect(failing).rejects.toThrow('throttled');
    const mails: OutgoingMail[] = [];
    await alertTeam({ ...deps, sendMail: async (mail) => void mails.push(mail) }, scene);
    expect(mails).toHaveLength(1);
  });
});
