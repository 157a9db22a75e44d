import type { AnswerKind, Citation, Message } from '../../functions/contract/conversations';
import type { ErrorCode } from '../../functions/contract/errors';
import type { ServerEvent } from '../../functions/contract/socket';
import type { SessionGrant } from '../../functions/contract/widget';
import { type Api, ApiError } from './api';

/** One turn as the visitor sees it. */
export interface Entry {
  /** Stable through resends and reconnects: the visitor's own id, or the id of what it answers. */
  readonly key: string;
  /** The server's id of the message, once it has one. */
  readonly id: string | null;
  readonly author: Message['author'];
  text: string;
  /**
   * Of a visitor's message: `sent` is stored, `delivered` being answered, `read` answered. Of an answer: `writing`,
   * then `done`, or `stopped` by the visitor.
   */
  status: 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'writing' | 'done' | 'stopped';
  /** When it came to this page. */
  readonly since: number;
  error: ErrorCode | null;
  kind: AnswerKind | null;
  citations: readonly Citation[];
}

export type Connection = 'idle' | 'connecting' | 'online' | 'offline';

export interface Conversation {
  readonly entries: readonly Entry[];
  readonly connection: Connection;
  /** Brings back a conversation of this browser; does nothing, and stores nothing, where there is none. */
  resume(): void;
  /** Opens the session ahead of the first message, while it is being typed. */
  prepare(): void;
  send(text: string): void;
  retry(key: string): void;
  /** Answers that are being written are left as they are. */
  stop(): void;
  /** Asks the question of an answer again; what it got the first time is not shown any more. */
  regenerate(key: string): void;
  /** The visitor has seen all that is there. */
  seen(): void;
  /** Whether people are there, as of the session; null before there is one. */
  readonly presence: Presence | null;
  /** A conversation that ended because nothing was said for a while, and can be taken up again. */
  readonly canContinue: boolean;
  continueLast(): void;
  /** Link to a cited original; throws when it is gone. */
  sourceUrl(documentId: string): Promise<string>;
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
const POLL_INTERVAL = 3_000;
/** Below the gateway's ten idle minutes. */
const PING_INTERVAL = 4 * 60_000;

/** Errors that no repetition mends. */
const FINAL: ReadonlySet<ErrorCode | null> = new Set<ErrorCode>([
  'request.invalid',
  'message.too_long',
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
  let opening = false;
  let failures = 0;
  let neverOpened = 0;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  let acceptTimer: ReturnType<typeof setTimeout> | undefined;
  let pollTimer: ReturnType<typeof setTimeout> | undefined;
  let pingTimer: ReturnType<typeof setInterval> | undefined;
  /** The one message that is on its way; the next follows when it is accepted. */
  let inFlight: Entry | null = null;
  /** Server's id of a visitor's message by which its answer names it. */
  let lastId: string | null = null;
  const waiting = new Map<string, number>();
  /** Questions whose answers are no longer wanted, by the server's ids. */
  const stopped = new Set<string>();
  /** Questions that were asked again: neither they nor their answers come back. */
  const dropped = new Set<string>();
  let readThrough: string | null = null;
  /** Of the conversation that ended for silence. */
  let lastToken: string | null = null;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;

  const change = (next?: Connection) => {
    if (next) connection = next;
    onChange();
  };
  const pending = () => entries.find((entry) => entry.author === 'visitor' && entry.status === 'sending');
  const usesHttp = () => neverOpened >= SOCKET_ATTEMPTS;

  async function connect(): Promise<void> {
    if (opening || socket || signal.aborted) return;
    opening = true;
    clearTimeout(reconnectTimer);
    change('connecting');
    try {
      grant = await api.openSession({
        language,
        page: `${location.origin}${location.pathname}`.slice(0, 2_000),
        ...(token ? { token } : {}),
      });
      token = grant.token;
      if (signal.aborted) return;
      remember();
      merge(grant.messages);
      if (usesHttp()) {
        failures = 0;
        change('online');
        flush();
        poll();
      } else if (!signal.aborted) openSocket(grant);
    } catch (error) {
      const code = error instanceof ApiError ? error.code : null;
      if (FINAL.has(code)) {
        failAll(code);
        change('idle');
      } else scheduleReconnect();
    } finally {
      opening = false;
    }
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
      if (waiting.size > 0) poll();
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
      if (pending() || waiting.size > 0 || !opened) scheduleReconnect();
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
    if (inFlight || !next) return;
    if (usesHttp()) void sendOverHttp(next);
    else if (socket?.readyState === WebSocket.OPEN) {
      inFlight = next;
      socket.send(JSON.stringify({ type: 'message.send', id: next.key, text: next.text }));
      const sentOn = socket;
      acceptTimer = setTimeout(() => sentOn.close(), ACCEPT_TIMEOUT);
    } else void connect();
  }

  async function sendOverHttp(entry: Entry): Promise<void> {
    if (!token) return void connect();
    inFlight = entry;
    try {
      const { message, answer } = await api.sendMessage(token, { id: entry.key, text: entry.text });
      merge(answer ? [message, answer] : [message]);
      inFlight = null;
      change('online');
      flush();
      poll();
    } catch (error) {
      inFlight = null;
      const code = error instanceof ApiError ? error.code : null;
      if (FINAL.has(code) || code === 'request.rate_limited') fail(entry, code);
      else scheduleReconnect();
    }
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
        const entry = answerTo(event.inReplyTo);
        // Pieces that came before this socket did are missing here: the whole comes with answer.done.
        if (entry.status === 'writing' && event.offset === entry.text.length) entry.text += event.text;
        advance(event.inReplyTo, 'delivered');
        break;
      }
      case 'answer.done':
        merge([event.message]);
        break;
      case 'answer.failed':
        settle(event.inReplyTo);
        fail(answerTo(event.inReplyTo), event.code);
        break;
      case 'error':
        clearTimeout(acceptTimer);
        inFlight = null;
        fail(entries.find((entry) => entry.key === event.id) ?? pending(), event.code);
        break;
      default:
        return;
    }
    change();
  }

  /** The answer's entry, right behind what it answers. */
  function answerTo(messageId: string): Entry {
    const key = `re:${messageId}`;
    const known = entries.find((entry) => entry.key === key);
    if (known) return known;
    const entry: Entry = {
      key,
      id: null,
      author: 'bot',
      text: '',
      status: 'writing',
      since: Date.now(),
      error: null,
      kind: null,
      citations: [],
    };
    entries = [...entries, entry];
    return entry;
  }

  /** How far a visitor's message has come; never back. */
  function advance(messageId: string, status: 'delivered' | 'read'): void {
    const entry = entries.find(({ id }) => id === messageId);
    if (entry && entry.status !== 'read') entry.status = status;
  }

  /** Takes in what the server has stored, each message once, however often it comes. */
  function merge(messages: readonly Message[]): void {
    for (const message of messages) {
      if (!lastId || message.id > lastId) lastId = message.id;
      if (dropped.has(message.id) || dropped.has(message.inReplyTo ?? '')) continue;
      const key = message.clientMessageId ?? (message.inReplyTo ? `re:${message.inReplyTo}` : message.id);
      const at = entries.findIndex((known) => known.key === key);
      const known = entries[at];
      if (message.inReplyTo) {
        advance(message.inReplyTo, 'read');
        if (stopped.has(message.inReplyTo)) continue;
      }
      const entry: Entry = {
        key,
        id: message.id,
        author: message.author,
        text: message.text,
        status: message.author !== 'visitor' ? 'done' : known?.id ? known.status : 'sent',
        since: known?.since ?? 0,
        error: null,
        kind: message.kind,
        citations: message.citations,
      };
      if (at >= 0) entries = entries.with(at, entry);
      else {
        // What is still to be sent stays last.
        const firstPending = entries.findIndex((known) => known.status === 'sending');
        entries = entries.toSpliced(firstPending < 0 ? entries.length : firstPending, 0, entry);
      }
      if (message.author === 'visitor') {
        if (!entries.some((known) => known.key === `re:${message.id}` && known.status !== 'writing')) {
          if (!waiting.has(message.id)) waiting.set(message.id, Date.now());
          answerTo(message.id);
          poll();
        }
      } else if (message.inReplyTo) settle(message.inReplyTo);
    }
    remember();
    change();
  }

  function settle(messageId: string): void {
    waiting.delete(messageId);
    if (waiting.size === 0) clearTimeout(pollTimer);
  }

  /** Over HTTP always, beside a socket only when an answer is overdue: brings what was written meanwhile. */
  function poll(): void {
    clearTimeout(pollTimer);
    if (!token || signal.aborted || waiting.size === 0) return;
    pollTimer = setTimeout(async () => {
      const overdue = [...waiting.values()].some((since) => Date.now() - since > ANSWER_TIMEOUT / 4);
      try {
        if (token && (usesHttp() || overdue)) merge((await api.listMessages(token, previousId())).items);
      } catch {
        // The next round asks again.
      }
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
    if (!storageKey) return;
    try {
      localStorage.setItem(storageKey, `${Date.now()} ${token}`);
    } catch {
      // Storage may be forbidden: the conversation then lasts as long as the page.
    }
  }

  function stored(): readonly string[] {
    try {
      return (storageKey && localStorage.getItem(storageKey)?.split(' ')) || [];
    } catch {
      return [];
    }
  }

  /** Nothing was said for too long: what comes next begins anew, unless the visitor takes the old one up again. */
  function expire(): void {
    if (pending() || waiting.size > 0) {
      remember();
      return;
    }
    lastToken = token;
    token = grant = lastId = null;
    entries = [];
    leave();
    change('idle');
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
    const [at, kept] = stored();
    // Kept by an earlier widget, without a time.
    if (!kept) token = at ?? null;
    else if (Date.now() - Number(at) > options.timeout() * 60_000) lastToken = kept;
    else token = kept;
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
    prepare() {
      recall();
      if (connection === 'idle') void connect();
    },
    send(text) {
      entries = [
        ...entries,
        {
          key: messageKey(),
          id: null,
          author: 'visitor',
          text,
          status: 'sending',
          since: Date.now(),
          error: null,
          kind: null,
          citations: [],
        },
      ];
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
      this.send(question.text);
    },
    seen() {
      const newest = entries.findLast(({ author, id }) => author !== 'visitor' && id)?.id;
      if (!newest || newest === readThrough || socket?.readyState !== WebSocket.OPEN) return;
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
        if (question?.author === 'visitor') this.send(question.text);
      }
    },
    async sourceUrl(documentId) {
      if (!token) throw new ApiError('visitor.token_invalid', 401);
      return (await api.openSource(token, documentId)).url;
    },
  };
}

/** `crypto.randomUUID` exists in secure contexts only, and customers' sites may still run on http. */
function messageKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
