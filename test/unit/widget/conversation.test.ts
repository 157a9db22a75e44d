import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConversationState, Message } from '../../../functions/contract/conversations';
import type { MessageList, SentMessage, SessionGrant } from '../../../functions/contract/widget';
import { type Api, ApiError } from '../../../widget/src/api';
import { createConversation } from '../../../widget/src/conversation';

/** The server's side of a socket, as far as the conversation sees it. */
class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  static opens = true;
  readonly sent: { type: string; id?: string; text?: string }[] = [];
  readyState = 0;
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number }) => void;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
    queueMicrotask(() => {
      if (!FakeSocket.opens) return this.end(1006);
      this.readyState = 1;
      this.onopen?.();
    });
  }
  send(frame: string) {
    this.sent.push(JSON.parse(frame));
  }
  close() {
    this.end(1000);
  }
  end(code: number) {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  say(event: unknown) {
    this.onmessage?.({ data: JSON.stringify(event) });
  }
  get messages() {
    return this.sent.filter((event) => event.type === 'message.send');
  }
}

const ACTIVE: ConversationState = {
  status: 'active',
  agentName: null,
  deliveredThrough: null,
  readThrough: null,
  stars: null,
};

/** The calls of a conversation, one by one. */
interface Server extends Api {
  sendMessage(token: string, body: unknown): Promise<SentMessage>;
  listMessages(token: string, after: string | null): Promise<MessageList>;
}

let counter = 0;
const stored = (author: Message['author'], fields: Partial<Record<keyof Message, unknown>>): Message =>
  ({
    id: `m${String(++counter).padStart(6, '0')}`,
    conversationId: 'c',
    author,
    text: '',
    createdAt: '2026-01-01T00:00:00.000Z',
    clientMessageId: null,
    inReplyTo: null,
    kind: author === 'bot' ? 'generated' : null,
    citations: [],
    ...fields,
  }) as Message;

const storage = () => ({}) as Record<string, string>;
/** What begins from now on does so in a tab of its own. */
const newTab = () => vi.stubGlobal('sessionStorage', storage());

const settle = () => vi.advanceTimersByTimeAsync(0);
const socket = () => FakeSocket.all.at(-1) as FakeSocket;

describe('a conversation', () => {
  let history: Message[];
  let api: { [NAME in keyof Server]: ReturnType<typeof vi.fn<Server[NAME]>> };
  let state: ConversationState;

  beforeEach(() => {
    vi.useFakeTimers();
    FakeSocket.all = [];
    FakeSocket.opens = true;
    history = [];
    state = { ...ACTIVE };
    vi.stubGlobal('WebSocket', FakeSocket);
    vi.stubGlobal('location', { origin: 'https://shop.example', pathname: '/bikes' });
    vi.stubGlobal('addEventListener', () => {});
    vi.stubGlobal('document', { hidden: false });
    vi.stubGlobal('localStorage', storage());
    newTab();
    api = {
      openSession: vi.fn<Api['openSession']>(
        async () =>
          ({
            token: 'token',
            ticket: 'ticket',
            socketUrl: 'wss://app.example/socket',
            conversationId: 'c',
            expiresAt: '2026-01-02T00:00:00.000Z',
            messages: history,
            state,
          }) as unknown as SessionGrant,
      ),
      sendMessage: vi.fn<Server['sendMessage']>(),
      listMessages: vi.fn<Server['listMessages']>(async () => ({ items: [], state })),
      call: vi.fn<Api['call']>(async () => undefined as never),
    };
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const byPath = (method: string, path: string, token: string, body?: unknown): Promise<unknown> => {
    if (path === 'messages' && method === 'POST') return api.sendMessage(token, body);
    if (path.startsWith('messages?') || path === 'messages')
      return api.listMessages(token, path.split('after=')[1] ?? null);
    return api.call(method, path, token, body);
  };
  const start = (signal = new AbortController().signal, minutes = 30) =>
    createConversation({
      api: { openSession: api.openSession, call: byPath as Api['call'] },
      storageKey: 'parley.widget.abcd1234',
      timeout: () => minutes,
      language: 'en',
      signal,
      onChange: () => {},
    });

  /** Asks, and has the server accept it. */
  async function asked(conversation: ReturnType<typeof start>, text = 'hello') {
    conversation.send(text);
    await settle();
    const sent = socket().messages.at(-1);
    const message = stored('visitor', { clientMessageId: sent?.id, text });
    socket().say({ type: 'message.accepted', id: sent?.id, message });
    return message;
  }
  /** Has the server answer it. */
  function answers(message: Message, text: string) {
    const answer = stored('bot', { inReplyTo: message.id, text });
    socket().say({
      type: 'answer.done',
      inReplyTo: message.id,
      message: answer,
      kind: 'generated',
      citations: [],
    });
    return answer;
  }

  it('asks for nothing and stores nothing before the first action', async () => {
    const conversation = start();
    conversation.resume();
    conversation.forget();
    await settle();
    expect(api.openSession).not.toHaveBeenCalled();
    expect([localStorage, sessionStorage]).toEqual([{}, {}]);
  });

  it('ends for good when the widget is taken down, also while it is connecting', async () => {
    const removal = new AbortController();
    start(removal.signal).send('hello');
    await settle();
    removal.abort();
    expect(socket().readyState).toBe(3);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(FakeSocket.all).toHaveLength(1);

    const early = new AbortController();
    start(early.signal).send('hello');
    early.abort();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(FakeSocket.all).toHaveLength(1);
  });

  it('opens its socket with the ticket and shows the answer as it is written', async () => {
    const conversation = start();
    conversation.send('hello');
    await settle();
    expect(socket().url).toBe('wss://app.example/socket?ticket=ticket');
    const [sent] = socket().messages;
    const message = stored('visitor', { clientMessageId: sent?.id, text: 'hello' });
    socket().say({ type: 'message.accepted', id: sent?.id, message });
    socket().say({ type: 'answer.delta', inReplyTo: message.id, offset: 0, text: 'Good ' });
    socket().say({ type: 'answer.delta', inReplyTo: message.id, offset: 5, text: 'day' });
    expect(conversation.entries.map(({ text, status }) => [text, status])).toEqual([
      ['hello', 'delivered'],
      ['Good day', 'writing'],
    ]);
    const answer = stored('bot', { inReplyTo: message.id, text: 'Good day.' });
    socket().say({
      type: 'answer.done',
      inReplyTo: message.id,
      message: answer,
      kind: 'generated',
      citations: [],
    });
    expect(conversation.entries.at(-1)).toMatchObject({ text: 'Good day.', status: 'done' });
  });

  it('drops a piece that comes twice or leaves a gap', async () => {
    const conversation = start();
    conversation.send('hello');
    await settle();
    const message = stored('visitor', { clientMessageId: socket().messages[0]?.id, text: 'hello' });
    socket().say({ type: 'message.accepted', id: message.clientMessageId, message });
    socket().say({ type: 'answer.delta', inReplyTo: message.id, offset: 0, text: 'abc' });
    socket().say({ type: 'answer.delta', inReplyTo: message.id, offset: 0, text: 'abc' });
    socket().say({ type: 'answer.delta', inReplyTo: message.id, offset: 9, text: 'xyz' });
    expect(conversation.entries.at(-1)?.text).toBe('abc');
  });

  it('sends what was not accepted again under the same id, and what was accepted never', async () => {
    const conversation = start();
    conversation.send('first');
    await settle();
    const first = stored('visitor', { clientMessageId: socket().messages[0]?.id, text: 'first' });
    socket().say({ type: 'message.accepted', id: first.clientMessageId, message: first });
    conversation.send('second');
    const second = socket().messages[1];
    history = [first];
    socket().end(1006);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(FakeSocket.all).toHaveLength(2);
    expect(socket().messages).toEqual([second]);
    expect(conversation.entries.filter(({ author }) => author === 'visitor')).toHaveLength(2);
  });

  it('takes the answer that was written while the socket was lost', async () => {
    const conversation = start();
    conversation.send('hello');
    await settle();
    const message = stored('visitor', { clientMessageId: socket().messages[0]?.id, text: 'hello' });
    socket().say({ type: 'message.accepted', id: message.clientMessageId, message });
    socket().say({ type: 'answer.delta', inReplyTo: message.id, offset: 0, text: 'Half an' });
    history = [message, stored('bot', { inReplyTo: message.id, text: 'Half an answer.' })];
    socket().end(1006);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(conversation.entries.map(({ text }) => text)).toEqual(['hello', 'Half an answer.']);
  });

  it('never sends a message again that was too large for the gateway', async () => {
    const conversation = start();
    conversation.send('x'.repeat(4_000));
    await settle();
    socket().end(1009);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(conversation.entries[0]).toMatchObject({ status: 'failed', error: 'message.too_long' });
    expect(FakeSocket.all.flatMap(({ messages }) => messages)).toHaveLength(1);
  });

  it('sends one after the other, in order', async () => {
    const conversation = start();
    conversation.send('one');
    conversation.send('two');
    await settle();
    expect(socket().messages.map(({ text }) => text)).toEqual(['one']);
    const one = stored('visitor', { clientMessageId: socket().messages[0]?.id, text: 'one' });
    socket().say({ type: 'message.accepted', id: one.clientMessageId, message: one });
    expect(socket().messages.map(({ text }) => text)).toEqual(['one', 'two']);
  });

  it('goes by HTTP where sockets never open', async () => {
    FakeSocket.opens = false;
    api.sendMessage.mockImplementation(async (_, body) => {
      const { id, text } = body as { id: string; text: string };
      const message = stored('visitor', { clientMessageId: id, text });
      return { message, answer: stored('bot', { inReplyTo: message.id, text: 'By HTTP.' }) };
    });
    const conversation = start();
    conversation.send('hello');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(FakeSocket.all).toHaveLength(2);
    expect(api.sendMessage).toHaveBeenCalledTimes(1);
    expect(conversation.entries.map(({ text }) => text)).toEqual(['hello', 'By HTTP.']);
  });

  it('keeps a message through a server that is away, and sends it when it is back', async () => {
    api.openSession.mockRejectedValueOnce(new ApiError()).mockRejectedValueOnce(new ApiError());
    const conversation = start();
    conversation.send('hello');
    await settle();
    expect(conversation.connection).toBe('offline');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(socket().messages.map(({ text }) => text)).toEqual(['hello']);
  });

  it('says that the site is not allowed, and does not try again', async () => {
    api.openSession.mockRejectedValue(new ApiError('widget.site_not_allowed'));
    const conversation = start();
    conversation.send('hello');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(api.openSession).toHaveBeenCalledTimes(1);
    expect(conversation.entries[0]).toMatchObject({ status: 'failed', error: 'widget.site_not_allowed' });
  });

  it('is closed where a page of ours, which opens sessions in its own way, is refused', async () => {
    api.openSession.mockRejectedValue(Object.assign(new Error(), { code: 'widget.not_found' }));
    const conversation = start();
    conversation.send('hello');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(api.openSession).toHaveBeenCalledTimes(1);
    expect(conversation).toMatchObject({ connection: 'idle', problem: 'widget.not_found' });
  });

  it('says that an answer never came', async () => {
    const conversation = start();
    conversation.send('hello');
    await settle();
    const message = stored('visitor', { clientMessageId: socket().messages[0]?.id, text: 'hello' });
    socket().say({ type: 'message.accepted', id: message.clientMessageId, message });
    await vi.advanceTimersByTimeAsync(70_000);
    expect(conversation.entries.at(-1)).toMatchObject({ author: 'bot', status: 'failed' });
  });

  it('asks a failed question again as a new message', async () => {
    const conversation = start();
    conversation.send('hello');
    await settle();
    const message = stored('visitor', { clientMessageId: socket().messages[0]?.id, text: 'hello' });
    socket().say({ type: 'message.accepted', id: message.clientMessageId, message });
    socket().say({ type: 'answer.failed', inReplyTo: message.id, code: 'server.failed' });
    conversation.retry(conversation.entries.at(-1)?.key ?? '');
    expect(socket().messages.map(({ text }) => text)).toEqual(['hello', 'hello']);
    expect(socket().messages[0]?.id).not.toBe(socket().messages[1]?.id);
  });

  it('says how far a message has come', async () => {
    const conversation = start();
    conversation.send('hello');
    const status = () => conversation.entries[0]?.status;
    expect(status()).toBe('sending');
    await settle();
    const id = socket().messages[0]?.id;
    const message = stored('visitor', { clientMessageId: id, text: 'hello' });
    socket().say({ type: 'message.accepted', id, message });
    expect(status()).toBe('sent');
    socket().say({ type: 'answer.delta', inReplyTo: message.id, offset: 0, text: 'Good' });
    expect(status()).toBe('delivered');
    answers(message, 'Good day.');
    expect(status()).toBe('read');
    // What comes late takes nothing back.
    socket().say({ type: 'message.accepted', id, message });
    expect(status()).toBe('read');
  });

  it('tells the server once what the visitor has seen', async () => {
    const conversation = start();
    const answer = answers(await asked(conversation), 'Good day.');
    conversation.markSeen();
    conversation.markSeen();
    expect(socket().sent.filter(({ type }) => type === 'message.read')).toEqual([
      { type: 'message.read', messageId: answer.id },
    ]);
  });

  it('leaves a stopped answer as it was, whatever comes of it later', async () => {
    const conversation = start();
    const message = await asked(conversation);
    socket().say({ type: 'answer.delta', inReplyTo: message.id, offset: 0, text: 'Half' });
    conversation.stop();
    socket().say({ type: 'answer.delta', inReplyTo: message.id, offset: 4, text: ' an' });
    history = [message, answers(message, 'Half an answer.')];
    socket().end(1006);
    conversation.prepare();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(conversation.entries.map(({ text, status }) => [text, status])).toEqual([
      ['hello', 'read'],
      ['Half', 'stopped'],
    ]);
  });

  it('asks for an answer anew, and shows its question once', async () => {
    const conversation = start();
    const message = await asked(conversation);
    const answer = answers(message, 'Good day.');
    conversation.regenerate(conversation.entries.at(-1)?.key ?? '');
    expect(socket().messages.map(({ text }) => text)).toEqual(['hello', 'hello']);
    const again = stored('visitor', { clientMessageId: socket().messages[1]?.id, text: 'hello' });
    socket().say({ type: 'message.accepted', id: again.clientMessageId, message: again });
    history = [message, answer, again, answers(again, 'Good evening.')];
    socket().end(1006);
    conversation.prepare();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(conversation.entries.map(({ text }) => text)).toEqual(['hello', 'Good evening.']);
  });

  it('ends after silence, and is taken up again when the visitor wants it', async () => {
    const conversation = start();
    const message = await asked(conversation);
    history = [message, answers(message, 'Good day.')];
    await vi.advanceTimersByTimeAsync(30 * 60_000);
    expect(conversation.entries).toEqual([]);
    expect(conversation.canContinue).toBe(true);
    expect(socket().readyState).toBe(3);
    conversation.continueLast();
    await settle();
    expect(api.openSession).toHaveBeenLastCalledWith(expect.objectContaining({ token: 'token' }));
    expect(conversation.entries.map(({ text }) => text)).toEqual(['hello', 'Good day.']);
  });

  const withPerson = (changes: Partial<ConversationState> = {}) => {
    state = { ...ACTIVE, status: 'escalated', ...changes };
    socket().say({ type: 'conversation.state', conversationId: 'c', state });
  };

  it('waits for no answer while a person has the conversation, and shows what she has seen', async () => {
    const conversation = start();
    await asked(conversation, 'first');
    withPerson();
    expect(conversation.entries.map(({ text }) => text)).toEqual(['first']);
    const second = await asked(conversation, 'second');
    expect(conversation.entries.map(({ status }) => status)).toEqual(['sent', 'sent']);
    withPerson({ deliveredThrough: second.id });
    withPerson({ readThrough: second.id, agentName: 'Jo' });
    expect(conversation.entries.map(({ status }) => status)).toEqual(['read', 'read']);
    socket().say({ type: 'message.added', message: stored('agent', { text: 'Hello', authorName: 'Jo' }) });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(conversation.entries.at(-1)).toMatchObject({ author: 'agent', status: 'done', authorName: 'Jo' });
  });

  it('comes back to a person after a lost socket, and is not ended by silence', async () => {
    const conversation = start(undefined, 1);
    history = [await asked(conversation)];
    withPerson();
    history = [...history, stored('agent', { text: 'Sorry for the wait' })];
    socket().end(1001);
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect(FakeSocket.all).toHaveLength(2);
    expect(conversation.entries.map(({ text }) => text)).toEqual(['hello', 'Sorry for the wait']);
    vi.setSystemTime(Date.now() + 24 * 60 * 60_000);
    start(undefined, 1).resume();
    await settle();
    expect(api.openSession).toHaveBeenLastCalledWith(expect.objectContaining({ token: 'token' }));
  });

  it('goes on by itself on another page while a person has it, and knows what was seen on this one', async () => {
    const before = start();
    before.resumeIfWithPerson();
    await settle();
    expect(api.openSession).not.toHaveBeenCalled();
    const answer = answers(await asked(before), 'Good day.');
    before.markSeen();
    start().resumeIfWithPerson();
    await settle();
    // The bot has it: nothing is asked before the visitor's next action.
    expect(api.openSession).toHaveBeenCalledTimes(1);
    state = { ...ACTIVE, status: 'pending' };
    before.applyState(state);

    const reply = stored('agent', { text: 'Here I am.' });
    history = [...before.entries.map((entry) => entry as unknown as Message), reply];
    const after = start();
    after.resumeIfWithPerson();
    await settle();
    expect(api.openSession).toHaveBeenCalledTimes(2);
    expect(after.seenThrough).toBe(answer.id);
    expect(after.entries.filter(({ id }) => (id ?? '') > after.seenThrough)).toMatchObject([
      { text: 'Here I am.' },
    ]);
    after.markSeen();
    const next = start();
    next.resumeIfWithPerson();
    expect(next.seenThrough).toBe(reply.id);
  });

  it('begins nothing by coming back to a conversation that has ended, until something is said', async () => {
    const before = start();
    await asked(before);
    before.applyState({ ...ACTIVE, status: 'escalated' });
    api.openSession.mockRejectedValueOnce(new ApiError('conversation.ended'));
    const after = start();
    after.resumeIfWithPerson();
    await settle();
    expect(api.openSession.mock.lastCall?.[0]).toMatchObject({ token: 'token', resume: true });
    expect([after.connection, after.isNew]).toEqual(['idle', true]);
    start().resumeIfWithPerson();
    await settle();
    expect(api.openSession).toHaveBeenCalledTimes(2);
    after.send('Once more');
    await settle();
    expect(api.openSession.mock.lastCall?.[0]).not.toHaveProperty('token');
  });

  it('asks for what a person writes where sockets are blocked', async () => {
    FakeSocket.opens = false;
    state = { ...ACTIVE, status: 'escalated' };
    api.sendMessage.mockImplementation(async (_, body) => {
      const { id, text } = body as { id: string; text: string };
      return { message: stored('visitor', { clientMessageId: id, text }), answer: null };
    });
    const conversation = start();
    conversation.send('hello');
    await vi.advanceTimersByTimeAsync(10_000);
    const reply = stored('agent', { text: 'Here I am' });
    api.listMessages.mockResolvedValue({ items: [reply], state });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(conversation.entries.map(({ text }) => text)).toEqual(['hello', 'Here I am']);
  });

  it('forgets a conversation that has ended, and begins another with the next message', async () => {
    const conversation = start();
    answers(await asked(conversation), 'Good day.');
    withPerson({ status: 'ended' });
    expect(conversation.isOver).toBe(true);
    expect(localStorage['parley.widget.abcd1234']).toBeUndefined();
    conversation.send('One more thing');
    await settle();
    expect(api.openSession.mock.lastCall?.[0]).not.toHaveProperty('token');
    expect(conversation.entries.map(({ text }) => text)).toEqual(['One more thing']);
  });

  it('leaves alone, ended, what another tab has begun meanwhile, and goes on with that', async () => {
    const key = 'parley.widget.abcd1234';
    const ended = start();
    answers(await asked(ended), 'Good day.');
    withPerson({ status: 'ended' });
    newTab();
    state = ACTIVE;
    const grant = await api.openSession(null);
    api.openSession.mockResolvedValueOnce({ ...grant, token: 'another' });
    await asked(start(), 'Something else');
    const kept = localStorage[key];
    expect(kept).toContain('another');
    // Either writes down what it has.
    ended.markSeen();
    expect(localStorage[key]).toBe(kept);
    ended.startAnew();
    expect(localStorage[key]).toBe(kept);
    ended.send('And this');
    await settle();
    expect(api.openSession.mock.lastCall?.[0]).toMatchObject({ token: 'another', resume: true });
    // Who signs out leaves nothing of either.
    ended.forget();
    expect(localStorage[key]).toBeUndefined();
  });

  it('says in a new conversation what one that was ended elsewhere did not take', async () => {
    const conversation = start();
    answers(await asked(conversation), 'Good day.');
    conversation.send('Still there?');
    const id = socket().messages.at(-1)?.id;
    socket().say({ type: 'error', code: 'conversation.ended', id });
    await settle();
    expect(FakeSocket.all).toHaveLength(2);
    expect(socket().messages).toMatchObject([{ id, text: 'Still there?' }]);
  });

  it('sends again by itself, after a while, what was too fast', async () => {
    const conversation = start();
    conversation.send('hello');
    await settle();
    const { id } = socket().messages[0] ?? {};
    socket().say({ type: 'error', code: 'request.rate_limited', id });
    expect(conversation.problem).toBe('request.rate_limited');
    conversation.send('and more');
    expect(socket().messages).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(20_000);
    const sent = FakeSocket.all.flatMap(({ messages }) => messages);
    expect(sent.slice(1)).toContainEqual(expect.objectContaining({ id, text: 'hello' }));
    expect(conversation.problem).toBeNull();
  });

  it('fetches what was asked in another tab before its answer', async () => {
    const conversation = start();
    answers(await asked(conversation), 'Good day.');
    const question = stored('visitor', { clientMessageId: 'elsewhere', text: 'From another tab' });
    api.listMessages.mockResolvedValue({ items: [question], state });
    socket().say({ type: 'answer.delta', inReplyTo: question.id, offset: 0, text: 'An' });
    answers(question, 'An answer.');
    await settle();
    expect(conversation.entries.map(({ text }) => text)).toEqual([
      'hello',
      'Good day.',
      'From another tab',
      'An answer.',
    ]);
    expect(api.listMessages).toHaveBeenCalledTimes(1);
  });

  it('is closed no more when what another tab asked has gone through', async () => {
    const conversation = start();
    answers(await asked(conversation), 'Good day.');
    conversation.send('Anybody there?');
    const refused = socket().messages.at(-1)?.id;
    socket().say({ type: 'error', id: refused, code: 'widget.paused' });
    expect(conversation.problem).toBe('widget.paused');
    const question = stored('visitor', { clientMessageId: 'elsewhere', text: 'And now?' });
    api.listMessages.mockResolvedValue({ items: [question], state });
    socket().say({ type: 'answer.delta', inReplyTo: question.id, offset: 0, text: 'Yes' });
    await settle();
    expect(conversation.problem).toBeNull();
  });

  it('asks again whether it is closed, where it has no socket, when another tab keeps what was said', async () => {
    const hear = vi.fn<(type: string, listener: (event: object) => void) => void>();
    vi.stubGlobal('addEventListener', hear);
    answers(await asked(start()), 'Good day.');
    const conversation = start();
    const grant = await api.openSession(null);
    api.openSession.mockClear().mockResolvedValueOnce({ ...grant, paused: true });
    conversation.resume();
    await settle();
    expect(conversation.problem).toBe('widget.paused');
    const [, kept] = hear.mock.calls.findLast(([type]) => type === 'storage') ?? [];
    kept?.({ key: 'another', newValue: '1 token' });
    // What was forgotten is not gone on with.
    kept?.({ key: 'parley.widget.abcd1234', newValue: null });
    await settle();
    expect(api.openSession).toHaveBeenCalledTimes(1);
    kept?.({ key: 'parley.widget.abcd1234', newValue: '1 token' });
    await settle();
    expect(api.openSession).toHaveBeenCalledTimes(2);
    expect(conversation.problem).toBeNull();
  });

  it('is open again when what was refused is dismissed: the next message tells whether it is taken', async () => {
    const conversation = start();
    answers(await asked(conversation), 'Good day.');
    conversation.send('Anybody there?');
    const refused = socket().messages.at(-1)?.id as string;
    socket().say({ type: 'error', id: refused, code: 'widget.paused' });
    conversation.remove(refused);
    expect(conversation.entries.map(({ text }) => text)).toEqual(['hello', 'Good day.']);
    expect(conversation.problem).toBeNull();
  });

  it('goes on with a person while the bot is paused, on another page as well, and with what was not sent', async () => {
    const before = start();
    history = [await asked(before)];
    withPerson();
    const paused = { ...(await api.openSession(null)), paused: true };
    api.openSession.mockResolvedValue(paused);
    const after = start();
    after.resumeIfWithPerson();
    await settle();
    expect([after.connection, after.problem]).toEqual(['online', null]);
    socket().say({ type: 'message.added', message: stored('agent', { text: 'Here I am.' }) });
    expect(after.entries.at(-1)?.text).toBe('Here I am.');
    socket().end(1006);
    after.send('Thank you');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(api.openSession.mock.lastCall?.[0]).toMatchObject({ token: 'token', resume: true });
    expect(socket().messages).toMatchObject([{ text: 'Thank you' }]);
    socket().end(1006);
    // The bot has it again, and takes nothing.
    api.openSession.mockResolvedValue({ ...paused, state: ACTIVE });
    after.prepare();
    await vi.advanceTimersByTimeAsync(2_000);
    expect([after.connection, after.problem]).toEqual(['idle', 'widget.paused']);
    expect(after.entries.at(-1)).toMatchObject({
      text: 'Thank you',
      status: 'failed',
      error: 'widget.paused',
    });
  });

  it('takes words again when a person takes over from a bot that was paused', async () => {
    const conversation = start();
    answers(await asked(conversation), 'Good day.');
    conversation.send('Anybody there?');
    socket().say({ type: 'error', id: socket().messages.at(-1)?.id, code: 'widget.paused' });
    expect(conversation.problem).toBe('widget.paused');
    withPerson({ agentName: 'Jo' });
    expect(conversation.problem).toBeNull();
  });

  /** Holds the next answer of a call back until it is let go. */
  const held = <T>(call: { mockImplementationOnce(answer: () => Promise<T>): unknown }) => {
    const deferred = {} as { resolve: (value: T) => void; reject: (error: unknown) => void };
    const promise = new Promise<T>((resolve, reject) => Object.assign(deferred, { resolve, reject }));
    call.mockImplementationOnce(() => promise);
    return deferred;
  };

  it('that is left while its session is opened is not given to who comes next, whose words are sent', async () => {
    const grant = await api.openSession(null);
    const late = held<SessionGrant>(api.openSession);
    const conversation = start();
    conversation.describeVisitor({
      identity: { userId: 'alice', hash: 'h' },
      variables: { customer: 'Alice' },
    });
    conversation.prepare();
    await settle();
    conversation.forget();
    conversation.send('I am Bob now');
    await settle();
    const { lastCall } = api.openSession.mock;
    expect(lastCall?.[0]).not.toHaveProperty('identity');
    expect(lastCall?.[0]).not.toHaveProperty('variables');
    expect(socket().messages).toMatchObject([{ text: 'I am Bob now' }]);
    late.resolve({ ...grant, token: 'of Alice', messages: [stored('bot', { text: 'Dear Alice' })] });
    await settle();
    expect(conversation.entries.map(({ text }) => text)).toEqual(['I am Bob now']);
    expect(localStorage['parley.widget.abcd1234']).not.toContain('of Alice');
    expect(FakeSocket.all).toHaveLength(1);
  });

  it.each(['conversation.ended', 'widget.site_not_allowed', 'request.rate_limited', null] as const)(
    'is not disturbed when the session of who was there before is refused: %s',
    async (code) => {
      const late = held<SessionGrant>(api.openSession);
      const conversation = start();
      conversation.prepare();
      conversation.forget();
      const message = await asked(conversation, 'I am Bob now');
      answers(message, 'Good day.');
      late.reject(new ApiError(code));
      await settle();
      expect(conversation).toMatchObject({ connection: 'online', problem: null });
      expect(conversation.entries.map(({ text }) => text)).toEqual(['I am Bob now', 'Good day.']);
    },
  );

  it('that is left shows nothing of what was fetched for who was there before', async () => {
    const conversation = start();
    answers(await asked(conversation), 'Good day.');
    withPerson();
    const late = held<MessageList>(api.listMessages);
    stored('visitor', {});
    socket().say({ type: 'message.added', message: stored('agent', { text: 'Dear Alice' }) });
    const answered = vi.fn();
    const other = held<unknown>(api.call);
    conversation.call('POST', 'escalation', {}).then(answered, answered);
    conversation.forget();
    state = { ...ACTIVE };
    conversation.send('I am Bob now');
    await settle();
    late.resolve({ items: [stored('agent', { text: 'Dear Alice' })], state: { ...ACTIVE, status: 'ended' } });
    other.resolve({ ...ACTIVE, status: 'escalated' });
    await settle();
    expect(conversation.entries.map(({ text }) => text)).toEqual(['I am Bob now']);
    expect(conversation.isOver).toBe(false);
    expect(answered).not.toHaveBeenCalled();
  });

  it('that is left while a message goes by HTTP shows nothing of its answer, and sends what comes next', async () => {
    FakeSocket.opens = false;
    const conversation = start();
    const late = held<SentMessage>(api.sendMessage);
    conversation.send('I am Alice');
    await vi.advanceTimersByTimeAsync(10_000);
    conversation.forget();
    api.sendMessage.mockImplementation(async (_, body) => {
      const { id, text } = body as { id: string; text: string };
      return { message: stored('visitor', { clientMessageId: id, text }), answer: null };
    });
    conversation.send('I am Bob now');
    await vi.advanceTimersByTimeAsync(1_000);
    const message = stored('visitor', { clientMessageId: 'a', text: 'I am Alice' });
    late.resolve({ message, answer: stored('bot', { inReplyTo: message.id, text: 'Dear Alice' }) });
    await settle();
    expect(conversation.entries.map(({ text, status }) => [text, status])).toContainEqual([
      'I am Bob now',
      'sent',
    ]);
    expect(conversation.entries.map(({ text }) => text).join()).not.toContain('Alice');
  });

  it('asks every minute whether a paused bot is back, while the page is seen, and when it is seen again', async () => {
    const hear = vi.fn<(type: string, listener: () => void) => void>();
    vi.stubGlobal('addEventListener', hear);
    answers(await asked(start()), 'Good day.');
    const grant = await api.openSession(null);
    api.openSession.mockClear().mockResolvedValue({ ...grant, paused: true });
    const conversation = start();
    conversation.resume();
    await vi.advanceTimersByTimeAsync(125_000);
    expect(api.openSession).toHaveBeenCalledTimes(3);
    expect(conversation.problem).toBe('widget.paused');
    vi.stubGlobal('document', { hidden: true });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(api.openSession).toHaveBeenCalledTimes(3);
    vi.stubGlobal('document', { hidden: false });
    api.openSession.mockResolvedValue(grant);
    hear.mock.calls.findLast(([type]) => type === 'focus')?.[1]();
    await settle();
    expect(conversation).toMatchObject({ problem: null, connection: 'online' });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(api.openSession).toHaveBeenCalledTimes(4);
  });

  it('is away until the business hours begin', async () => {
    const grant = await api.openSession(null);
    const opensAt = new Date(Date.now() + 60_000).toISOString();
    api.openSession.mockResolvedValue({ ...grant, open: false, opensAt });
    const conversation = start();
    conversation.prepare();
    await settle();
    expect(conversation.isAway).toBe(true);
    await vi.advanceTimersByTimeAsync(61_000);
    expect(conversation.isAway).toBe(false);
  });

  it('fetches what a person said between the session and its socket, which nobody told it', async () => {
    const before = start();
    answers(await asked(before), 'Good day.');
    history = [stored('bot', { text: 'Good day.' })];
    state = { ...ACTIVE, status: 'escalated' };
    const reply = stored('agent', { text: 'Here I am.' });
    api.listMessages.mockResolvedValue({ items: [reply], state: { ...state, agentName: 'Jo' } });
    const after = start();
    after.resume();
    await settle();
    expect(api.listMessages).toHaveBeenCalledWith('token', history[0]?.id);
    expect(after.entries.map(({ text }) => text)).toEqual(['Good day.', 'Here I am.']);
    expect(after.state?.agentName).toBe('Jo');
  });

  it('asks for nothing where nothing was said yet', async () => {
    start().prepare();
    await settle();
    expect(FakeSocket.all).toHaveLength(1);
    expect(api.listMessages).not.toHaveBeenCalled();
  });

  it('fetches what was said to a person in another tab before her next words', async () => {
    const conversation = start();
    answers(await asked(conversation), 'Good day.');
    withPerson();
    const question = stored('visitor', { clientMessageId: 'elsewhere', text: 'From another tab' });
    const reply = stored('agent', { text: 'Here I am.' });
    api.listMessages.mockResolvedValue({ items: [question, reply], state });
    socket().say({ type: 'message.added', message: reply });
    await settle();
    const next = stored('agent', { text: 'What is it?' });
    socket().say({ type: 'message.added', message: next });
    await settle();
    expect(conversation.entries.map(({ text }) => text)).toEqual([
      'hello',
      'Good day.',
      'From another tab',
      'Here I am.',
      'What is it?',
    ]);
    // One behind the other nothing can be missing between them.
    expect(api.listMessages).toHaveBeenCalledTimes(1);
  });

  it('shows what a person says although what was said before it could not be fetched', async () => {
    const conversation = start();
    answers(await asked(conversation), 'Good day.');
    withPerson();
    stored('visitor', { clientMessageId: 'elsewhere', text: 'From another tab' });
    api.listMessages.mockRejectedValue(new ApiError());
    socket().say({ type: 'message.added', message: stored('agent', { text: 'Here I am.' }) });
    await settle();
    expect(conversation.entries.map(({ text }) => text)).toEqual(['hello', 'Good day.', 'Here I am.']);
  });

  it('begins with what the page says of its visitor, and without it where the server refuses that', async () => {
    api.openSession.mockRejectedValueOnce(new ApiError('request.invalid'));
    const conversation = start();
    conversation.describeVisitor({
      identity: { userId: 'u', hash: 'nonsense' },
      variables: { plan: 'gold' },
    });
    conversation.describeVisitor({ variables: { seats: '3' } });
    conversation.send('hello');
    await settle();
    const variables = { plan: 'gold', seats: '3' };
    expect(api.openSession.mock.calls.map(([body]) => body)).toMatchObject([
      { identity: { userId: 'u' }, variables },
      { variables },
    ]);
    expect(api.openSession.mock.lastCall?.[0]).not.toHaveProperty('identity');
    conversation.describeVisitor({ variables: { seats: '4' } });
    await settle();
    expect(api.call).toHaveBeenCalledWith('POST', 'visitor', 'token', { variables: { seats: '4' } });
  });

  it('answers a prompt by choice, and opens a session for what else the visitor does', async () => {
    const conversation = start();
    await conversation.call('POST', 'escalation', {});
    expect(api.call).toHaveBeenCalledWith('POST', 'escalation', 'token', {});
    conversation.send('Tent', { reply: { kind: 'choices', choices: ['Tent'] } });
    expect(socket().messages.at(-1)).toMatchObject({
      text: 'Tent',
      reply: { kind: 'choices', choices: ['Tent'] },
    });
  });

  it('begins anew after silence between two visits', async () => {
    answers(await asked(start()), 'Good day.');
    vi.setSystemTime(Date.now() + 31 * 60_000);
    const later = start();
    later.resume();
    await settle();
    expect(api.openSession).toHaveBeenCalledTimes(1);
    expect(later.canContinue).toBe(true);
    later.send('a new matter');
    await settle();
    expect(api.openSession.mock.lastCall?.[0]).not.toHaveProperty('token');
    expect(later.canContinue).toBe(false);
  });

  it('shows words that were not taken again on the next page, behind what was, until they are sent', async () => {
    const before = start();
    const question = await asked(before);
    answers(question, 'Good day.');
    before.send('Are you there?');
    const [, lost] = socket().messages;
    history = before.entries.filter(({ id }) => id) as unknown as Message[];
    const after = start();
    after.resume();
    await settle();
    expect(after.entries.map(({ text, status }) => [text, status])).toEqual([
      ['hello', 'read'],
      ['Good day.', 'done'],
      ['Are you there?', 'failed'],
    ]);
    expect(socket().messages).toEqual([]);
    after.retry(after.entries.at(-1)?.key ?? '');
    expect(socket().messages).toEqual([lost]);
    const message = stored('visitor', { clientMessageId: lost?.id, text: lost?.text });
    socket().say({ type: 'message.accepted', id: lost?.id, message });
    history = [...history, message];
    const last = start();
    last.resume();
    await settle();
    expect(last.entries.filter(({ status }) => status === 'failed')).toEqual([]);
  });

  it('leaves words that were not taken to the tab that they were written in', async () => {
    const first = start();
    answers(await asked(first), 'Good day.');
    first.send('Are you there?');
    const unsent = ['Are you there?', 'failed'];
    const own = globalThis.sessionStorage;
    newTab();
    const elsewhere = start();
    elsewhere.resume();
    await settle();
    expect(elsewhere.entries.map(({ text, status }) => [text, status])).not.toContainEqual(unsent);
    vi.stubGlobal('sessionStorage', own);
    const next = start();
    next.resume();
    await settle();
    expect(next.entries.map(({ text, status }) => [text, status])).toContainEqual(unsent);
  });

  it('leaves nothing to who comes next, neither what was said nor what was not sent or could be taken up', async () => {
    const conversation = start();
    answers(await asked(conversation), 'Good day.');
    FakeSocket.opens = false;
    socket().end(1006);
    conversation.send('My name is Ada');
    conversation.forget();
    await settle();
    expect(conversation.entries).toEqual([]);
    expect(conversation.canContinue).toBe(false);
    expect([localStorage, sessionStorage]).toEqual([{}, {}]);
    const next = start();
    next.resume();
    await settle();
    expect(next.entries).toEqual([]);
    expect(next.isNew).toBe(true);
  });

  it('that ended for silence is not left to who comes next either', async () => {
    answers(await asked(start()), 'Good day.');
    vi.setSystemTime(Date.now() + 31 * 60_000);
    const later = start();
    later.resume();
    await settle();
    expect(later.canContinue).toBe(true);
    later.forget();
    expect(later.canContinue).toBe(false);
  });

  it('is not ended by a clock that goes back', async () => {
    answers(await asked(start()), 'Good day.');
    vi.setSystemTime(Date.now() - 24 * 60 * 60_000);
    start().resume();
    await settle();
    expect(api.openSession).toHaveBeenLastCalledWith(expect.objectContaining({ token: 'token' }));
  });

  it('does not end while an answer is awaited', async () => {
    const conversation = start(undefined, 0.5);
    const message = await asked(conversation);
    await vi.advanceTimersByTimeAsync(40_000);
    expect(conversation.entries).toHaveLength(2);
    answers(message, 'Good day.');
    await vi.advanceTimersByTimeAsync(40_000);
    expect(conversation.entries).toHaveLength(0);
  });
});
