import type { ErrorCode } from '#contract/base/errors';
import type { Message } from '#contract/conversations/conversations';
import type { PromptReply } from '#contract/conversations/widget';

/** What a message carries besides its words: the answer to a prompt, or a file that was uploaded. */
export interface MessageExtras {
  readonly reply?: PromptReply;
  readonly attachment?: string;
}

/** One turn as the visitor sees it. */
export interface Entry
  extends Pick<Message, 'author' | 'citations'>,
    Partial<Pick<Message, 'authorName' | 'kind' | 'prompt' | 'attachment' | 'thumb'>> {
  /** Stable through resends and reconnects: the visitor's own id, or the id of what it answers. */
  readonly key: string;
  /** The server's id of the message, once it has one. */
  readonly id: string | null;
  text: string;
  /**
   * Of a visitor's message: `sent` is stored, `delivered` being answered or with a person, `read` answered or seen by
   * them. Of an answer: `writing`, then `done`, or `stopped` by the visitor.
   */
  status: 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'writing' | 'done' | 'stopped';
  /** When it came to this page; 0 of what was said before. */
  readonly receivedAt: number;
  error: ErrorCode | null;
  readonly extras?: MessageExtras;
}

/** What an entry is without what the server has said of it. */
export const EMPTY = {
  id: null,
  text: '',
  error: null,
  citations: [],
} satisfies Partial<Entry>;

/** What the visitor has just said. */
export function newMessage(text: string, extras: MessageExtras | undefined): Entry {
  return {
    ...EMPTY,
    key: messageKey(),
    author: 'visitor',
    text,
    status: 'sending',
    receivedAt: Date.now(),
    ...(extras && { extras }),
  };
}

/** The answer to a message, of which nothing is there yet. */
export function pendingAnswer(messageId: string, receivedAt: number): Entry {
  return { ...EMPTY, key: answerKey(messageId), author: 'bot', status: 'writing', receivedAt };
}

const ANSWER_PREFIX = 're:';

export function answerKey(messageId: string): string {
  return ANSWER_PREFIX + messageId;
}

/** Of the message that an answer's key belongs to. */
export function questionId(key: string): string {
  return key.slice(ANSWER_PREFIX.length);
}

/** With one that the server has stored: in place of what was known of it, else before what it has not taken. */
export function insertEntry(entries: readonly Entry[], entry: Entry): Entry[] {
  const at = entries.findIndex(({ key }) => key === entry.key);
  if (at >= 0) return entries.with(at, entry);
  const last = entries.findLastIndex(({ id, author }) => id || author !== 'visitor');
  return entries.toSpliced(last + 1, 0, entry);
}

/** The first that is still to be sent. */
export function unsent({ entries }: { readonly entries: readonly Entry[] }): Entry | undefined {
  return entries.find(({ status }) => status === 'sending');
}

export function failEntry(entry: Entry, code: ErrorCode | null): void {
  entry.status = 'failed';
  entry.error = code;
}

/** As the server takes it. */
export function requestBody({ key, text, extras }: Entry): object {
  return { id: key, text, page: pageAddress(), ...extras };
}

/** Where the visitor is, without what may be in a query. */
export function pageAddress(): string {
  return `${location.origin}${location.pathname}`.slice(0, 2_000);
}

/** `crypto.randomUUID` exists in secure contexts only, and customers' sites may still run on http. */
function messageKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
