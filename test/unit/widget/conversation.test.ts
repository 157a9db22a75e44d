import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Message } from '../../../functions/contract/conversations';
import type { SessionGrant } from '../../../functions/contract/widget';
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

const settle = () => vi.advanceTimersByTimeAsync(0);
const socket = () => FakeSocket.all.at(-1) as FakeSocket;

describe('a conversation', () => {
  let history: Message[];
  let api: { [NAME in keyof Api]: ReturnType<typeof vi.fn<Api[NAME]>> };

  beforeEach(() => {
    vi.useFakeTimers();
    FakeSocket.all = [];
    FakeSocket.opens = true;
    history = [];
    vi.stubGlobal('WebSocket', FakeSocket);
    vi.stubGlobal('location', { origin: 'https://shop.example', pathname: '/bikes' });
    vi.stubGlobal('addEventListener', () => {});
    const values = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => values.set(key, value),
    });
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
          }) as unknown as SessionGrant,
      ),
      sendMessage: vi.fn<Api['sendMessage']>(),
      listMessages: vi.fn<Api['listMessages']>(async () => ({ items: [] })),
      openSource: vi.fn<Api['openSource']>(),
    };
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const start = (signal = new AbortController().signal) =>
    createConversation({ api, widgetId: 'abcd1234', language: 'en', signal, onChange: () => {} });

  it('asks for nothing and stores nothing before the first action', async () => {
    start().resume();
    await settle();
    expect(api.openSession).not.toHaveBeenCalled();
    expect(localStorage.getItem('parley.widget.abcd1234')).toBeNull();
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
      ['hello', 'sent'],
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
    api.openSession
      .mockRejectedValueOnce(new ApiError(null, 0))
      .mockRejectedValueOnce(new ApiError(null, 503));
    const conversation = start();
    conversation.send('hello');
    await settle();
    expect(conversation.connection).toBe('offline');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(socket().messages.map(({ text }) => text)).toEqual(['hello']);
  });

  it('says that the site is not allowed, and does not try again', async () => {
    api.openSession.mockRejectedValue(new ApiError('widget.site_not_allowed', 403));
    const conversation = start();
    conversation.send('hello');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(api.openSession).toHaveBeenCalledTimes(1);
    expect(conversation.entries[0]).toMatchObject({ status: 'failed', error: 'widget.site_not_allowed' });
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
});
