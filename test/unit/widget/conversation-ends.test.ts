import { describe, expect, it, vi } from 'vitest';
import type { Message } from '#contract/conversations/conversations';
import type { MessageList, SentMessage, SessionGrant } from '#contract/conversations/widget';
import { ApiError } from '#widget/api';
import {
  ACTIVE,
  answers,
  asked,
  FakeSocket,
  held,
  newTab,
  prepareConversations,
  server,
  settle,
  socket,
  start,
  stored,
  withPerson,
} from './conversation-setup';

prepareConversations();

describe('a conversation that ends, or is left', () => {
  it('ends after silence, and is taken up again when the visitor wants it', async () => {
    const conversation = start();
    const message = await asked(conversation);
    server.history = [message, answers(message, 'Good day.')];
    await vi.advanceTimersByTimeAsync(30 * 60_000);
    expect(conversation.entries).toEqual([]);
    expect(conversation.canContinue).toBe(true);
    expect(socket().readyState).toBe(3);
    conversation.continueLast();
    await settle();
    expect(server.api.openSession).toHaveBeenLastCalledWith(expect.objectContaining({ token: 'token' }));
    expect(conversation.entries.map(({ text }) => text)).toEqual(['hello', 'Good day.']);
  });

  it('begins nothing by coming back to a conversation that has ended, until something is said', async () => {
    const before = start();
    await asked(before);
    before.applyState({ ...ACTIVE, status: 'escalated' });
    server.api.openSession.mockRejectedValueOnce(new ApiError('conversation.ended'));
    const after = start();
    after.resumeIfWithPerson();
    await settle();
    expect(server.api.openSession.mock.lastCall?.[0]).toMatchObject({ token: 'token', resume: true });
    expect([after.connection, after.isNew]).toEqual(['idle', true]);
    start().resumeIfWithPerson();
    await settle();
    expect(server.api.openSession).toHaveBeenCalledTimes(2);
    after.send('Once more');
    await settle();
    expect(server.api.openSession.mock.lastCall?.[0]).not.toHaveProperty('token');
  });

  it('forgets a conversation that has ended, and begins another with the next message', async () => {
    const conversation = start();
    answers(await asked(conversation), 'Good day.');
    withPerson({ status: 'ended' });
    expect(conversation.isOver).toBe(true);
    // Nothing that opens it: by its id the team knows them when they write again.
    const left = JSON.parse(localStorage['parley.widget.abcd1234'] as string) as object;
    expect(Object.keys(left).sort()).toEqual(['at', 'conversationId']);
    conversation.send('One more thing');
    await settle();
    expect(server.api.openSession.mock.lastCall?.[0]).toMatchObject({ previous: 'c' });
    expect(server.api.openSession.mock.lastCall?.[0]).not.toHaveProperty('token');
    expect(conversation.entries.map(({ text }) => text)).toEqual(['One more thing']);
  });

  it('leaves alone, ended, what another tab has begun meanwhile, and goes on with that', async () => {
    const key = 'parley.widget.abcd1234';
    const ended = start();
    answers(await asked(ended), 'Good day.');
    withPerson({ status: 'ended' });
    newTab();
    server.state = ACTIVE;
    const grant = await server.api.openSession(null);
    server.api.openSession.mockResolvedValueOnce({ ...grant, token: 'another' });
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
    expect(server.api.openSession.mock.lastCall?.[0]).toMatchObject({ token: 'another', resume: true });
    // Whoever signs out leaves nothing of either.
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

  it('fetches what was asked in another tab before its answer', async () => {
    const conversation = start();
    answers(await asked(conversation), 'Good day.');
    const question = stored('visitor', { clientMessageId: 'elsewhere', text: 'From another tab' });
    server.api.listMessages.mockResolvedValue({ items: [question], state: server.state });
    socket().say({ type: 'answer.delta', inReplyTo: question.id, offset: 0, text: 'An' });
    answers(question, 'An answer.');
    await settle();
    expect(conversation.entries.map(({ text }) => text)).toEqual([
      'hello',
      'Good day.',
      'From another tab',
      'An answer.',
    ]);
    expect(server.api.listMessages).toHaveBeenCalledTimes(1);
  });

  it('is closed no more when what another tab asked has gone through', async () => {
    const conversation = start();
    answers(await asked(conversation), 'Good day.');
    conversation.send('Anybody there?');
    const refused = socket().messages.at(-1)?.id;
    socket().say({ type: 'error', id: refused, code: 'widget.paused' });
    expect(conversation.problem).toBe('widget.paused');
    const question = stored('visitor', { clientMessageId: 'elsewhere', text: 'And now?' });
    server.api.listMessages.mockResolvedValue({ items: [question], state: server.state });
    socket().say({ type: 'answer.delta', inReplyTo: question.id, offset: 0, text: 'Yes' });
    await settle();
    expect(conversation.problem).toBeNull();
  });

  it('asks again whether it is closed, where it has no socket, when another tab keeps what was said', async () => {
    const hear = vi.fn<(type: string, listener: (event: object) => void) => void>();
    vi.stubGlobal('addEventListener', hear);
    answers(await asked(start()), 'Good day.');
    const conversation = start();
    const grant = await server.api.openSession(null);
    server.api.openSession.mockClear().mockResolvedValueOnce({ ...grant, paused: true });
    conversation.resume();
    await settle();
    expect(conversation.problem).toBe('widget.paused');
    const [, kept] = hear.mock.calls.findLast(([type]) => type === 'storage') ?? [];
    kept?.({ key: 'another', newValue: '1 token' });
    // What was forgotten is not gone on with.
    kept?.({ key: 'parley.widget.abcd1234', newValue: null });
    await settle();
    expect(server.api.openSession).toHaveBeenCalledTimes(1);
    kept?.({ key: 'parley.widget.abcd1234', newValue: '1 token' });
    await settle();
    expect(server.api.openSession).toHaveBeenCalledTimes(2);
    expect(conversation.problem).toBeNull();
  });

  it('that is left while its session is opened is not given to the next person, whose words are sent', async () => {
    const grant = await server.api.openSession(null);
    const late = held<SessionGrant>(server.api.openSession);
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
    const { lastCall } = server.api.openSession.mock;
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
      const late = held<SessionGrant>(server.api.openSession);
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

  it('that is left shows nothing that was fetched for the person before', async () => {
    const conversation = start();
    answers(await asked(conversation), 'Good day.');
    withPerson();
    const late = held<MessageList>(server.api.listMessages);
    stored('visitor', {});
    socket().say({ type: 'message.added', message: stored('agent', { text: 'Dear Alice' }) });
    const answered = vi.fn();
    const other = held<unknown>(server.api.call);
    conversation.call('POST', 'escalation', {}).then(answered, answered);
    conversation.forget();
    server.state = { ...ACTIVE };
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
    const late = held<SentMessage>(server.api.sendMessage);
    conversation.send('I am Alice');
    await vi.advanceTimersByTimeAsync(10_000);
    conversation.forget();
    server.api.sendMessage.mockImplementation(async (_, body) => {
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

  it('begins with what the page says of its visitor, and without it where the server refuses that', async () => {
    server.api.openSession.mockRejectedValueOnce(new ApiError('request.invalid'));
    const conversation = start();
    conversation.describeVisitor({
      identity: { userId: 'u', hash: 'nonsense' },
      variables: { plan: 'gold' },
    });
    conversation.describeVisitor({ variables: { seats: '3' } });
    conversation.send('hello');
    await settle();
    const variables = { plan: 'gold', seats: '3' };
    expect(server.api.openSession.mock.calls.map(([body]) => body)).toMatchObject([
      { identity: { userId: 'u' }, variables },
      { variables },
    ]);
    expect(server.api.openSession.mock.lastCall?.[0]).not.toHaveProperty('identity');
    conversation.describeVisitor({ variables: { seats: '4' } });
    await settle();
    expect(server.api.call).toHaveBeenCalledWith('POST', 'visitor', 'token', { variables: { seats: '4' } });
  });

  it('names its visitor where the page does so while the session is on its way', async () => {
    const conversation = start();
    conversation.send('hello');
    const identity = { userId: 'u', hash: 'h' };
    conversation.describeVisitor({ identity });
    expect(server.api.openSession.mock.lastCall?.[0]).not.toHaveProperty('identity');
    await settle();
    expect(server.api.call).toHaveBeenCalledWith('POST', 'visitor', 'token', { identity });
  });

  it('begins anew after silence between two visits', async () => {
    answers(await asked(start()), 'Good day.');
    vi.setSystemTime(Date.now() + 31 * 60_000);
    const later = start();
    later.resume();
    await settle();
    expect(server.api.openSession).toHaveBeenCalledTimes(1);
    expect(later.canContinue).toBe(true);
    later.send('a new matter');
    await settle();
    expect(server.api.openSession.mock.lastCall?.[0]).not.toHaveProperty('token');
    expect(later.canContinue).toBe(false);
  });

  it('shows words that were not taken again on the next page, behind what was, until they are sent', async () => {
    const before = start();
    const question = await asked(before);
    answers(question, 'Good day.');
    before.send('Are you there?');
    const [, lost] = socket().messages;
    server.history = before.entries.filter(({ id }) => id) as unknown as Message[];
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
    server.history = [...server.history, message];
    const last = start();
    last.resume();
    await settle();
    expect(last.entries.filter(({ status }) => status === 'failed')).toEqual([]);
  });

  it.each([
    ['widget.paused', null],
    ['plan.limit_exceeded', null],
    ['message.too_long', 'message.too_long'],
  ])('shows words that were refused for %s on the next page as failed for %s', async (code, error) => {
    const before = start();
    answers(await asked(before), 'Good day.');
    before.send('Are you there?');
    const id = socket().messages.at(-1)?.id;
    socket().say({ type: 'error', code, id });
    // Whatever writes the state down again.
    before.markSeen();
    server.history = before.entries.filter(({ id }) => id) as unknown as Message[];
    const after = start();
    after.resume();
    await settle();
    expect(after.entries.at(-1)).toMatchObject({ text: 'Are you there?', status: 'failed', error });
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

  it('leaves nothing to the next person, neither what was said nor what was not sent or could be taken up', async () => {
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

  it('that ended for silence is not left to the next person either', async () => {
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
    expect(server.api.openSession).toHaveBeenLastCalledWith(expect.objectContaining({ token: 'token' }));
  });
});
