import type { ConversationState, Message } from '../../functions/contract/conversations';
import type { ChatState } from './chat-state';
import { answerKey, type Entry, insertEntry, pendingAnswer, questionId } from './entry';

export type Transcript = ReturnType<typeof createTranscript>;

/** What was said, as far as the server has told: each message once, with how far it has come, and its answer behind it. */
export function createTranscript(chat: ChatState, onStored: () => void) {
  /** Questions whose answers are to come, by the server's ids, and since when. */
  const pendingAnswers = new Map<string, number>();
  /** Questions whose answers are no longer wanted. */
  const stopped = new Set<string>();
  /** Questions that were asked again: neither they nor their answers come back. */
  const dropped = new Set<string>();

  /** Takes in what the server has stored, each message once, however often it comes. */
  function merge(messages: readonly Message[], receivedAt = Date.now()): void {
    for (const message of messages) {
      const { id, inReplyTo, author } = message;
      if (!chat.lastId || id > chat.lastId) chat.lastId = id;
      if (dropped.has(id) || dropped.has(inReplyTo ?? '')) continue;
      const key = message.clientMessageId ?? (inReplyTo ? answerKey(inReplyTo) : id);
      const known = chat.entries.find((entry) => entry.key === key);
      if (inReplyTo) {
        advance(inReplyTo, 'read');
        if (stopped.has(inReplyTo)) continue;
      }
      chat.entries = insertEntry(chat.entries, {
        ...message,
        key,
        status: author !== 'visitor' ? 'done' : known?.id ? known.status : 'sent',
        receivedAt: known?.receivedAt || receivedAt,
        error: null,
      });
      if (author === 'visitor') {
        // Here or in another tab: the bot takes messages.
        if (!known?.id) chat.problem = null;
        const answer = chat.entries.find((entry) => entry.key === answerKey(id));
        if (isForPerson(id) || (answer && answer.status !== 'writing')) continue;
        if (!pendingAnswers.has(id)) pendingAnswers.set(id, Date.now());
        answerTo(id, receivedAt);
      } else if (inReplyTo) pendingAnswers.delete(inReplyTo);
    }
    onStored();
  }

  /** Where the conversation stands now. */
  function applyState(state: ConversationState): void {
    chat.state = state;
    for (const { id } of chat.entries) {
      if (id && id <= (state.deliveredThrough ?? '')) advance(id, 'delivered');
      if (id && id <= (state.readThrough ?? '')) advance(id, 'read');
    }
    if (chat.isWithPerson) {
      // She takes words also where the bot does not.
      chat.problem = null;
      // The bot says nothing any more: what it has not begun does not come.
      const silent = chat.entries.filter(({ status, text }) => status === 'writing' && !text);
      for (const entry of silent) pendingAnswers.delete(questionId(entry.key));
      chat.entries = chat.entries.filter((entry) => !silent.includes(entry));
    }
    onStored();
  }

  /** The answer's entry, before what is still to be sent. */
  function answerTo(messageId: string, receivedAt = Date.now()): Entry {
    const known = chat.entries.find(({ key }) => key === answerKey(messageId));
    if (known) return known;
    const entry = pendingAnswer(messageId, receivedAt);
    chat.entries = insertEntry(chat.entries, entry);
    return entry;
  }

  /** How far a visitor's message has come; never back. */
  function advance(messageId: string, status: 'delivered' | 'read'): void {
    const entry = chat.entries.find(({ id }) => id === messageId);
    if (entry?.author === 'visitor' && entry.status !== 'read') entry.status = status;
  }

  /** Such a message waits for nobody's answer. */
  function isForPerson(messageId: string): boolean {
    return chat.isWithPerson || messageId <= (chat.state?.deliveredThrough ?? '');
  }

  return {
    pendingAnswers,
    merge,
    applyState,
    answerTo,
    advance,
    /** Whether it was said on this page, or has been fetched. */
    hasMessage: (messageId: string) =>
      dropped.has(messageId) || chat.entries.some(({ id }) => id === messageId),
    /** Answers that are being written are left as they are. */
    stop() {
      for (const entry of chat.entries) {
        if (entry.status !== 'writing') continue;
        entry.status = 'stopped';
        stopped.add(questionId(entry.key));
        pendingAnswers.delete(questionId(entry.key));
      }
      onStored();
    },
    /** Takes a question away with its answer, and returns it. */
    drop(answer: string): Entry | undefined {
      const messageId = questionId(answer);
      const question = chat.entries.find(({ id }) => id === messageId);
      if (question) {
        dropped.add(messageId);
        chat.entries = chat.entries.filter((entry) => entry !== question && entry.key !== answer);
      }
      return question;
    },
  };
}
