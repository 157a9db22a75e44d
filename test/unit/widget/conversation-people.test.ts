import { describe, expect, it, vi } from 'vitest';
import type { Message } from '#contract/conversations/conversations';
import type { MessageList } from '#contract/conversations/widget';
import { ApiError } from '#widget/api';
import {
  ACTIVE,
  answers,
  asked,
  FakeSocket,
  held,
  prepareConversations,
  server,
  settle,
  socket,
  start,
  stored,
  withPerson,
} from './conversation-setup';

prepareConversations();

describe('a conversation with a person, or of a paused bot', () => {
  it('waits for no answer while a person has the conversation, and shows what they have seen', async () => {
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

  it('takes back what the bot had begun to say when a person takes over', async () => {
    const conversation = start();
    const { id } = await asked(conversation, 'first');
    socket().say({ type: 'answer.delta', inReplyTo: id, offset: 0, text: 'We are ' });
    expect(conversation.entries.map(({ text }) => text)).toEqual(['first', 'We are ']);
    withPerson({ deliveredThrough: id });
    socket().say({ type: 'answer.delta', inReplyTo: id, offset: 7, text: 'open' });
    socket().say({ type: 'message.added', message: stored('agent', { text: 'Hello', authorName: 'Jo' }) });
    expect(conversation.entries.map(({ text }) => text)).toEqual(['first', 'Hello']);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(conversation.entries.map(({ text }) => text)).toEqual(['first', 'Hello']);
  });

  it('shows as delivered what the state told of before it was acknowledged', async () => {
    const conversation = start();
    await asked(conversation, 'first');
    conversation.send('second');
    await settle();
    const { id: clientMessageId, text } = socket().messages.at(-1) as { id: string; text: string };
    const message = stored('visitor', { clientMessageId, text });
    withPerson({ deliveredThrough: message.id });
    expect(conversation.entries.at(-1)?.status).toBe('sending');
    socket().say({ type: 'message.accepted', id: clientMessageId, message });
    expect(conversation.entries.at(-1)?.status).toBe('delivered');
  });

  it('keeps what it was told while an older state was on its way', async () => {
    const conversation = start();
    await asked(conversation);
    const fetched = held<MessageList>(server.api.listMessages);
    socket().end(1001);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(server.api.listMessages).toHaveBeenCalled();
    withPerson({ revision: 2, agentName: 'Jo' });
    fetched.resolve({ items: [], state: { ...ACTIVE, revision: 1, status: 'escalated' } });
    await settle();
    expect(conversation.state).toMatchObject({ agentName: 'Jo' });
    withPerson({ revision: 3, agentName: 'Al' });
    expect(conversation.state).toMatchObject({ agentName: 'Al' });
  });

  it('fetches again what it missed while its socket was away, where the first attempt fails', async () => {
    const conversation = start();
    await asked(conversation);
    withPerson();
    server.api.listMessages.mockRejectedValueOnce(new ApiError('server.unavailable'));
    const reply = stored('agent', { text: 'Here I am.' });
    server.api.listMessages.mockResolvedValueOnce({ items: [reply], state: server.state });
    socket().end(1001);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(conversation.entries.at(-1)).toMatchObject({ text: 'Here I am.' });
    const { length } = server.api.listMessages.mock.calls;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.api.listMessages).toHaveBeenCalledTimes(length);
  });

  it('comes back to a person after a lost socket, and is not ended by silence', async () => {
    const conversation = start(undefined, 1);
    server.history = [await asked(conversation)];
    withPerson();
    server.history = [...server.history, stored('agent', { text: 'Sorry for the wait' })];
    socket().end(1001);
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect(FakeSocket.all).toHaveLength(2);
    expect(conversation.entries.map(({ text }) => text)).toEqual(['hello', 'Sorry for the wait']);
    vi.setSystemTime(Date.now() + 24 * 60 * 60_000);
    start(undefined, 1).resume();
    await settle();
    expect(server.api.openSession).toHaveBeenLastCalledWith(expect.objectContaining({ token: 'token' }));
  });

  it('goes on by itself on another page while a person has it, and knows what was seen on this one', async () => {
    const before = start();
    before.resumeIfWithPerson();
    await settle();
    expect(server.api.openSession).not.toHaveBeenCalled();
    const answer = answers(await asked(before), 'Good day.');
    before.markSeen();
    start().resumeIfWithPerson();
    await settle();
    // The bot has it: nothing is asked before the visitor's next action.
    expect(server.api.openSession).toHaveBeenCalledTimes(1);
    server.state = { ...ACTIVE, status: 'pending' };
    before.applyState(server.state);

    const reply = stored('agent', { text: 'Here I am.' });
    server.history = [...before.entries.map((entry) => entry as unknown as Message), reply];
    const after = start();
    after.resumeIfWithPerson();
    await settle();
    expect(server.api.openSession).toHaveBeenCalledTimes(2);
    expect(after.seenThrough).toBe(answer.id);
    expect(after.entries.filter(({ id }) => (id ?? '') > after.seenThrough)).toMatchObject([
      { text: 'Here I am.' },
    ]);
    after.markSeen();
    const next = start();
    next.resumeIfWithPerson();
    expect(next.seenThrough).toBe(reply.id);
  });

  it('asks for what a person writes where sockets are blocked', async () => {
    FakeSocket.opens = false;
    server.state = { ...ACTIVE, status: 'escalated' };
    server.api.sendMessage.mockImplementation(async (_, body) => {
      const { id, text } = body as { id: string; text: string };
      return { message: stored('visitor', { clientMessageId: id, text }), answer: null };
    });
    const conversation = start();
    conversation.send('hello');
    await vi.advanceTimersByTimeAsync(10_000);
    const reply = stored('agent', { text: 'Here I am' });
    server.api.listMessages.mockResolvedValue({ items: [reply], state: server.state });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(conversation.entries.map(({ text }) => text)).toEqual(['hello', 'Here I am']);
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
    server.history = [await asked(before)];
    withPerson();
    const paused = { ...(await server.api.openSession(null)), paused: true };
    server.api.openSession.mockResolvedValue(paused);
    const after = start();
    after.resumeIfWithPerson();
    await settle();
    expect([after.connection, after.problem]).toEqual(['online', null]);
    socket().say({ type: 'message.added', message: stored('agent', { text: 'Here I am.' }) });
    expect(after.entries.at(-1)?.text).toBe('Here I am.');
    socket().end(1006);
    after.send('Thank you');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(server.api.openSession.mock.lastCall?.[0]).toMatchObject({ token: 'token', resume: true });
    expect(socket().messages).toMatchObject([{ text: 'Thank you' }]);
    socket().end(1006);
    // The bot has it again, and takes nothing.
    server.api.openSession.mockResolvedValue({ ...paused, state: ACTIVE });
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

  it('asks every minute whether a paused bot is back, while the page is seen, and when it is seen again', async () => {
    const hear = vi.fn<(type: string, listener: () => void) => void>();
    vi.stubGlobal('addEventListener', hear);
    answers(await asked(start()), 'Good day.');
    const grant = await server.api.openSession(null);
    server.api.openSession.mockClear().mockResolvedValue({ ...grant, paused: true });
    const conversation = start();
    conversation.resume();
    await vi.advanceTimersByTimeAsync(125_000);
    expect(server.api.openSession).toHaveBeenCalledTimes(3);
    expect(conversation.problem).toBe('widget.paused');
    vi.stubGlobal('document', { hidden: true });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(server.api.openSession).toHaveBeenCalledTimes(3);
    vi.stubGlobal('document', { hidden: false });
    server.api.openSession.mockResolvedValue(grant);
    hear.mock.calls.findLast(([type]) => type === 'focus')?.[1]();
    await settle();
    expect(conversation).toMatchObject({ problem: null, connection: 'online' });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(server.api.openSession).toHaveBeenCalledTimes(4);
  });

  it('is away until the business hours begin', async () => {
    const grant = await server.api.openSession(null);
    const opensAt = new Date(Date.now() + 60_000).toISOString();
    server.api.openSession.mockResolvedValue({ ...grant, open: false, opensAt });
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
    server.history = [stored('bot', { text: 'Good day.' })];
    server.state = { ...ACTIVE, status: 'escalated' };
    const reply = stored('agent', { text: 'Here I am.' });
    server.api.listMessages.mockResolvedValue({
      items: [reply],
      state: { ...server.state, agentName: 'Jo' },
    });
    const after = start();
    after.resume();
    await settle();
    expect(server.api.listMessages).toHaveBeenCalledWith('token', server.history[0]?.id);
    expect(after.entries.map(({ text }) => text)).toEqual(['Good day.', 'Here I am.']);
    expect(after.state?.agentName).toBe('Jo');
  });

  it('fetches what was said to a person in another tab before their next words', async () => {
    const conversation = start();
    answers(await asked(conversation), 'Good day.');
    withPerson();
    const question = stored('visitor', { clientMessageId: 'elsewhere', text: 'From another tab' });
    const reply = stored('agent', { text: 'Here I am.' });
    server.api.listMessages.mockResolvedValue({ items: [question, reply], state: server.state });
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
    expect(server.api.listMessages).toHaveBeenCalledTimes(1);
  });

  it('shows what a person says although what was said before it could not be fetched', async () => {
    const conversation = start();
    answers(await asked(conversation), 'Good day.');
    withPerson();
    stored('visitor', { clientMessageId: 'elsewhere', text: 'From another tab' });
    server.api.listMessages.mockRejectedValue(new ApiError());
    socket().say({ type: 'message.added', message: stored('agent', { text: 'Here I am.' }) });
    await settle();
    expect(conversation.entries.map(({ text }) => text)).toEqual(['hello', 'Good day.', 'Here I am.']);
  });
});
