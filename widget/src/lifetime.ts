import type { ChatState, Options } from './chat-state';
import { createConversationStore } from './conversation-store';
import { unsent } from './entry';
import type { Transcript } from './transcript';

interface SessionControl {
  connect(): Promise<void>;
  /** Sends what waits. */
  flush(): void;
  leave(): void;
}

export type Lifetime = ReturnType<typeof createLifetime>;

/**
 * When a conversation begins, goes on and ends in this browser.
 *
 * The next message begins another conversation when the visitor or the team has ended this one, or after as many silent
 * minutes as the configuration says. One that ended for silence, or was left for a new chat, can be continued until
 * something is said. One that waits for a person does not end: every page of the site goes on with it by itself.
 * Messages that no server has taken are kept for their tab, whose next page shows them as not sent.
 */
export function createLifetime(
  chat: ChatState,
  { storageKey, timeout, signal, onChange }: Options,
  { pendingAnswers }: Pick<Transcript, 'pendingAnswers'>,
  transport: () => SessionControl,
) {
  const store = createConversationStore(storageKey);
  let idleTimer: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => clearTimeout(idleTimer));

  /** Whether what was last said then is too long ago to go on with. */
  const hasLapsed = (at: number) => Date.now() - at > timeout() * 60_000;

  /** Keeps the conversation for the next current, with the time of what was last said, from which it may end. */
  function remember(): void {
    clearTimeout(idleTimer);
    store.writeUnsent(chat.entries.filter(({ id, author }) => !id && author === 'visitor'));
    if (!chat.token) return;
    idleTimer = setTimeout(expire, timeout() * 60_000);
    if (chat.isOver) store.leave(chat.token);
    else store.write(chat.token, chat);
  }

  /** Nothing was said for too long: what comes next begins anew, unless the visitor takes the old one up again. */
  function expire(): void {
    if (unsent(chat) || pendingAnswers.size > 0 || chat.isWithPerson) remember();
    else reset(!chat.isOver);
  }

  /** Leaves the conversation; what is still to be sent begins another. */
  function reset(canContinue = false): void {
    const { token } = chat;
    if (!canContinue) store.leave(token);
    leave();
    chat.lastToken = canContinue ? token : null;
    chat.connection = 'idle';
    remember();
    onChange();
    transport().flush();
  }

  /** Leaves the conversation for another one; what is still to be sent goes there. */
  function goOnWith(token: string | null): void {
    leave();
    chat.lastToken = null;
    chat.token = token;
    void transport().connect();
    onChange();
  }

  function leave(): void {
    chat.state = chat.firstId = chat.lastId = null;
    pendingAnswers.clear();
    chat.entries = chat.entries.filter(({ status }) => status === 'sending');
    transport().leave();
  }

  /** The last conversation of this browser, which may have ended meanwhile; clocks that went back end nothing. */
  function restore(): void {
    if (chat.token || chat.lastToken) return;
    const last = store.read();
    // No one is kept waiting for a person by their own silence.
    if (last && !last.seenThrough && hasLapsed(last.at)) chat.lastToken = last.token;
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

  /** Brings back a conversation of this browser; does nothing, and stores nothing, where there is none. */
  function resume(): void {
    restore();
    if (chat.token) void transport().connect();
    else onChange();
  }

  return {
    store,
    remember,
    restore,
    reset,
    goOnWith,
    hasLapsed,
    resume,
    /** Goes on with a conversation that a person has, so that their reply is told while the chat is closed. */
    resumeIfWithPerson() {
      if (store.read()?.seenThrough) resume();
    },
    /** Opens the session ahead of the first message, while it is being typed. */
    prepare() {
      restore();
      if (chat.connection === 'idle') void transport().connect();
    },
    /** Leaves the conversation for a new one. One that has not ended can be continued until something is said. */
    startAnew: () => reset(!chat.isOver && !chat.isNew),
    continueLast: () => goOnWith(chat.lastToken),
    /** Leaves the conversation and what was said of its visitor: somebody else may be next. */
    forget() {
      chat.described = {};
      chat.history = [];
      chat.entries = [];
      store.forget();
      reset();
    },
  };
}
