import { describe, expect, it, test } from 'vitest';
import type { ServerEvent } from '#contract/socket';
import type { Answerer } from '#core/answers/answerer';
import { answerConversation } from '#core/conversations/answer-conversation';
import { changeStatus } from '#core/conversations/change-status';
import { answerFailedMessage, answerOverdue, FailedAnswer } from '#core/conversations/failed-answers';
import { unpackKnown } from '#core/conversations/known';
import { acquireLease } from '#core/conversations/lease';
import { type ConversationRef, findMessage, messagesAfter } from '#core/conversations/messages';
import { type OverdueMessage, sweepOverdue } from '#core/conversations/overdue-messages';
import { type AnswerInvocation, receiveMessage } from '#core/conversations/receive-message';
import { sendMessage } from '#core/conversations/send-message';
import type { Sockets } from '#platform/sockets';
import { withLocalTable } from '#test/helpers/local-table';
import { answererOf, recordingSockets, runOf, send, startConversation } from './setup';

withLocalTable();

const BURST = ['one', 'two', 'three', 'four'] as const;
const POSITIONS = [1, 2, 3, 4] as const;
/** What a killed function does next. */
const nothing = () => new Promise<never>(() => {});
const remainingTime = () => 60_000;

/** Lets a function live until the nth time that it comes by. */
function killAt(position: number) {
  let times = 0;
  let killed = () => {};
  const died = new Promise<void>((resolve) => (killed = resolve));
  return {
    died,
    /** Gives whether it lives on. */
    pass(): boolean {
      times += 1;
      if (times === position) killed();
      return times < position;
    },
  };
}

/** The functions on a message's way, as Lambda would run them; time goes on only where a test says so. */
class Functions {
  readonly #heard = recordingSockets();
  #now = Date.now();
  readonly #invocations: AnswerInvocation[] = [];
  /** Whom the first of all messages gave the turn. */
  #first = 'dead';
  readonly #overdue: OverdueMessage[] = [];

  constructor(readonly ref: ConversationRef) {}

  readonly clock = () => new Date(this.#now);
  readonly sockets: Sockets = this.#heard.sockets;

  pass(seconds: number): void {
    this.#now += seconds * 1000;
  }

  heard(type: ServerEvent['type']) {
    return this.#heard.events(type);
  }

  /** Sockets of a function that is killed when it has something of this type to say for the nth time. */
  dyingSockets(type: ServerEvent['type'], death: ReturnType<typeof killAt>): Sockets {
    return {
      ...this.sockets,
      send: (to, event) => (event.type !== type || death.pass() ? this.sockets.send(to, event) : nothing()),
    };
  }

  /** socket/message for the whole burst; gives the ids of the messages that it acknowledged. */
  async burst(): Promise<readonly string[]> {
    for (const text of BURST) await this.message(text);
    return this.acknowledged();
  }

  message(
    text: string,
    id?: string,
    overrides: { sockets?: Sockets; startAnswer?: () => Promise<void> } = {},
  ) {
    return receiveMessage(
      {
        clock: this.clock,
        sockets: this.sockets,
        startAnswer: async (invocation) => {
          this.#invocations.push(invocation);
          if (this.#first === 'dead') this.#first = invocation.owner ?? 'dead';
        },
        ...overrides,
      },
      'visitor',
      this.ref,
      send(text, id),
    );
  }

  acknowledged(): readonly string[] {
    return this.heard('message.accepted').flatMap(({ event }) =>
      'message' in event ? [event.message.id] : [],
    );
  }

  /** socket/answer, invoked for each message: the first is at work when the others come. */
  async answer(dying: { sockets?: Sockets; answerer?: Answerer; death: ReturnType<typeof killAt> }) {
    const [first, ...others] = this.#invocations.splice(0);
    const deps = this.#deps();
    const known = first?.known === undefined ? {} : { known: unpackKnown(first.known) };
    void answerConversation({ ...deps, ...dying }, this.ref, { ...runOf(first?.owner ?? 'dead'), ...known });
    await dying.death.died;
    // Its turn ends with an answer that is stored, whether it is said or not.
    const found = dying.sockets ? 'done' : 'busy';
    for (const _ of others) expect(await answerConversation(deps, this.ref, runOf())).toBe(found);
    return first?.messageId ?? '';
  }

  /** queue/failed-answers, told that the function of a message has died. */
  failed(messageId: string, dying: { sockets?: Sockets; answerer?: Answerer } = {}): Promise<void> {
    const { accountId, conversationId } = this.ref;
    const failure = FailedAnswer.parse({
      requestContext: { requestId: 'dead' },
      requestPayload: { accountId, conversationId, messageId, owner: this.#first },
    });
    return answerFailedMessage(this.#quoting(dying), failure, { requestId: 'consumer', remainingTime });
  }

  /** The sweep, and queue/failed-answers for all that it finds. */
  async sweep({
    answerer,
    death,
  }: {
    answerer?: Answerer;
    death?: () => Promise<void>;
  } = {}): Promise<number> {
    const deps = {
      ...this.#quoting({}),
      queueOverdue: async (job: OverdueMessage) => void this.#overdue.push(job),
    };
    await sweepOverdue(deps, { remainingTime });
    // The table is shared by the tests of this file.
    const jobs = this.#overdue
      .splice(0)
      .filter(({ conversationId }) => conversationId === this.ref.conversationId);
    for (const job of jobs) {
      const died = death?.();
      const run = answerOverdue(this.#quoting({ ...(answerer && { answerer }) }), job, {
        requestId: crypto.randomUUID(),
        remainingTime,
      });
      await (died ? Promise.race([run, died]) : run);
    }
    return jobs.length;
  }

  /** The time of a function that is killed stands still: it renews no lease. */
  #deps() {
    const now = this.clock();
    return { clock: () => now, sockets: this.sockets, answerer: answererOf() };
  }

  #quoting(dying: { sockets?: Sockets; answerer?: Answerer }) {
    return { ...this.#deps(), sleep: async () => {}, ...dying };
  }

  /** Every message has one answer or one failure, and is looked after no more. */
  async expectSettled(ids: readonly string[]): Promise<void> {
    const stored = await messagesAfter(this.ref, undefined);
    for (const id of ids) {
      const message = stored.find(({ messageId }) => messageId === id);
      const answers = stored.filter(({ inReplyTo }) => inReplyTo === id);
      expect({
        id,
        settled: answers.length === 1 || message?.failure !== undefined,
        answers: answers.length,
      }).toEqual({
        id,
        settled: true,
        answers: message?.failure === undefined ? 1 : 0,
      });
      expect(message?.gsi1pk).toBeUndefined();
      expect(this.told(id)).toBeGreaterThan(0);
    }
    this.pass(3_600);
    expect(await this.sweep()).toBe(0);
  }

  told(id: string): number {
    return [...this.heard('answer.done'), ...this.heard('answer.failed')].filter(
      ({ event }) => 'inReplyTo' in event && event.inReplyTo === id,
    ).length;
  }
}

const functions = async () => new Functions(await startConversation());

/** An answerer that is killed at its nth question. */
function dyingAnswerer(death: ReturnType<typeof killAt>): Answerer {
  const { answer, quote } = answererOf();
  return {
    answer: (...given) => (death.pass() ? answer(...given) : nothing()),
    quote: (...given) => (death.pass() ? quote(...given) : nothing()),
  };
}

describe.each(POSITIONS)('of a burst of four, where a function is killed at message %i,', (position) => {
  it('all are answered after socket/answer died writing', async () => {
    const way = await functions();
    const ids = await way.burst();
    const death = killAt(position);
    const first = await way.answer({ answerer: dyingAnswerer(death), death });
    await way.failed(first);
    await way.expectSettled(ids);
  });

  it('all are answered after socket/answer died between storing an answer and saying it', async () => {
    const way = await functions();
    const ids = await way.burst();
    const death = killAt(position);
    const first = await way.answer({ sockets: way.dyingSockets('answer.done', death), death });
    await way.failed(first);
    await way.expectSettled(ids);
  });

  it('all are answered though nobody was told that socket/answer died', async () => {
    const way = await functions();
    const ids = await way.burst();
    const death = killAt(position);
    await way.answer({ answerer: dyingAnswerer(death), death });
    expect(await way.sweep()).toBe(0);
    way.pass(40);
    expect(await way.sweep()).toBe(BURST.length - position + 1);
    await way.expectSettled(ids);
  });

  it('all are answered after queue/failed-answers died too', async () => {
    const way = await functions();
    const ids = await way.burst();
    const first = await way.answer({
      answerer: dyingAnswerer(killAt(1)),
      death: { ...killAt(1), died: Promise.resolve() },
    });
    const death = killAt(position);
    void way.failed(first, { answerer: dyingAnswerer(death) });
    await death.died;
    way.pass(40);
    await way.sweep();
    await way.expectSettled(ids);
  });

  it('all are answered after socket/message died, which acknowledged only what came before', async () => {
    const way = await functions();
    for (const text of BURST.slice(0, position - 1)) await way.message(text);
    let stored = () => {};
    const died = new Promise<void>((resolve) => (stored = resolve));
    const startAnswer = () => {
      stored();
      return nothing();
    };
    const id = crypto.randomUUID();
    void way.message(BURST[position - 1] ?? '', id, { startAnswer });
    await died;
    expect(way.acknowledged()).toHaveLength(position - 1);
    way.pass(40);
    await way.sweep();
    // What was not acknowledged is sent again, and heard of.
    await way.message(BURST[position - 1] ?? '', id);
    for (const text of BURST.slice(position)) await way.message(text);
    way.pass(40);
    await way.sweep();
    expect(way.acknowledged()).toHaveLength(BURST.length);
    await way.expectSettled(way.acknowledged());
  });

  it('those behind a call over HTTP are answered after that died with the right to answer', async () => {
    const way = await functions();
    const death = killAt(1);
    void sendMessage(
      {
        clock: way.clock,
        sockets: way.sockets,
        answerer: dyingAnswerer(death),
        startAnswer: async () => {},
      },
      // Only what a call reads of its visitor.
      way.ref as Parameters<typeof sendMessage>[1],
      send('over HTTP'),
      { requestId: crypto.randomUUID(), remainingTime: () => 28_000 },
    );
    await death.died;
    for (const text of BURST.slice(0, position)) await way.message(text);
    const deps = { clock: way.clock, sockets: way.sockets, answerer: answererOf() };
    expect(await answerConversation(deps, way.ref, runOf())).toBe('busy');
    way.pass(40);
    expect(await way.sweep()).toBe(position + 1);
    await way.expectSettled(way.acknowledged());
  });

  it('those are said to have failed at which every function dies, and the others are answered', async () => {
    const way = await functions();
    const ids = await way.burst();
    const poison = BURST[position - 1];
    const { quote } = answererOf();
    let killed = () => {};
    const answerer = answererOf({
      async quote(question) {
        if (question.question !== poison) return quote(question);
        killed();
        return nothing();
      },
    });
    const death = () => new Promise<void>((resolve) => (killed = resolve));
    for (let minute = 0; minute < 5; minute += 1) {
      way.pass(61);
      await way.sweep({ answerer, death });
    }
    const poisoned = await findMessage(way.ref, ids[position - 1] ?? '');
    expect(poisoned?.failure).toBe('server.unavailable');
    way.pass(61);
    await way.sweep({ answerer });
    await way.expectSettled(ids);
  });
});

test('the message at which quotes fail is said to have failed, not the one that its function was invoked for', async () => {
  const way = await functions();
  const ids = await way.burst();
  const { quote } = answererOf();
  const answerer = answererOf({
    quote: async (question) => {
      if (question.question === 'two') throw new Error('The index is unreachable.');
      return quote(question);
    },
  });
  await way.failed(ids[0] ?? '', { answerer });
  const failures = await Promise.all(ids.map(async (id) => (await findMessage(way.ref, id))?.failure));
  expect(failures).toEqual([undefined, 'server.failed', undefined, undefined]);
  await way.expectSettled(ids);
});

test('what is being answered is not overdue, however long it takes', async () => {
  const way = await functions();
  await way.burst();
  way.pass(40);
  const living = await acquireLease(way.clock, way.ref, { owner: 'living' });
  expect(await way.sweep()).toBe(BURST.length);
  expect(way.heard('answer.done')).toEqual([]);
  await living?.release();
  way.pass(61);
  await way.sweep();
  expect(way.heard('answer.done')).toHaveLength(BURST.length);
});

test('a second sweep, a second delivery and a resend give no second answer', async () => {
  const way = await functions();
  const id = crypto.randomUUID();
  await way.message('one', id);
  const [messageId = ''] = way.acknowledged();
  way.pass(40);
  await Promise.all([way.sweep(), way.sweep()]);
  await way.failed(messageId);
  await way.message('one', id);
  expect((await messagesAfter(way.ref, messageId)).map(({ text }) => text)).toEqual(['quotes for one']);
});

test('a message that a person took over meanwhile is looked after no more, and not answered', async () => {
  const way = await functions();
  await way.message('one');
  const [messageId = ''] = way.acknowledged();
  const by = { userId: 'agent', name: 'Ada' };
  await changeStatus(way.ref, { type: 'take_over', by });
  way.pass(40);
  expect(await way.sweep()).toBe(1);
  expect(await findMessage(way.ref, messageId)).not.toHaveProperty('gsi1pk');
  expect(await messagesAfter(way.ref, messageId)).toEqual([]);
});

test('a message to a person is not looked after at all', async () => {
  const way = await functions();
  await changeStatus(way.ref, { type: 'take_over', by: { userId: 'agent', name: 'Ada' } });
  await way.message('one');
  const [messageId = ''] = way.acknowledged();
  expect(await findMessage(way.ref, messageId)).toMatchObject({ toPerson: true });
  expect(await findMessage(way.ref, messageId)).not.toHaveProperty('gsi1pk');
});
