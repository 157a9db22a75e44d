import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '#widget/api';
import {
  answers,
  asked,
  FakeSocket,
  prepareConversations,
  server,
  settle,
  socket,
  start,
  stored,
} from './conversation-setup';

prepareConversations();

describe('a conversation', () => {
  it('asks for nothing and stores nothing before the first action', async () => {
    const conversation = start();
    conversation.resume();
    conversation.forget();
    await settle();
    expect(server.api.openSession).not.toHaveBeenCalled();
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
    // It waits for nothing in a page that goes on without it.
    expect(vi.getTimerCount()).toBe(0);
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
    server.history = [first];
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
    server.history = [message, stored('bot', { inReplyTo: message.id, text: 'Half an answer.' })];
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

  it('sends what waited behind one that was too large as after any lost connection: not at once', async () => {
    const conversation = start();
    conversation.send('x'.repeat(4_000));
    conversation.send('two');
    await settle();
    socket().end(1009);
    await settle();
    expect(FakeSocket.all).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeSocket.all[1]?.messages).toMatchObject([{ text: 'two' }]);
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
    server.api.sendMessage.mockImplementation(async (_, body) => {
      const { id, text } = body as { id: string; text: string };
      const message = stored('visitor', { clientMessageId: id, text });
      return { message, answer: stored('bot', { inReplyTo: message.id, text: 'By HTTP.' }) };
    });
    const conversation = start();
    conversation.send('hello');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(FakeSocket.all).toHaveLength(2);
    expect(server.api.sendMessage).toHaveBeenCalledTimes(1);
    expect(conversation.entries.map(({ text }) => text)).toEqual(['hello', 'By HTTP.']);
  });

  it('keeps a message through a server that is away, and sends it when it is back', async () => {
    server.api.openSession.mockRejectedValueOnce(new ApiError()).mockRejectedValueOnce(new ApiError());
    const conversation = start();
    conversation.send('hello');
    await settle();
    expect(conversation.connection).toBe('offline');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(socket().messages.map(({ text }) => text)).toEqual(['hello']);
  });

  it('says that the site is not allowed, and does not try again', async () => {
    server.api.openSession.mockRejectedValue(new ApiError('widget.site_not_allowed'));
    const conversation = start();
    conversation.send('hello');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.api.openSession).toHaveBeenCalledTimes(1);
    expect(conversation.entries[0]).toMatchObject({ status: 'failed', error: 'widget.site_not_allowed' });
  });

  it('is closed where a page of ours, which opens sessions in its own way, is refused', async () => {
    server.api.openSession.mockRejectedValue(Object.assign(new Error(), { code: 'widget.not_found' }));
    const conversation = start();
    conversation.send('hello');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.api.openSession).toHaveBeenCalledTimes(1);
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
    server.history = [message, answers(message, 'Half an answer.')];
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
    server.history = [message, answer, again, answers(again, 'Good evening.')];
    socket().end(1006);
    conversation.prepare();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(conversation.entries.map(({ text }) => text)).toEqual(['hello', 'Good evening.']);
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

  it('asks for nothing where nothing was said yet', async () => {
    start().prepare();
    await settle();
    expect(FakeSocket.all).toHaveLength(1);
    expect(server.api.listMessages).not.toHaveBeenCalled();
  });

  it('answers a prompt by choice, and opens a session for what else the visitor does', async () => {
    const conversation = start();
    await conversation.call('POST', 'escalation', {});
    expect(server.api.call).toHaveBeenCalledWith('POST', 'escalation', 'token', {});
    conversation.send('Tent', { reply: { kind: 'choices', choices: ['Tent'] } });
    expect(socket().messages.at(-1)).toMatchObject({
      text: 'Tent',
      reply: { kind: 'choices', choices: ['Tent'] },
    });
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
