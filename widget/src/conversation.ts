import type { ConversationState, Message } from '../../functions/contract/conversations';
import type { ErrorCode } from '../../functions/contract/errors';
import type { DescribeVisitor } from '../../functions/contract/widget';
import { ApiError } from './api';
import { type Enclosure, type Entry, said } from './entry';
import { createKept } from './kept';
import { createLine } from './line';
import type { Connection, Options, Presence, Talk } from './talk';
import { createTranscript } from './transcript';

export interface Conversation {
  readonly turns: readonly Entry[];
  readonly connection: Connection;
  /** Brings back a conversation of this browser; does nothing, and stores nothing, where there is none. */
  resume(): void;
  /** Opens the session ahead of the first message, while it is being typed. */
  prepare(): void;
  send(text: string, enclosure?: Enclosure): void;
  retry(key: string): void;
  /** Takes away what was not taken, and will not be. */
  remove(key: string): void;
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

/** A visitor's conversation: what she does in it, and when it begins, goes on and ends in this browser. */
export function createConversation(options: Options): Conversation {
  const { onChange } = options;
  const kept = createKept(options.storageKey);
  /** Of the conversation that ended for silence. */
  let lastToken: string | null = null;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;

  const talk = {
    turns: [],
    connection: 'idle',
    grant: null,
    token: null,
    state: null,
    problem: null,
    described: {},
    lastId: null,
    seenThrough: '',
    get isWithPerson() {
      return /^(esc|pen)/.test(talk.state?.status as string);
    },
    get isOver() {
      return /^(end|res)/.test(talk.state?.status as string);
    },
    get isAway() {
      // It may have opened since.
      return talk.grant?.open === false && !(Date.parse(talk.grant.opensAt as string) < Date.now());
    },
    get isNew() {
      return !talk.token;
    },
    get canContinue() {
      return lastToken !== null && talk.turns.length === 0 && !line.isOpening();
    },
  } as Talk & Pick<Conversation, 'isOver' | 'isAway' | 'isNew' | 'canContinue'>;
  const transcript = createTranscript(talk, () => {
    remember();
    line.poll();
    onChange();
  });
  const line = createLine(talk, options, transcript, { recall, reset });
  const { waiting, merge, take } = transcript;
  const { connect, leave, pending, flush, unlessLeft } = line;

  /** Keeps the conversation for the next visit, with the time of what was last said, from which it may end. */
  function remember(): void {
    clearTimeout(idleTimer);
    kept.keepUnsent(talk.turns.filter(({ id, author }) => !id && author === 'visitor'));
    if (!talk.token) return;
    idleTimer = setTimeout(expire, options.timeout() * 60_000);
    if (talk.isOver) kept.forget(talk.token);
    else kept.write(talk.token, talk.isWithPerson, talk.seenThrough);
  }

  /** Nothing was said for too long: what comes next begins anew, unless the visitor takes the old one up again. */
  function expire(): void {
    if (pending() || waiting.size > 0 || talk.isWithPerson) remember();
    else reset(!talk.isOver);
  }

  /** Leaves the conversation; what is still to be sent begins another. */
  function reset(canContinue = false): void {
    lastToken = canContinue ? talk.token : null;
    if (!canContinue) kept.forget(talk.token);
    talk.state = talk.lastId = null;
    waiting.clear();
    talk.turns = talk.turns.filter(({ status }) => status === 'sending');
    leave();
    talk.connection = 'idle';
    remember();
    onChange();
    flush();
  }

  /** The last conversation of this browser, which may have ended meanwhile; clocks that went back end nothing. */
  function recall(): void {
    if (talk.token || lastToken) return;
    const last = kept.read();
    // No one is kept waiting for a person by her own silence.
    if (last && !last.seenThrough && Date.now() - last.at > options.timeout() * 60_000)
      lastToken = last.token;
    else {
      talk.token = last?.token ?? null;
      talk.seenThrough = last?.seenThrough ?? '';
      // Whether they are still to be sent is hers to say: the page that she wrote them on is gone.
      if (!talk.turns[0])
        talk.turns = kept.unsent().map((entry) => ({ ...entry, status: 'failed', since: 0 }));
    }
  }

  function send(text: string, enclosure?: Enclosure): void {
    if (talk.isOver) reset();
    talk.turns = [...talk.turns, said(text, enclosure)];
    remember();
    onChange();
    flush();
  }

  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    if (!talk.grant) await connect();
    if (!talk.token) throw new ApiError(talk.problem);
    return unlessLeft(options.api.call(method, path, talk.token, body));
  }

  function regenerate(key: string): void {
    const question = transcript.drop(key);
    if (question) send(question.text, question.enclosure);
  }

  function resume(): void {
    recall();
    if (talk.token) void connect();
    else onChange();
  }

  return Object.assign(talk, {
    take,
    merge,
    send,
    call,
    resume,
    stop: transcript.stop,
    startAnew: () => reset(),
    about(next: DescribeVisitor) {
      const { described } = talk;
      talk.described = {
        ...described,
        ...next,
        ...(next.variables && { variables: { ...described.variables, ...next.variables } }),
      };
      // A session that is opened later is told then.
      if (talk.grant)
        call('POST', 'visitor', next).catch(({ code }: ApiError) => {
          // This conversation is somebody else's: the next one is for who is there now.
          if (code === 'visitor.other_user') reset();
        });
    },
    forget() {
      talk.described = {};
      talk.turns = [];
      kept.forget();
      reset();
    },
    continueLast() {
      leave();
      talk.token = lastToken;
      lastToken = talk.lastId = null;
      void connect();
      onChange();
    },
    awaitPerson() {
      if (kept.read()?.seenThrough) resume();
    },
    prepare() {
      recall();
      if (talk.connection === 'idle') void connect();
    },
    remove(key: string) {
      // What was refused may be taken by now: the next message tells.
      talk.problem = null;
      talk.turns = talk.turns.filter((entry) => entry.key !== key);
      remember();
      onChange();
    },
    regenerate,
    seen() {
      const newest = talk.turns.findLast(({ author, id }) => author !== 'visitor' && id)?.id;
      if (!newest) return;
      if (talk.seenThrough !== newest) {
        talk.seenThrough = newest;
        remember();
      }
      line.tellRead(newest);
    },
    retry(key: string) {
      const entry = talk.turns.find((known) => known.key === key);
      if (entry?.author === 'visitor') {
        entry.status = 'sending';
        entry.error = null;
        onChange();
        flush();
      } else regenerate(key);
    },
  });
}
