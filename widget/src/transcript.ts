import type { ConversationState, Message } from '#contract/conversations/conversations';
import type { ChatState } from './chat-state';
import { answerKey, type Entry, insertEntry, pendingAnswer, questionId } from './entry';
import { advance, advanceByState, isForPerson, noteState } from './progress';

export type Transcript = ReturnType<typeof createTranscript>;

/** What was said, as far as the server has told: each message once, with how far it has come, and its answer behind it. */
export function createTranscript(chat: ChatState, onStored: () => void) {
  /** Questions whose answers are to come, by the server's ids, and since when. */
  const pendingAnswers = new Map<string, number>();
  /** Questions whose answers are no longer wanted. */
  const stopped = new Set<string>();
  /** Questions that were asked again: neither they nor their answers come back. */
  const dropped = new Set<string>();
  const isDropped = ({ id, inReplyTo }: Message) => dropped.has(id) || dropped.has(inReplyTo ?? '');

  /** The first and the last message that the server has told of. */
  function note(id: string): void {
    if (!chat.firstId || id < chat.firstId) chat.firstId = id;
    if (!chat.lastId || id > chat.lastId) chat.lastId = id;
  }

  /** Takes in what the server has stored, each message once, however often it comes. */
  function merge(messages: readonly Message[], receivedAt = Date.now()): void {
    for (const message of messages) {
      const { id, inReplyTo, author } = message;
      note(id);
      if (isDropped(message)) continue;
      const key = keyOf(message);
      const known = chat.entries.find((entry) => entry.key === key);
      if (inReplyTo) {
        advance(chat, inReplyTo, 'read');
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
        advanceByState(chat, id);
        const answer = chat.entries.find((entry) => entry.key === answerKey(id));
        if (isForPerson(chat, id) || (answer && answer.status !== 'writing')) continue;
        if (!pendingAnswers.has(id)) pendingAnswers.set(id, Date.now());
        answerTo(id, receivedAt);
      } else if (inReplyTo) pendingAnswers.delete(inReplyTo);
    }
    onStored();
  }

  /** Puts what was said before in front: nobody waits for an answer to it. */
  function prepend(messages: readonly Message[]): void {
    for (const { id } of messages) note(id);
    const older = messages
      .filter((message) => !isDropped(message))
      .map(
        (message): Entry => ({
          ...message,
          key: keyOf(message),
          status: message.author === 'visitor' ? 'read' : 'done',
          receivedAt: 0,
          error: null,
        }),
      )
      .filter(({ key }) => !chat.entries.some((entry) => entry.key === key));
    chat.entries = [...older, ...chat.entries];
    onStored();
  }

  /** Where the conversation stands. */
  function applyState(state: ConversationState): void {
    noteState(chat, state);
    for (const { id } of chat.entries) if (id) advanceByState(chat, id);
    if (chat.isWithPerson) {
      // They take words also where the bot does not.
      chat.problem = null;
      // The bot says nothing any more: what it has not finished does not come.
      const silent = chat.entries.filter(({ status }) => status === 'writing');
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

  return {
    pendingAnswers,
    merge,
    prepend,
    applyState,
    answerTo,
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

/** Of its entry: a visitor's is known by the page's own id, an answer by its question's. */
function keyOf({ id, clientMessageId, inReplyTo }: Message): string {
  return clientMessageId ?? (inReplyTo ? answerKey(inReplyTo) : id);
}
