import type { ErrorCode } from '#contract/base/errors';
import type { ConversationId } from '#contract/base/ids';
import type { DescribeVisitor, MessageList, SentMessage, SessionGrant } from '#contract/conversations/widget';
import type { ServerEvent } from '#contract/socket';
import { ApiError } from './api';
import type { ChatState, Connection, Options } from './chat-state';
import { type Entry, pageAddress, requestBody } from './entry';
import type { Transcript } from './transcript';

/** Sockets that never opened before HTTP takes over: some networks block them. */
const SOCKET_ATTEMPTS = 2;
const ACCEPT_TIMEOUT = 10_000;
const ANSWER_TIMEOUT = 60_000;
/** Between two attempts of who was too fast. */
const LIMIT_PAUSE = 10_000;
const POLL_INTERVAL = 3_000;
/** Between two words that the visitor writes, and how long a word holds that an agent does. */
const TYPING_INTERVAL = 4_000;
const TYPING_HOLDS = 20_000;
/** Between two questions whether a paused bot is back. */
const PAUSE_INTERVAL = 60_000;
/** Below the gateway's ten idle minutes. */
const PING_INTERVAL = 4 * 60_000;

/** Areas of error codes that no repetition mends: of a message, of the file that it brings, of the plan, of the bot. */
const FINAL_AREAS: readonly string[] = ['message', 'plan', 'attachment', 'widget'];
const FINAL_CODES: readonly string[] = ['request.invalid', 'conversation.full'];

/** Of what may go well the next time; null: no answer came. */
const PASSING_CODES: readonly (ErrorCode | null)[] = [null, 'server.unavailable', 'request.rate_limited'];

type Timer = ReturnType<typeof setTimeout>;

interface ConversationControl {
  /** Takes up what this browser keeps of a conversation. */
  restore(): void;
  /** Leaves the conversation, which has ended; what is still to be sent begins another. */
  reset(): void;
  /** Tells the server what the page says of its visitor. */
  describe(described: DescribeVisitor): void;
  /** The conversation that this browser had before. */
  previousConversation(): ConversationId | undefined;
}

/**
 * The connection to the server: session, socket, or HTTP where sockets are blocked.
 *
 * Messages wait in order, under ids of our own, until the server says `message.accepted`. What was not accepted when a
 * socket is lost is sent again under the same id, and the server stores an id once: nothing is lost and nothing doubled.
 * `answer.delta` carries the offset at which its text belongs; a piece that does not fit is dropped, since `answer.done`
 * brings the whole. Each new socket needs a ticket, so every reconnect begins with a session, which also brings the
 * messages that were missed. An answer to what was asked in another tab is fetched with its question. A message that
 * was refused as too much at once is sent again by itself. While a person answers, no answer is waited for: the socket
 * is opened again when it is lost, and where sockets are blocked their messages are polled for.
 */
export function createTransport(
  chat: ChatState,
  { api, language, signal, storageKey, onChange }: Options,
  { pendingAnswers, merge, noteState, applyState, answerTo, advance, hasMessage, isForPerson }: Transcript,
  { restore, reset, describe, previousConversation }: ConversationControl,
) {
  let socket: WebSocket | null = null;
  let opening: Promise<void> | null = null;
  let syncing: Promise<void> | null = null;
  /** What was said meanwhile could not be fetched. */
  let isBehind = false;
  let failures = 0;
  let neverOpened = 0;
  let reconnectTimer: Timer | undefined;
  let acceptTimer: Timer | undefined;
  let pollTimer: Timer | undefined;
  let pingTimer: Timer | undefined;
  let limitTimer: Timer | undefined;
  let writerTimer: Timer | undefined;
  let typedAt = 0;
  /** The one message that is on its way; the next follows when it is accepted. */
  let inFlight: Entry | null = null;
  /** Counts the conversations that were left. */
  let generation = 0;
  /** As the server knows it. */
  let readThrough = '';

  const change = (next: Connection) => {
    chat.connection = next;
    onChange();
  };
  /** What is answered to who has left the conversation meanwhile never comes: it is not for who is there now. */
  function ifStillCurrent<T>(answer: Promise<T>): Promise<T> {
    const before = generation;
    return answer.finally(() => before !== generation && new Promise(() => {}));
  }
  const pending = () => chat.entries.find((entry) => entry.status === 'sending');
  const usesHttp = () => neverOpened >= SOCKET_ATTEMPTS;

  async function connect(): Promise<void> {
    if (socket || signal.aborted) return;
    opening ??= openSession();
    return opening;
  }

  async function openSession(): Promise<void> {
    clearTimeout(reconnectTimer);
    // Another tab may have begun one.
    restore();
    change('connecting');
    const { token, described } = chat;
    try {
      const grant = await ifStillCurrent(
        api.openSession({
          language,
          page: pageAddress(),
          // Whoever comes back begins nothing where that conversation has ended: it is left first.
          ...(token ? { token, resume: true } : { previous: previousConversation() }),
          ...described,
        }),
      ).finally(() => {
        opening = null;
      });
      const receivedAt = chat.grant ? Date.now() : 0;
      chat.grant = grant;
      chat.token = grant.token;
      noteState(grant.state);
      merge(grant.messages, receivedAt);
      chat.problem = null;
      applyState(grant.state);
      // Said while the session was on its way.
      if (chat.described !== described) describe(chat.described);
      // A person goes on without the bot.
      if (grant.paused && !chat.isWithPerson) throw new ApiError('widget.paused');
      if (usesHttp()) {
        failures = 0;
        proceed();
      } else openSocket(grant);
    } catch (error) {
      // Its own, or that of a page of ours which opens sessions in its own way.
      const { code } = error as ApiError;
      if (code === 'request.rate_limited') pause();
      else if (code === 'conversation.ended' || code === 'conversation.not_found') reset();
      else if (code === 'request.invalid' && Object.keys(chat.described).length > 0) {
        // What the page says of its visitor may be wrong in any way: that keeps nobody from the chat.
        const { identity, ...others } = chat.described;
        chat.described = identity ? others : {};
        return connect();
      } else if (isFinal(code)) {
        chat.problem = code;
        for (let entry = pending(); entry; entry = pending()) mark(entry, code);
        if (code === 'widget.paused') reconnectTimer = setTimeout(askAgain, PAUSE_INTERVAL);
        change('idle');
      } else scheduleReconnect();
    }
  }

  /** Too fast: what waits goes on after a while, by itself. */
  function pause(): void {
    chat.problem = 'request.rate_limited';
    clearTimeout(limitTimer);
    limitTimer = setTimeout(
      () => {
        limitTimer = undefined;
        chat.problem = null;
        onChange();
        if (chat.grant) flush();
        else void connect();
      },
      LIMIT_PAUSE * (0.5 + Math.random()),
    );
    onChange();
  }

  function openSocket({ socketUrl, ticket }: SessionGrant): void {
    const current = new WebSocket(`${socketUrl}?ticket=${encodeURIComponent(ticket)}`);
    socket = current;
    let opened = false;
    current.onopen = () => {
      opened = true;
      failures = neverOpened = 0;
      pingTimer = setInterval(() => current.send('{"type":"ping"}'), PING_INTERVAL);
      proceed();
      // What was said since the session was given, and before this socket listened, nobody tells it.
      if (chat.lastId) void catchUp();
    };
    current.onmessage = ({ data }) => receive(JSON.parse(data as string) as ServerEvent);
    current.onclose = ({ code }) => {
      if (socket !== current) return;
      socket = null;
      clearInterval(pingTimer);
      clearTimeout(acceptTimer);
      if (!opened) neverOpened++;
      // The gateway refused the size: the same message again would end the next socket too.
      if (code === 1009 && inFlight) fail(inFlight, 'message.too_long');
      inFlight = null;
      // A person writes when they have the time.
      if (pending() || pendingAnswers.size > 0 || chat.isWithPerson || !opened) scheduleReconnect();
      else change('idle');
    };
  }

  function scheduleReconnect(): void {
    change('offline');
    clearTimeout(reconnectTimer);
    // Doubling with jitter, so that a server that comes back is not met by everybody at once.
    const delay = Math.min(30_000, 500 * 2 ** failures++) * (0.5 + Math.random());
    reconnectTimer = setTimeout(connect, usesHttp() && failures < 2 ? 0 : delay);
  }

  function proceed(): void {
    change('online');
    flush();
    poll();
  }

  function flush(): void {
    const next = pending();
    if (inFlight || limitTimer || !next) return;
    if (usesHttp()) void sendOverHttp(next);
    else if (socket?.readyState === WebSocket.OPEN) {
      inFlight = next;
      socket.send(JSON.stringify({ type: 'message.send', ...requestBody(next) }));
      const sentOn = socket;
      acceptTimer = setTimeout(() => sentOn.close(), ACCEPT_TIMEOUT);
    } else void connect();
  }

  async function sendOverHttp(entry: Entry): Promise<void> {
    if (!chat.token) return void connect();
    inFlight = entry;
    try {
      const { message, answer } = await ifStillCurrent(
        api.call<SentMessage>('POST', 'messages', chat.token, requestBody(entry)),
      );
      merge(answer ? [message, answer] : [message]);
      inFlight = null;
      proceed();
    } catch (error) {
      inFlight = null;
      if (!refuse(entry, (error as ApiError).code)) scheduleReconnect();
    }
  }

  /** A message that was not taken: whether that is settled, or a new attempt is to be made. */
  function refuse(entry: Entry | undefined, code: ErrorCode | null): boolean {
    if (code === 'request.rate_limited') pause();
    // Erased in another tab, or since its time was over.
    else if (code === 'conversation.ended' || code === 'conversation.not_found') reset();
    else if (isFinal(code)) {
      chat.problem = code;
      fail(entry, code);
    } else return false;
    return true;
  }

  function receive(event: ServerEvent): void {
    switch (event.type) {
      case 'message.accepted':
        clearTimeout(acceptTimer);
        inFlight = null;
        merge([event.message]);
        flush();
        break;
      case 'answer.delta': {
        // A person took over: the rest of the answer does not come.
        if (isElsewhere(event.inReplyTo) || isForPerson(event.inReplyTo)) break;
        const entry = answerTo(event.inReplyTo);
        // Pieces that came before this socket did are missing here: the whole comes with answer.done.
        if (entry.status === 'writing' && event.offset === entry.text.length) entry.text += event.text;
        advance(event.inReplyTo, 'delivered');
        break;
      }
      case 'answer.done':
        if (isElsewhere(event.inReplyTo)) void syncing?.then(() => merge([event.message]));
        else merge([event.message]);
        break;
      case 'answer.failed':
        if (isElsewhere(event.inReplyTo)) break;
        giveUp(event.inReplyTo, event.code);
        break;
      case 'message.added':
        // Before it there may be what they wrote to a person in another tab: ids have no gaps. Where nothing was read
        // yet it is new alone.
        if (chat.lastId && +event.message.id.slice(-6) > +chat.lastId.slice(-6) + 1)
          void catchUp().then(() => merge([event.message]));
        else merge([event.message]);
        if (event.message.author === 'agent') setWriter(null);
        break;
      case 'agent.typing':
        if (event.conversationId !== chat.grant?.conversationId) return;
        setWriter(event.name);
        break;
      case 'conversation.state':
        if (event.conversationId === chat.grant?.conversationId) applyState(event.state);
        break;
      case 'error': {
        clearTimeout(acceptTimer);
        inFlight = null;
        const entry = chat.entries.find(({ key }) => key === event.id) ?? pending();
        if (!refuse(entry, event.code)) fail(entry, event.code);
        break;
      }
      default:
        return;
    }
    onChange();
  }

  function setWriter(name: string | null): void {
    clearTimeout(writerTimer);
    chat.writer = name;
    if (name !== null)
      writerTimer = setTimeout(() => {
        setWriter(null);
        onChange();
      }, TYPING_HOLDS);
  }

  /** Of an answer to what was asked in another tab: the question is fetched, and the answer waits for it. */
  function isElsewhere(messageId: string): boolean {
    if (hasMessage(messageId)) return false;
    void catchUp();
    return true;
  }

  /** Fetches what was said meanwhile, by one call at a time. */
  function catchUp(): Promise<void> {
    syncing ??= sync().finally(() => {
      syncing = null;
    });
    return syncing;
  }

  async function sync(): Promise<void> {
    if (!chat.token) return;
    try {
      // From before the oldest message that waits, since its answer's id may lie before later messages' ids.
      const [oldest = chat.lastId] = [...pendingAnswers.keys()].sort();
      const { items, state } = await ifStillCurrent(
        api.call<MessageList>('GET', `messages${oldest ? `?after=${oldest}` : ''}`, chat.token),
      );
      isBehind = false;
      merge(items);
      applyState(state);
    } catch (error) {
      // The next round asks again, where it may be answered otherwise.
      isBehind = PASSING_CODES.includes((error as ApiError).code);
      poll();
    }
  }

  /** Over HTTP always, beside a socket when an answer is overdue or a fetch failed: brings what was written meanwhile. */
  function poll(): void {
    clearTimeout(pollTimer);
    const waits = pendingAnswers.size > 0 || isBehind || (usesHttp() && chat.isWithPerson);
    if (signal.aborted || !waits) return;
    pollTimer = setTimeout(async () => {
      const overdue = [...pendingAnswers.values()].some((since) => Date.now() - since > ANSWER_TIMEOUT / 4);
      if (usesHttp() || overdue || isBehind) await catchUp();
      for (const [messageId, since] of pendingAnswers)
        if (Date.now() - since >= ANSWER_TIMEOUT) giveUp(messageId, 'server.unavailable');
      poll();
    }, POLL_INTERVAL);
  }

  /** No answer comes any more. */
  function giveUp(messageId: string, code: ErrorCode): void {
    pendingAnswers.delete(messageId);
    poll();
    fail(answerTo(messageId), code);
  }

  function fail(entry: Entry | undefined, code: ErrorCode | null): void {
    if (!entry) return;
    mark(entry, code);
    onChange();
    flush();
  }

  const online = () => {
    if (chat.connection !== 'offline') return;
    failures = 0;
    void connect();
  };
  /** What was refused may be taken by now; a page that nobody sees waits until it is seen. */
  const askAgain = () => {
    if (isFinal(chat.problem) && !document.hidden) void catchUp().then(connect);
  };
  const hangUp = () => socket?.close();
  /** Leaves the session for good, without a word of it to come. */
  function leave(): void {
    generation++;
    chat.token = chat.grant = inFlight = opening = syncing = null;
    isBehind = false;
    setWriter(null);
    clearTimeout(reconnectTimer);
    clearInterval(pingTimer);
    const open = socket;
    socket = null;
    open?.close();
  }
  addEventListener('online', online, { signal });
  addEventListener('focus', askAgain, { signal });
  // Of another tab, which may have gone on.
  addEventListener('storage', ({ key, newValue }) => newValue && key === storageKey && askAgain(), {
    signal,
  });
  // The socket may seem open for minutes yet; closed, its messages are sent again when the network is back.
  addEventListener('offline', hangUp, { signal });
  signal.addEventListener('abort', leave);

  return {
    connect,
    flush,
    poll,
    pending,
    ifStillCurrent,
    isOpening: () => opening !== null,
    /** Tells the server how far the visitor has read. */
    sendTyping() {
      const now = Date.now();
      if (!chat.isWithPerson || socket?.readyState !== WebSocket.OPEN || now < typedAt + TYPING_INTERVAL)
        return;
      typedAt = now;
      socket.send('{"type":"visitor.typing"}');
    },
    sendRead(messageId: string) {
      if (readThrough === messageId || socket?.readyState !== WebSocket.OPEN) return;
      readThrough = messageId;
      socket.send(JSON.stringify({ type: 'message.read', messageId }));
    },
    leave,
  };
}

function mark(entry: Entry, code: ErrorCode | null): void {
  entry.status = 'failed';
  entry.error = code;
}

function isFinal(code: ErrorCode | null): boolean {
  if (!code) return false;
  const [area = ''] = code.split('.');
  return FINAL_CODES.includes(code) || FINAL_AREAS.includes(area);
}
