import type { ErrorCode } from '#contract/base/errors';
import type { ConversationState } from '#contract/conversations/conversations';
import type { DescribeVisitor, SessionGrant, VisitorHistory } from '#contract/conversations/widget';
import type { Api } from './api';
import type { Entry } from './entry';

export type Connection = 'idle' | 'connecting' | 'online' | 'offline';

/** What the parts of a conversation share. */
export interface ChatState {
  entries: readonly Entry[];
  connection: Connection;
  /** The session that is being opened. */
  opening: Promise<void> | null;
  /** Of the session that is open, or was. */
  grant: SessionGrant | null;
  /** By which this browser goes on with the conversation; null before there is one. */
  token: string | null;
  /** Of the conversation before, which ended for silence or was left for a new one. */
  lastToken: string | null;
  /** Where it stands, as of what the server said last; null before there is a session. */
  state: ConversationState | null;
  /** What keeps messages from the server: too many of them, or a bot that takes none. */
  problem: ErrorCode | null;
  described: DescribeVisitor;
  /** The first and the last message that the server has told of, by its ids, which sort. */
  firstId: string | null;
  lastId: string | null;
  /** The agent that writes just now; null: none. */
  writer: string | null;
  /** The last message that the visitor has seen, on this page or, while a person has the conversation, on another. */
  seenThrough: string;
  /** The visitor's chats on any device, the newest first, once they were asked for. */
  history: VisitorHistory['items'];
  /** Those besides this one. */
  readonly past: VisitorHistory['items'];
  /** Whether a person answers instead of the bot. */
  readonly isWithPerson: boolean;
  /** Whether the visitor or the team has closed it: the next message begins another. */
  readonly isOver: boolean;
  /** Whether it is outside business hours. */
  readonly isAway: boolean;
  /** Nothing was said in it yet that the server knows: what the bot opens with is this page's to show. */
  readonly isNew: boolean;
  /** Whether the conversation before can be taken up again. */
  readonly canContinue: boolean;
  /** Whether more was said before what is shown. */
  readonly hasOlder: boolean;
  /** Who the page says the visitor is, with what proves it; undefined where it says nothing. */
  readonly identity: DescribeVisitor['identity'];
}

export function createChatState(): ChatState {
  const chat: ChatState = {
    entries: [],
    connection: 'idle',
    opening: null,
    grant: null,
    token: null,
    lastToken: null,
    state: null,
    problem: null,
    described: {},
    firstId: null,
    lastId: null,
    writer: null,
    seenThrough: '',
    history: [],
    get past() {
      return chat.history.filter(({ conversationId }) => conversationId !== chat.grant?.conversationId);
    },
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
    get canContinue() {
      return chat.lastToken !== null && !chat.entries[0] && !chat.opening;
    },
    get hasOlder() {
      // Messages are numbered without gaps, from 1.
      return +(chat.firstId?.slice(-6) ?? 1) > 1;
    },
    get identity() {
      return chat.described.identity;
    },
  };
  return chat;
}

export interface Options {
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
