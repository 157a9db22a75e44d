import type { ErrorCode } from '#contract/base/errors';
import type { ConversationState } from '#contract/conversations/conversations';
import type { DescribeVisitor, SessionGrant } from '#contract/conversations/widget';
import type { Api } from './api';
import type { Entry } from './entry';

export type Connection = 'idle' | 'connecting' | 'online' | 'offline';

/** Outside business hours `open` is false, and `opensAt` when they begin again, where that is known. */
export type Presence = Pick<SessionGrant, 'open' | 'opensAt'>;

/** What the parts of a conversation share. */
export interface ChatState {
  entries: readonly Entry[];
  connection: Connection;
  /** Of the session that is open, or was. */
  grant: SessionGrant | null;
  /** By which this browser goes on with the conversation; null before there is one. */
  token: string | null;
  state: ConversationState | null;
  problem: ErrorCode | null;
  described: DescribeVisitor;
  /** The first and the last message that the server has told of, by its ids, which sort. */
  firstId: string | null;
  lastId: string | null;
  /** Who of the team writes just now. */
  writer: string | null;
  seenThrough: string;
  readonly isWithPerson: boolean;
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
