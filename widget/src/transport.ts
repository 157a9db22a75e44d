import type { DescribeVisitor, SessionGrant } from '#contract/conversations/widget';
import type { ServerEvent } from '#contract/socket';
import { ApiError, isFinal } from './api';
import { createCatchUp } from './catch-up';
import type { ChatState, Connection, Options } from './chat-state';
import { createDelivery, type Line } from './delivery';
import { failEntry, pageAddress, unsent } from './entry';
import type { Lifetime } from './lifetime';
import { noteState } from './progress';
import { createReceiver } from './server-events';
import type { Transcript } from './transcript';

/** Sockets that never opened before HTTP takes over: some networks block them. */
const SOCKET_ATTEMPTS = 2;
/** Between two words that the visitor writes. */
const TYPING_INTERVAL = 4_000;
/** Between two questions whether a paused bot is back. */
const PAUSE_INTERVAL = 60_000;
/** Below the gateway's ten idle minutes. */
const PING_INTERVAL = 4 * 60_000;

export type Transport = ReturnType<typeof createTransport>;

/**
 * The connection to the server: session, socket, or HTTP where sockets are blocked.
 *
 * Messages wait until the server says `message.accepted`. What was not accepted when a socket is lost is sent again
 * under the same id, and the server stores an id once: nothing is lost and nothing doubled. Each new socket needs a
 * ticket, so every reconnect begins with a session, which also brings the messages that were missed. While a person
 * answers, the socket is opened again when it is lost.
 */
export function createTransport(
  chat: ChatState,
  options: Options,
  transcript: Transcript,
  lifetime: Lifetime,
) {
  const { api, language, signal, storageKey, onChange } = options;
  const { pendingAnswers, merge, applyState } = transcript;
  const { restore, reset, store } = lifetime;
  let socket: WebSocket | null = null;
  let failures = 0;
  let neverOpened = 0;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  let pingTimer: ReturnType<typeof setInterval> | undefined;
  let typedAt = 0;
  /** Counts the conversations that were left. */
  let generation = 0;
  /** As the server knows it. */
  let readThrough = '';

  const usesHttp = () => neverOpened >= SOCKET_ATTEMPTS;
  const line: Line = { usesHttp, connect, send, close, call: request, proceed, reconnect };
  const delivery = createDelivery(chat, options, transcript, lifetime, line);
  const catching = createCatchUp(chat, options, transcript, delivery, line);
  const { receive, setWriter } = createReceiver(chat, options, transcript, delivery, catching);
  const { flush, settle, lose, refuse } = delivery;
  const { catchUp, poll } = catching;

  function change(next: Connection): void {
    chat.connection = next;
    onChange();
  }

  /** What is answered to who has left the conversation meanwhile never comes: it is not for who is there now. */
  function ifStillCurrent<T>(answer: Promise<T>): Promise<T> {
    const before = generation;
    return answer.finally(() => before !== generation && new Promise(() => {}));
  }

  function request<T>(method: string, path: string, body?: unknown): Promise<T> {
    return ifStillCurrent(api.call(method, path, chat.token as string, body));
  }

  function send(frame: object): boolean {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(frame));
    return true;
  }

  function close(): void {
    socket?.close();
  }

  async function connect(): Promise<void> {
    if (socket || signal.aborted) return;
    chat.opening ??= openSession();
    return chat.opening;
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
          ...(token ? { token, resume: true } : { previous: store.previous() }),
          ...described,
        }),
      ).finally(() => {
        chat.opening = null;
      });
      const receivedAt = chat.grant ? Date.now() : 0;
      chat.grant = grant;
      chat.token = grant.token;
      noteState(chat, grant.state);
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
      if (code === 'request.invalid' && Object.keys(chat.described).length > 0) {
        // What the page says of its visitor may be wrong in any way: that keeps nobody from the chat.
        const { identity, ...others } = chat.described;
        chat.described = identity ? others : {};
        return connect();
      }
      const giveUp = () => {
        for (let entry = unsent(chat); entry; entry = unsent(chat)) failEntry(entry, code);
        if (code === 'widget.paused') reconnectTimer = setTimeout(askAgain, PAUSE_INTERVAL);
        change('idle');
      };
      if (!refuse(code, giveUp)) reconnect();
    }
  }

  function openSocket({ socketUrl, ticket }: SessionGrant): void {
    const current = new WebSocket(`${socketUrl}?ticket=${encodeURIComponent(ticket)}`);
    socket = current;
    let opened = false;
    current.onopen = () => {
      opened = true;
      failures = neverOpened = 0;
      pingTimer = setInterval(() => send({ type: 'ping' }), PING_INTERVAL);
      proceed();
      // What was said since the session was given, and before this socket listened, nobody tells it.
      if (chat.lastId) void catchUp();
    };
    current.onmessage = ({ data }) => receive(JSON.parse(data as string) as ServerEvent);
    current.onclose = ({ code }) => {
      if (socket !== current) return;
      socket = null;
      clearInterval(pingTimer);
      if (!opened) neverOpened++;
      lose(code);
      // A person writes when they have the time.
      if (unsent(chat) || pendingAnswers.size > 0 || chat.isWithPerson || !opened) reconnect();
      else change('idle');
    };
  }

  function reconnect(): void {
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

  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    if (!chat.grant) await connect();
    if (!chat.token) throw new ApiError(chat.problem);
    return request(method, path, body);
  }

  /** Tells the server what the page says of its visitor. */
  function describe(described: DescribeVisitor): void {
    call('POST', 'visitor', described).catch(({ code }: ApiError) => {
      // This conversation is somebody else's: the next one is for who is there now.
      if (code === 'visitor.other_user') reset();
    });
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
  /** Leaves the session for good, without a word of it to come. */
  function leave(): void {
    generation++;
    chat.token = chat.grant = chat.opening = null;
    settle();
    catching.leave();
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
  addEventListener('offline', close, { signal });
  signal.addEventListener('abort', leave);

  return {
    connect,
    flush,
    poll,
    call,
    describe,
    leave,
    /** Says that the visitor writes, where a person answers. */
    sendTyping() {
      const now = Date.now();
      if (chat.isWithPerson && now >= typedAt + TYPING_INTERVAL && send({ type: 'visitor.typing' }))
        typedAt = now;
    },
    /** Tells the server how far the visitor has read. */
    sendRead(messageId: string) {
      if (readThrough !== messageId && send({ type: 'message.read', messageId })) readThrough = messageId;
    },
  };
}
