import type { DescribeVisitor, MessageList, VisitorHistory } from '#contract/conversations/widget';
import { type ChatState, createChatState, type Options } from './chat-state';
import { type MessageExtras, newMessage } from './entry';
import { createLifetime, type Lifetime } from './lifetime';
import { createTranscript } from './transcript';
import { createTransport, type Transport } from './transport';

export type Conversation = ReturnType<typeof createConversation>;

/**
 * A visitor's conversation: what they do in it.
 *
 * Where the bot takes nothing (paused, unpublished, past its plan) the input closes until what was refused has gone
 * through or was dismissed. What the page says of its visitor goes with the session; where the server refuses it the
 * chat goes on without.
 */
export function createConversation(options: Options) {
  const { onChange } = options;
  const chat = createChatState();
  const transcript = createTranscript(chat, () => {
    lifetime.remember();
    transport.poll();
    onChange();
  });
  const lifetime: Lifetime = createLifetime(chat, options, transcript, () => transport);
  const transport: Transport = createTransport(chat, options, transcript, lifetime);
  const { applyState, stop, prepend, drop } = transcript;
  const { call, describe, flush, sendTyping, sendRead } = transport;
  const { remember, reset } = lifetime;

  function send(text: string, extras?: MessageExtras): void {
    if (chat.isOver) reset();
    chat.entries = [...chat.entries, newMessage(text, extras)];
    remember();
    onChange();
    flush();
  }

  /** Asks the question of an answer again; what it got the first time is not shown any more. */
  function regenerate(key: string): void {
    const question = drop(key);
    if (question) send(question.text, question.extras);
  }

  return Object.assign(chat as Readonly<ChatState>, {
    ...lifetime,
    applyState,
    stop,
    call,
    send,
    sendTyping,
    regenerate,
    retry(key: string) {
      const entry = chat.entries.find((known) => known.key === key);
      if (entry?.author === 'visitor') {
        entry.status = 'sending';
        entry.error = null;
        onChange();
        flush();
      } else regenerate(key);
    },
    /** Takes away what was not taken, and will not be. */
    remove(key: string) {
      // What was refused may be taken by now: the next message tells.
      chat.problem = null;
      chat.entries = chat.entries.filter((entry) => entry.key !== key);
      remember();
      onChange();
    },
    /** The visitor has seen all that is there. */
    markSeen() {
      const newest = chat.entries.findLast(({ author, id }) => author !== 'visitor' && id)?.id;
      if (!newest) return;
      if (chat.seenThrough !== newest) {
        chat.seenThrough = newest;
        remember();
      }
      sendRead(newest);
    },
    /** Reads a part of what was said before what is shown; throws ApiError. */
    async loadOlder() {
      const { items } = await call<MessageList>('GET', `messages?before=${chat.firstId}`);
      prepend(items);
    },
    /** Who the visitor is and what the page knows: told at once, or when the session is opened. */
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
    /** What was found of the visitor's chats. */
    notePast(history: VisitorHistory['items']) {
      chat.history = history;
      onChange();
    },
  });
}
