import type { ConversationState, Message } from '../../functions/contract/conversations';
import { answerKey, awaited, type Entry, placed } from './entry';
import type { Talk } from './talk';

export type Transcript = ReturnType<typeof createTranscript>;

/** What was said, as far as the server has told: each message once, with how far it has come, and its answer behind it. */
export function createTranscript(talk: Talk, onStored: () => void) {
  /** Questions whose answers are to come, by the server's ids, and since when. */
  const waiting = new Map<string, number>();
  /** Questions whose answers are no longer wanted. */
  const stopped = new Set<string>();
  /** Questions that were asked again: neither they nor their answers come back. */
  const dropped = new Set<string>();

  /** Takes in what the server has stored, each message once, however often it comes. */
  function merge(messages: readonly Message[], since = Date.now()): void {
    for (const message of messages) {
      const { id, inReplyTo, author } = message;
      if (!talk.lastId || id > talk.lastId) talk.lastId = id;
      if (dropped.has(id) || dropped.has(inReplyTo ?? '')) continue;
      const key = message.clientMessageId ?? (inReplyTo ? answerKey(inReplyTo) : id);
      const known = talk.turns.find((entry) => entry.key === key);
      if (inReplyTo) {
        advance(inReplyTo, 'read');
        if (stopped.has(inReplyTo)) continue;
      }
      talk.turns = placed(talk.turns, {
        ...message,
        key,
        status: author !== 'visitor' ? 'done' : known?.id ? known.status : 'sent',
        since: known?.since || since,
        error: null,
      });
      if (author === 'visitor') {
        // Here or in another tab: the bot takes messages.
        if (!known?.id) talk.problem = null;
        const answer = talk.turns.find((entry) => entry.key === answerKey(id));
        if (isForPerson(id) || (answer && answer.status !== 'writing')) continue;
        if (!waiting.has(id)) waiting.set(id, Date.now());
        answerTo(id, since);
      } else if (inReplyTo) waiting.delete(inReplyTo);
    }
    onStored();
  }

  /** Where the conversation stands now. */
  function take(state: ConversationState): void {
    talk.state = state;
    for (const { id } of talk.turns) {
      if (id && id <= (state.deliveredThrough ?? '')) advance(id, 'delivered');
      if (id && id <= (state.readThrough ?? '')) advance(id, 'read');
    }
    if (talk.isWithPerson) {
      // She takes words also where the bot does not.
      talk.problem = null;
      // The bot says nothing any more: what it has not begun does not come.
      const silent = talk.turns.filter(({ status, text }) => status === 'writing' && !text);
      for (const entry of silent) waiting.delete(questionOf(entry));
      talk.turns = talk.turns.filter((entry) => !silent.includes(entry));
    }
    onStored();
  }

  /** The answer's entry, before what is still to be sent. */
  function answerTo(messageId: string, since = Date.now()): Entry {
    const known = talk.turns.find(({ key }) => key === answerKey(messageId));
    if (known) return known;
    const entry = awaited(messageId, since);
    talk.turns = placed(talk.turns, entry);
    return entry;
  }

  /** How far a visitor's message has come; never back. */
  function advance(messageId: string, status: 'delivered' | 'read'): void {
    const entry = talk.turns.find(({ id }) => id === messageId);
    if (entry?.author === 'visitor' && entry.status !== 'read') entry.status = status;
  }

  /** Such a message waits for nobody's answer. */
  function isForPerson(messageId: string): boolean {
    return talk.isWithPerson || messageId <= (talk.state?.deliveredThrough ?? '');
  }

  return {
    waiting,
    merge,
    take,
    answerTo,
    advance,
    /** Whether it was said on this page, or has been fetched. */
    knows: (messageId: string) => dropped.has(messageId) || talk.turns.some(({ id }) => id === messageId),
    /** Answers that are being written are left as they are. */
    stop() {
      for (const entry of talk.turns) {
        if (entry.status !== 'writing') continue;
        entry.status = 'stopped';
        stopped.add(questionOf(entry));
        waiting.delete(questionOf(entry));
      }
      onStored();
    },
    /** Takes a question away with its answer, and returns it. */
    drop(answer: string): Entry | undefined {
      const messageId = answer.slice(3);
      const question = talk.turns.find(({ id }) => id === messageId);
      if (question) {
        dropped.add(messageId);
        talk.turns = talk.turns.filter((entry) => entry !== question && entry.key !== answer);
      }
      return question;
    },
  };
}

function questionOf({ key }: Entry): string {
  return key.slice(3);
}
