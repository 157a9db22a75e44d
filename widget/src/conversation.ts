import type { ConversationState, Message } from '../../functions/contract/conversations';
import type { ErrorCode } from '../../functions/contract/errors';
import type { ServerEvent } from '../../functions/contract/socket';
import type { DescribeVisitor, SessionGrant } from '../../functions/contract/widget';
import { type Api, ApiError } from './api';
import { answerKey, awaited, bodyOf, type Enclosure, type Entry, placed, said } from './entry';
import { createKept } from './kept';

export type Connection = 'idle' | 'connecting' | 'online' | 'offline';

export interface Conversation {
  readonly entries: readonly Entry[];
  readonly connection: Connection;
  /** Brings back a conversation of this browser; does nothing, and stores nothing, where there is none. */
  resume(): void;
  /** Opens the session ahead of the first message, while it is being typed. */
  prepare(): void;
  send(text: string, enclosure?: Enclosure): void;
  retry(key: string): void;
  /** Answers that are being written are left as they are. */
  stop(): void;
  /** Asks the question of an answer again; what it got the first time is not shown any more. */
  regenerate(key: string): void;
  /** The visitor has seen all that is there. */
  seen(): void;
  /** The last message that the visitor has seen, on this page or, while a person has the conversation, on another. */
  readonly seenThrough: string;
  /** Goes on with a conversation that a person has, so that her reply is told while the chat is closed. */
  awaitPerson(): void;
  /** Whether people are there, as of the session; null before there is one. */
  readonly presence: Presence | null;
  /** A conversation that ended because nothing was said for a while, and can be taken up again. */
  readonly canContinue: boolean;
  continueLast(): void;
  /** Nothing was said in it yet that the server knows: what the bot opens with is this page's to show. */
  readonly isNew: boolean;
  /** Where it stands, as of what the server said last; null before there is a session. */
  readonly state: ConversationState | null;
  take(state: ConversationState): void;
  /** Whether a person answers instead of the bot. */
  readonly isWithPerson: boolean;
  /** Whether the visitor or the team has closed it: the next message begins another. */
  readonly isOver: boolean;
  startAnew(): void;
  /** What keeps messages from the server: too many of them, or a bot that takes none. */
  readonly problem: ErrorCode | null;
  /** Takes in what the server has stored. */
  merge(messages: readonly Message[]): void;
  /** One of the visitor's other calls, in a session that is opened for it where there is none; throws ApiError. */
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
  /** Who the visitor is and what the page knows: told at once, or when the session is opened. */
  about(description: DescribeVisitor): void;
  /** Leaves the conversation and what was said of its visitor: somebody else may be next. */
  forget(): void;
}

/** Outside business hours `open` is false, and `opensAt` when they begin again, where that is known. */
export type Presence = Pick<SessionGrant, 'open' | 'opensAt'>;

interface Options {
  readonly api: Api;
  /** Where this browser keeps the conversation; null keeps none. */
  readonly storageKey: string | null;
  /** Minutes of silence after which a conversation ends. */
  timeout(): number;
  readonly language: 'en' | 'de';
  /** Ends the connection for good; the conversation stays with the server. */
  readonly signal: AbortSignal;
  /** Called after every change. */
  onChange(): void;
}

/** Sockets that never opened before HTTP takes over: some networks block them. */
const SOCKET_ATTEMPTS = 2;
const ACCEPT_TIMEOUT = 10_000;
const ANSWER_TIMEOUT = 60_000;
/** Between two attempts of who was too fast. */
const LIMIT_PAUSE = 10_000;
const POLL_INTERVAL = 3_000;
/** Below the gateway's ten idle minutes. */
const PING_INTERVAL = 4 * 60_000;

/** Errors that no repetition mends. */
const FINAL: ReadonlySet<ErrorCode | null> = new Set<ErrorCode>([
  'request.invalid',
  'message.too_long',
  'plan.conversations_exceeded',
  'attachment.not_found',
  'attachment.not_allowed',
  'attachment.type_mismatch',
  'widget.not_found',
  'widget.paused',
  'widget.site_not_allowed',
]);

/**
 * A visitor's conversation. Messages wait in order until the server has accepted them, under ids of our own,
 * so that a lost connection neither loses nor doubles one: what was not accepted is sent again.
 */
export function createConversation(options: Options): Conversation {
  const { api, storageKey, language, signal, onChange } = options;
  let entries: Entry[] = [];
  let connection: Connection = 'idle';
  let grant: SessionGrant | null = null;
  let token: string | null = null;
  let socket: WebSocket | null = null;
  let opening: Promise<void> | null = null;
  let failures = 0;
  let neverOpened = 0;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  let acceptTimer: ReturnType<typeof setTimeout> | undefined;
  let pollTimer: ReturnType<typeof setTimeout> | undefined;
  let pingTimer: ReturnType<typeof setInterval> | undefined;
  let limitTimer: ReturnType<typeof setTimeout> | undefined;
  /** The one message that is on its way; the next follows when it is accepted. */
  let inFlight: Entry | null = null;
  /** Server's id of a visitor's message by which its answer names it. */
  let lastId: string | null = null;
  const waiting = new Map<string, number>();
  /** Questions whose answers are no longer wanted, by the server's ids. */
  const stopped = new Set<string>();
  /** Questions that were asked again: neither they nor their answers come back. */
  const dropped = new Set<string>();
  let seenThrough = '';
  /** As the server knows it. */
  let readThrough = '';
  /** Of the conversation that ended for silence. */
  let lastToken: string | null = null;
  let state: ConversationState | null = null;
  let problem: ErrorCode | null = null;
  let description: DescribeVisitor = {};
  let syncing: Promise<void> | null = null;
  const kept = createKept(storageKey);
  let idleTimer: ReturnType<typeof setTimeout> | undefined;

  const change = (next?: Connection) => {
    if (next) connection = next;
    onChange();
  };
  const pending = () => entries.find((entry) => entry.author === 'visitor' && entry.status === 'sending');
  const usesHttp = () => neverOpened >= SOCKET_ATTEMPTS;

  const isWithPerson = () => state?.status === 'escalated' || state?.status === 'pending';
  const isOver = () => state?.status === 'ended' || state?.status === 'resolved';

  function connect(): Promise<void> {
    opening ??= openSession().finally(() => {
      opening = null;
    });
    return opening;
  }

  async function openSession(): Promise<void> {
    if (socket || signal.aborted) return;
    clearTimeout(reconnectTimer);
    // Another tab may have begun one.
    recall();
    change('connecting');
    try {
      const last = grant?.conversationId;
      grant = await api.openSession({
        language,
        page: `${location.origin}${location.pathname}`.slice(0, 2_000),
        // Who only comes back begins nothing where that conversation has ended.
        ...(token ? { token, resume: !pending() } : {}),
        ...description,
      });
      token = grant.token;
      if (signal.aborted) return;
      problem = null;
      const goesOn = last === grant.conversationId;
      // The one before has ended: what was not sent yet is said in this one.
      if (!goesOn) entries = entries.filter(({ id, author }) => !id && author === 'visitor');
      state = grant.state;
      merge(grant.messages, goesOn ? Date.now() : 0);
      take(grant.state);
      if (usesHttp()) {
        failures = 0;
        change('online');
        flush();
        poll();
      } else openSocket(grant);
    } catch (error) {
      // Its own, or that of a page of ours which opens sessions in its own way.
      const { code } = error as ApiError;
      if (code === 'request.rate_limited') pause();
      else if (code === 'conversation.ended') {
        reset(false);
        // Said meanwhile.
        if (pending()) return openSession();
      } else if (code === 'request.invalid' && Object.keys(description).length > 0) {
        // What the page says of its visitor may be wrong in any way: that keeps nobody from the chat.
        const { identity, ...others } = description;
        description = identity ? others : {};
        return openSession();
      } else if (FINAL.has(code)) {
        problem = code;
        failAll(code);
        change('idle');
      } else scheduleReconnect();
    }
  }

  /** Too fast: what waits goes on after a while, by itself. */
  function pause(): void {
    problem = 'request.rate_limited';
    clearTimeout(limitTimer);
    limitTimer = setTimeout(
      () => {
        limitTimer = undefined;
        problem = null;
        change();
        if (grant) flush();
        else void connect();
      },
      LIMIT_PAUSE * (0.5 + Math.random()),
    );
    change();
  }

  function openSocket({ socketUrl, ticket }: SessionGrant): void {
    const current = new WebSocket(`${socketUrl}?ticket=${encodeURIComponent(ticket)}`);
    socket = current;
    let opened = false;
    current.onopen = () => {
      opened = true;
      failures = neverOpened = 0;
      pingTimer = setInterval(() => current.send('{"type":"ping"}'), PING_INTERVAL);
      change('online');
      flush();
      poll();
      // What was said since the session was given, and before this socket listened, nobody tells it.
      if (lastId) void catchUp();
    };
    current.onmessage = ({ data }) => receive(JSON.parse(String(data)) as ServerEvent);
    current.onclose = ({ code }) => {
      if (socket !== current) return;
      socket = null;
      clearInterval(pingTimer);
      clearTimeout(acceptTimer);
      if (!opened) neverOpened++;
      // The gateway refused the size: the same message again would end the next socket too.
      if (code === 1009 && inFlight) fail(inFlight, 'message.too_long');
      inFlight = null;
      // A person writes when she has the time.
      if (pending() || waiting.size > 0 || isWithPerson() || !opened) scheduleReconnect();
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

  function flush(): void {
    const next = pending();
    if (inFlight || limitTimer || !next) return;
    if (usesHttp()) void sendOverHttp(next);
    else if (socket?.readyState === WebSocket.OPEN) {
      inFlight = next;
      socket.send(JSON.stringify({ type: 'message.send', ...bodyOf(next) }));
      const sentOn = socket;
      acceptTimer = setTimeout(() => sentOn.close(), ACCEPT_TIMEOUT);
    } else void connect();
  }

  async function sendOverHttp(entry: Entry): Promise<void> {
    if (!token) return void connect();
    inFlight = entry;
    try {
      const { message, answer } = await api.sendMessage(token, bodyOf(entry));
      merge(answer ? [message, answer] : [message]);
      inFlight = null;
      change('online');
      flush();
      poll();
    } catch (error) {
      inFlight = null;
      const code = error instanceof ApiError ? error.code : null;
      if (!refuse(entry, code)) scheduleReconnect();
    }
  }

  /** A message that was not taken: whether that is settled, or a new attempt is to be made. */
  function refuse(entry: Entry | undefined, code: ErrorCode | null): boolean {
    if (code === 'request.rate_limited') pause();
    else if (code === 'conversation.ended') reset(false);
    else if (FINAL.has(code)) {
      problem = code;
      fail(entry, code);
    } else return false;
    return true;
  }

  function receive(event: ServerEvent): void {
    switch (event.type) {
      case 'message.accepted':
        clearTimeout(acceptTimer);
        inFlight = problem = null;
        merge([event.message]);
        flush();
        break;
      case 'answer.delta': {
        if (isElsewhere(event.inReplyTo)) break;
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
        settle(event.inReplyTo);
        fail(answerTo(event.inReplyTo), event.code);
        break;
      case 'message.added':
        // Before it there may be what she wrote to a person in another tab: ids have no gaps. Where nothing was read
        // yet it is new alone.
        if (lastId && +event.message.id.slice(-6) > +lastId.slice(-6) + 1)
          void catchUp().then(() => merge([event.message]));
        else merge([event.message]);
        break;
      case 'conversation.state':
        if (event.conversationId === grant?.conversationId) take(event.state);
        break;
      case 'error': {
        clearTimeout(acceptTimer);
        inFlight = null;
        const entry = entries.find(({ key }) => key === event.id) ?? pending();
        if (!refuse(entry, event.code)) fail(entry, event.code);
        break;
      }
      default:
        return;
    }
    change();
  }

  /** Of an answer to what was asked in another tab: the question is fetched, and the answer waits for it. */
  function isElsewhere(messageId: string): boolean {
    if (dropped.has(messageId) || entries.some(({ id }) => id === messageId)) return false;
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
    if (!token) return;
    try {
      const { items, state: next } = await api.listMessages(token, previousId());
      merge(items);
      take(next);
    } catch {
      // The next round asks again.
    }
  }

  /** Where the conversation stands now. */
  function take(next: ConversationState): void {
    state = next;
    const { deliveredThrough, readThrough } = next;
    for (const { id } of entries) {
      if (id && deliveredThrough && id <= deliveredThrough) advance(id, 'delivered');
      if (id && readThrough && id <= readThrough) advance(id, 'read');
    }
    if (isWithPerson()) {
      // The bot says nothing any more: what it has not begun does not come.
      const silent = entries.filter(({ status, text }) => status === 'writing' && !text);
      for (const { key } of silent) waiting.delete(key.slice(3));
      entries = entries.filter((entry) => !silent.includes(entry));
    }
    remember();
    poll();
    change();
  }

  /** The answer's entry, right behind what it answers. */
  function answerTo(messageId: string, since = Date.now()): Entry {
    const key = answerKey(messageId);
    const known = entries.find((entry) => entry.key === key);
    if (known) return known;
    const entry = awaited(messageId, since);
    entries = [...entries, entry];
    return entry;
  }

  /** How far a visitor's message has come; never back. */
  function advance(messageId: string, status: 'delivered' | 'read'): void {
    const entry = entries.find(({ id }) => id === messageId);
    if (entry?.author === 'visitor' && entry.status !== 'read') entry.status = status;
  }

  /** Takes in what the server has stored, each message once, however often it comes. */
  function merge(messages: readonly Message[], since = Date.now()): void {
    for (const message of messages) {
      if (!lastId || message.id > lastId) lastId = message.id;
      if (dropped.has(message.id) || dropped.has(message.inReplyTo ?? '')) continue;
      const key = message.clientMessageId ?? (message.inReplyTo ? answerKey(message.inReplyTo) : message.id);
      const known = entries.find((entry) => entry.key === key);
      if (message.inReplyTo) {
        advance(message.inReplyTo, 'read');
        if (stopped.has(message.inReplyTo)) continue;
      }
      const entry: Entry = {
        ...message,
        key,
        status: message.author !== 'visitor' ? 'done' : known?.id ? known.status : 'sent',
        since: known?.since || since,
        error: null,
      };
      entries = placed(entries, entry);
      if (message.author === 'visitor') {
        if (
          !isForPerson(message.id) &&
          !entries.some((known) => known.key === answerKey(message.id) && known.status !== 'writing')
        ) {
          if (!waiting.has(message.id)) waiting.set(message.id, Date.now());
          answerTo(message.id, since);
          poll();
        }
      } else if (message.inReplyTo) settle(message.inReplyTo);
    }
    remember();
    change();
  }

  /** Such a message waits for nobody's answer. */
  function isForPerson(messageId: string): boolean {
    return isWithPerson() || messageId <= (state?.deliveredThrough ?? '');
  }

  function settle(messageId: string): void {
    waiting.delete(messageId);
    poll();
  }

  /** Over HTTP always, beside a socket only when an answer is overdue: brings what was written meanwhile. */
  function poll(): void {
    clearTimeout(pollTimer);
    if (signal.aborted || (waiting.size === 0 && !(usesHttp() && isWithPerson()))) return;
    pollTimer = setTimeout(async () => {
      const overdue = [...waiting.values()].some((since) => Date.now() - since > ANSWER_TIMEOUT / 4);
      if (usesHttp() || overdue) await sync();
      for (const [messageId, since] of waiting) {
        if (Date.now() - since < ANSWER_TIMEOUT) continue;
        settle(messageId);
        fail(answerTo(messageId), 'server.unavailable');
      }
      poll();
    }, POLL_INTERVAL);
  }

  /** From before the oldest message that waits, since its answer's id may lie before later messages' ids. */
  function previousId(): string | null {
    const oldest = [...waiting.keys()].sort()[0];
    return oldest ?? lastId;
  }

  function fail(entry: Entry | undefined, code: ErrorCode | null): void {
    if (!entry) return;
    entry.status = 'failed';
    entry.error = code;
    change();
    flush();
  }

  function failAll(code: ErrorCode | null): void {
    for (let entry = pending(); entry; entry = pending()) {
      entry.status = 'failed';
      entry.error = code;
    }
  }

  /** Keeps the conversation for the next visit, with the time of what was last said, from which it may end. */
  function remember(): void {
    clearTimeout(idleTimer);
    if (!token) return;
    idleTimer = setTimeout(expire, options.timeout() * 60_000);
    if (isOver()) kept.forget();
    else kept.write(token, isWithPerson(), seenThrough);
  }

  /** Nothing was said for too long: what comes next begins anew, unless the visitor takes the old one up again. */
  function expire(): void {
    if (pending() || waiting.size > 0 || isWithPerson()) remember();
    else reset(!isOver());
  }

  /** Leaves the conversation; what is still to be sent begins another. */
  function reset(canContinue: boolean): void {
    if (canContinue) lastToken = token;
    else kept.forget();
    token = grant = state = lastId = inFlight = null;
    waiting.clear();
    entries = entries.filter(({ status }) => status === 'sending');
    leave();
    change('idle');
    flush();
  }

  /** Hangs up for good, without a word of it to come. */
  function leave(): void {
    clearTimeout(reconnectTimer);
    clearInterval(pingTimer);
    const open = socket;
    socket = null;
    open?.close();
  }

  /** The last conversation of this browser, which may have ended meanwhile; clocks that went back end nothing. */
  function recall(): void {
    if (token || lastToken) return;
    const last = kept.read();
    // No one is kept waiting for a person by her own silence.
    if (last && !last.seenThrough && Date.now() - last.at > options.timeout() * 60_000)
      lastToken = last.token;
    else {
      token = last?.token ?? null;
      seenThrough = last?.seenThrough ?? '';
    }
  }

  const online = () => {
    if (connection === 'offline') {
      failures = 0;
      void connect();
    }
  };
  const hangUp = () => socket?.close();
  addEventListener('online', online, { signal });
  // The socket may seem open for minutes yet; closed, its messages are sent again when the network is back.
  addEventListener('offline', hangUp, { signal });
  signal.addEventListener('abort', hangUp);

  return {
    get entries() {
      return entries;
    },
    get connection() {
      return connection;
    },
    get presence() {
      return grant;
    },
    get canContinue() {
      return lastToken !== null && entries.length === 0 && !opening;
    },
    get isNew() {
      return !token;
    },
    get state() {
      return state;
    },
    get isWithPerson() {
      return isWithPerson();
    },
    get isOver() {
      return isOver();
    },
    get problem() {
      return problem;
    },
    get seenThrough() {
      return seenThrough;
    },
    take,
    merge,
    startAnew: () => reset(false),
    async call(method, path, body) {
      if (!grant) await connect();
      if (!token) throw new ApiError(problem, 0);
      return api.call(method, path, token, body);
    },
    about(next) {
      description = {
        ...description,
        ...next,
        ...(next.variables && { variables: { ...description.variables, ...next.variables } }),
      };
      // A session that is opened later is told then.
      if (grant)
        this.call('POST', 'visitor', next).catch(({ code }: ApiError) => {
          // This conversation is somebody else's: the next one is for who is there now.
          if (code === 'visitor.other_user') reset(false);
        });
    },
    forget() {
      description = {};
      reset(false);
    },
    continueLast() {
      token = lastToken;
      lastToken = lastId = null;
      leave();
      void connect();
      change();
    },
    resume() {
      recall();
      if (token) void connect();
      else change();
    },
    awaitPerson() {
      if (kept.read()?.seenThrough) this.resume();
    },
    prepare() {
      recall();
      if (connection === 'idle') void connect();
    },
    send(text, enclosure) {
      if (isOver()) reset(false);
      entries = [...entries, said(text, enclosure)];
      remember();
      change();
      flush();
    },
    stop() {
      for (const entry of entries) {
        if (entry.status !== 'writing') continue;
        entry.status = 'stopped';
        const messageId = entry.key.slice(3);
        stopped.add(messageId);
        settle(messageId);
      }
      change();
    },
    regenerate(key) {
      const messageId = key.slice(3);
      const question = entries.find(({ id }) => id === messageId);
      if (!question) return;
      dropped.add(messageId);
      entries = entries.filter((known) => known !== question && known.key !== key);
      this.send(question.text, question.enclosure);
    },
    seen() {
      const newest = entries.findLast(({ author, id }) => author !== 'visitor' && id)?.id;
      if (!newest) return;
      if (seenThrough !== newest) {
        seenThrough = newest;
        remember();
      }
      if (readThrough === newest || socket?.readyState !== WebSocket.OPEN) return;
      readThrough = newest;
      socket.send(JSON.stringify({ type: 'message.read', messageId: newest }));
    },
    retry(key) {
      const entry = entries.find((known) => known.key === key);
      if (entry?.author === 'visitor') {
        entry.status = 'sending';
        entry.error = null;
        change();
        flush();
      } else if (entry) {
        // The answer failed for good, so its question is asked anew, as a new message.
        const question = entries[entries.indexOf(entry) - 1];
        entries = entries.filter((known) => known !== entry);
        if (question?.author === 'visitor') this.send(question.text, question.enclosure);
      }
    },
  };
}
