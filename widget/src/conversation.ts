import type { ErrorCode } from '#contract/base/errors';
import type { ConversationState, Message } from '#contract/conversations/conversations';
import type { DescribeVisitor, MessageList, VisitorHistory } from '#contract/conversations/widget';
import { ApiError } from './api';
import type { ChatState, Connection, Options, Presence } from './chat-state';
import { createConversationStore } from './conversation-store';
import { type Entry, type MessageExtras, newMessage } from './entry';
import { createTranscript } from './transcript';
import { createTransport } from './transport';

export interface Conversation {
  readonly entries: readonly Entry[];
  readonly connection: Connection;
  /** Brings back a conversation of this browser; does nothing, and stores nothing, where there is none. */
  resume(): void;
  /** Opens the session ahead of the first message, while it is being typed. */
  prepare(): void;
  send(text: string, extras?: MessageExtras): void;
  retry(key: string): void;
  /** Takes away what was not taken, and will not be. */
  remove(key: string): void;
  /** Answers that are being written are left as they are. */
  stop(): void;
  /** Asks the question of an answer again; what it got the first time is not shown any more. */
  regenerate(key: string): void;
  /** The visitor has seen all that is there. */
  markSeen(): void;
  /** The last message that the visitor has seen, on this page or, while a person has the conversation, on another. */
  readonly seenThrough: string;
  /** Goes on with a conversation that a person has, so that their reply is told while the chat is closed. */
  resumeIfWithPerson(): void;
  /** Of the session; null before there is one. */
  readonly grant: Presence | null;
  /** Whether it is outside business hours. */
  readonly isAway: boolean;
  /** A conversation that ended because nothing was said for a while, and can be taken up again. */
  readonly canContinue: boolean;
  continueLast(): void;
  /** Nothing was said in it yet that the server knows: what the bot opens with is this page's to show. */
  readonly isNew: boolean;
  /** Where it stands, as of what the server said last; null before there is a session. */
  readonly state: ConversationState | null;
  applyState(state: ConversationState): void;
  /** Whether a person answers instead of the bot. */
  readonly isWithPerson: boolean;
  /** The agent that writes just now; null: none. */
  readonly writer: string | null;
  /** Says that the visitor writes, where a person answers. */
  sendTyping(): void;
  /** Whether the visitor or the team has closed it: the next message begins another. */
  readonly isOver: boolean;
  /** Whether more was said before what is shown, and reads a part of it; throws ApiError. */
  readonly hasOlder: boolean;
  loadOlder(): Promise<void>;
  /** Leaves the conversation for a new one. One that has not ended can be continued until something is said. */
  startAnew(): void;
  /** What keeps messages from the server: too many of them, or a bot that takes none. */
  readonly problem: ErrorCode | null;
  /** Takes in what the server has stored. */
  merge(messages: readonly Message[]): void;
  /** Passes a message on to the team while the bot takes none; throws ApiError. The answer comes by e-mail. */
  leaveMessage(email: string, text: string): Promise<void>;
  /** One of the visitor's other calls, in a session that is opened for it where there is none; throws ApiError. */
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
  /** Who the page says the visitor is, with what proves it; undefined where it says nothing. */
  readonly identity: DescribeVisitor['identity'];
  /** Chats of theirs besides this one, on any device, the newest first, once they were asked for. */
  readonly past: VisitorHistory['items'];
  /** Asks for them; throws ApiError. */
  loadPast(): Promise<void>;
  /** Goes on with the one that is under way elsewhere, where nothing was said here. */
  takeUpRunning(): void;
  /** Goes on with one of them instead of this conversation. */
  takeUp(chat: VisitorHistory['items'][number]): void;
  /** What was said in one of them; throws ApiError. */
  readPast(chat: VisitorHistory['items'][number]): Promise<readonly Message[]>;
  /** Who the visitor is and what the page knows: told at once, or when the session is opened. */
  describeVisitor(description: DescribeVisitor): void;
  /** Leaves the conversation and what was said of its visitor: somebody else may be next. */
  forget(): void;
}

/**
 * A visitor's conversation, and when it begins, goes on and ends in this browser.
 *
 * The next message begins another conversation when the visitor or the team has ended this one, or after as many silent
 * minutes as the configuration says. One that ended for silence, or was left for a new chat, can be continued until
 * something is said. One that waits for a person does not end: every page of the site goes on with it by itself.
 * Where the bot takes nothing (paused, unpublished, past its plan) the input closes until what was refused has gone
 * through or was dismissed. Messages that no server has taken are kept for their tab, whose next page shows them as not
 * sent. What the page says of its visitor goes with the session; where the server refuses it the chat goes on without.
 */
export function createConversation(options: Options): Conversation {
  const { onChange } = options;
  const store = createConversationStore(options.storageKey);
  /** Of the conversation that ended for silence. */
  let lastToken: string | null = null;
  let history: VisitorHistory['items'] = [];
  let idleTimer: ReturnType<typeof setTimeout> | undefined;

  const chat = {
    entries: [],
    connection: 'idle',
    grant: null,
    token: null,
    state: null,
    problem: null,
    described: {},
    firstId: null,
    lastId: null,
    writer: null,
    seenThrough: '',
    get isWithPerson() {
      const status = chat.state?.status;
      return status === 'escalated' || status === 'pending';
    },
    get isOver() {
      const status = chat.state?.status;
      return status === 'ended' || status === 'resolved';
    },
    get isAway() {
      // It may have opened since.
      return chat.grant?.open === false && !(Date.parse(chat.grant.opensAt as string) < Date.now());
    },
    get isNew() {
      return !chat.token;
    },
    get identity() {
      return chat.described.identity;
    },
    get past() {
      return history.filter(({ conversationId }) => conversationId !== chat.grant?.conversationId);
    },
    get hasOlder() {
      // Messages are numbered without gaps, from 1.
      return +(chat.firstId?.slice(-6) ?? 1) > 1;
    },
    get canContinue() {
      return lastToken !== null && chat.entries.length === 0 && !transport.isOpening();
    },
  } as ChatState &
    Pick<Conversation, 'isOver' | 'isAway' | 'isNew' | 'identity' | 'past' | 'hasOlder' | 'canContinue'>;
  const transcript = createTranscript(chat, () => {
    remember();
    transport.poll();
    onChange();
  });
  const transport = createTransport(chat, options, transcript, {
    restore,
    reset,
    describe,
    previousConversation: store.previous,
  });
  options.signal.addEventListener('abort', () => clearTimeout(idleTimer));
  const { pendingAnswers, merge, applyState } = transcript;
  const { connect, leave, pending, flush, ifStillCurrent } = transport;

  /** Keeps the conversation for the next current, with the time of what was last said, from which it may end. */
  function remember(): void {
    clearTimeout(idleTimer);
    store.writeUnsent(chat.entries.filter(({ id, author }) => !id && author === 'visitor'));
    if (!chat.token) return;
    idleTimer = setTimeout(expire, options.timeout() * 60_000);
    if (chat.isOver) store.leave(chat.token);
    else store.write(chat.token, chat);
  }

  /** Nothing was said for too long: what comes next begins anew, unless the visitor takes the old one up again. */
  function expire(): void {
    if (pending() || pendingAnswers.size > 0 || chat.isWithPerson) remember();
    else reset(!chat.isOver);
  }

  /** Leaves the conversation; what is still to be sent begins another. */
  function reset(canContinue = false): void {
    lastToken = canContinue ? chat.token : null;
    if (!canContinue) store.leave(chat.token);
    chat.state = chat.firstId = chat.lastId = null;
    pendingAnswers.clear();
    chat.entries = chat.entries.filter(({ status }) => status === 'sending');
    leave();
    chat.connection = 'idle';
    remember();
    onChange();
    flush();
  }

  /** The last conversation of this browser, which may have ended meanwhile; clocks that went back end nothing. */
  function restore(): void {
    if (chat.token || lastToken) return;
    const last = store.read();
    // No one is kept waiting for a person by their own silence.
    if (last && !last.seenThrough && Date.now() - last.at > options.timeout() * 60_000)
      lastToken = last.token;
    else {
      chat.token = last?.token ?? null;
      chat.seenThrough = last?.seenThrough ?? '';
      // Whether they are still to be sent is theirs to say: the page that they wrote them on is gone.
      if (!chat.entries[0])
        chat.entries = store.readUnsent().map((entry) => ({
          ...entry,
          status: 'failed',
          // What the bot took nothing for then, it may take by now.
          error: /^(widget|plan)\./.test(entry.error ?? '') ? null : entry.error,
          receivedAt: 0,
        }));
    }
  }

  function send(text: string, extras?: MessageExtras): void {
    if (chat.isOver) reset();
    chat.entries = [...chat.entries, newMessage(text, extras)];
    remember();
    onChange();
    flush();
  }

  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    if (!chat.grant) await connect();
    if (!chat.token) throw new ApiError(chat.problem);
    return ifStillCurrent(options.api.call(method, path, chat.token, body));
  }

  function describe(described: DescribeVisitor): void {
    call('POST', 'visitor', described).catch(({ code }: ApiError) => {
      // This conversation is somebody else's: the next one is for who is there now.
      if (code === 'visitor.other_user') reset();
    });
  }

  async function loadOlder(): Promise<void> {
    const { items } = await call<MessageList>('GET', `messages?before=${chat.firstId}`);
    transcript.prepend(items);
  }

  async function loadPast(): Promise<void> {
    const { identity } = chat.described;
    const { items } = await options.api.call<VisitorHistory>('POST', 'history', '', { identity });
    // Somebody else is there by now.
    if (identity !== chat.described.identity) return;
    history = items;
    onChange();
  }

  function takeUpRunning(): void {
    const [last] = history;
    const isUnderWay = last?.open && Date.now() - Date.parse(last.lastMessageAt) < options.timeout() * 60_000;
    if (isUnderWay && chat.isNew && chat.entries.length === 0 && !transport.isOpening()) takeUp(last);
  }

  function takeUp({ token }: VisitorHistory['items'][number]): void {
    goOnWith(token);
  }

  /** Leaves the conversation for another one; what is still to be sent goes there. */
  function goOnWith(token: string | null): void {
    chat.state = chat.firstId = chat.lastId = lastToken = null;
    pendingAnswers.clear();
    chat.entries = chat.entries.filter(({ status }) => status === 'sending');
    leave();
    chat.token = token;
    void connect();
    onChange();
  }

  async function readPast({ token }: VisitorHistory['items'][number]): Promise<readonly Message[]> {
    const messages: Message[] = [];
    for (let hasMore = true; hasMore; ) {
      const after = messages.at(-1)?.id;
      const path = after ? `messages?after=${after}` : 'messages';
      const { items } = await options.api.call<MessageList>('GET', path, token);
      messages.push(...items);
      hasMore = items.length > 0;
    }
    return messages;
  }

  function regenerate(key: string): void {
    const question = transcript.drop(key);
    if (question) send(question.text, question.extras);
  }

  function resume(): void {
    restore();
    if (chat.token) void connect();
    else onChange();
  }

  return Object.assign(chat, {
    applyState,
    merge,
    send,
    call,
    resume,
    loadOlder,
    stop: transcript.stop,
    startAnew: () => reset(!chat.isOver && !chat.isNew),
    async leaveMessage(email: string, text: string) {
      applyState(await call<ConversationState>('POST', 'escalation', { email }));
      send(text);
    },
    describeVisitor(next: DescribeVisitor) {
      const { described } = chat;
      chat.described = {
        ...described,
        ...next,
        ...(next.variables && { variables: { ...described.variables, ...next.variables } }),
      };
      // A session that is opened later is told then.
      if (chat.grant) describe(next);
      onChange();
    },
    forget() {
      chat.described = {};
      history = [];
      chat.entries = [];
      store.forget();
      reset();
    },
    continueLast: () => goOnWith(lastToken),
    loadPast,
    takeUpRunning,
    takeUp,
    readPast,
    resumeIfWithPerson() {
      if (store.read()?.seenThrough) resume();
    },
    prepare() {
      restore();
      if (chat.connection === 'idle') void connect();
    },
    remove(key: string) {
      // What was refused may be taken by now: the next message tells.
      chat.problem = null;
      chat.entries = chat.entries.filter((entry) => entry.key !== key);
      remember();
      onChange();
    },
    regenerate,
    markSeen() {
      const newest = chat.entries.findLast(({ author, id }) => author !== 'visitor' && id)?.id;
      if (!newest) return;
      if (chat.seenThrough !== newest) {
        chat.seenThrough = newest;
        remember();
      }
      transport.sendRead(newest);
    },
    sendTyping: transport.sendTyping,
    retry(key: string) {
      const entry = chat.entries.find((known) => known.key === key);
      if (entry?.author === 'visitor') {
        entry.status = 'sending';
        entry.error = null;
        onChange();
        flush();
      } else regenerate(key);
    },
  });
}
