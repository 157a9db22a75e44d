import * as z from 'zod';
import { Citation, ConversationState, Message, MessageKind } from './conversations';
import { Document } from './documents';
import { ErrorCode } from './errors';
import { BotId, ClientMessageId, ConversationId, DocumentId, MessageId } from './ids';
import { ConversationSummary } from './inbox';

/** A single-use ticket for one socket, 60 seconds. */
export const SocketTicket = z.object({ ticket: z.string(), socketUrl: z.string() });
export type SocketTicket = z.infer<typeof SocketTicket>;

/** What the server says: to a visitor about her conversation, to a dashboard about its account. */
export const ServerEvent = z.discriminatedUnion('type', [
  /** The message is stored; `id` is the client's own. A resend gets the same again. */
  z.object({ type: z.literal('message.accepted'), id: ClientMessageId, message: Message }),
  /** The next piece of an answer. `offset` is where in the answer's text it belongs: a gap or an overlap shows. */
  z.object({
    type: z.literal('answer.delta'),
    inReplyTo: MessageId,
    offset: z.number().int().nonnegative(),
    text: z.string(),
  }),
  /** The whole answer: replaces what the deltas built. */
  z.object({
    type: z.literal('answer.done'),
    inReplyTo: MessageId,
    message: Message,
    kind: MessageKind,
    citations: z.array(Citation),
  }),
  z.object({ type: z.literal('answer.failed'), inReplyTo: MessageId, code: ErrorCode }),
  /** A message that answers no other: an agent's, or one that says that a person takes over. */
  z.object({ type: z.literal('message.added'), message: Message }),
  /** To the visitor: where her conversation stands now. */
  z.object({
    type: z.literal('conversation.state'),
    conversationId: ConversationId,
    state: ConversationState,
  }),
  z.object({ type: z.literal('error'), code: ErrorCode, id: ClientMessageId.optional() }),
  z.object({ type: z.literal('pong') }),
  /** The session that opened this socket was signed out; the socket is closed next. */
  z.object({ type: z.literal('session.ended') }),
  /** To the dashboard: a conversation with a person in it, or that waits for one, has changed. */
  z.object({ type: z.literal('conversation.changed'), conversation: ConversationSummary }),
  z.object({ type: z.literal('document.changed'), document: Document }),
  z.object({ type: z.literal('document.removed'), botId: BotId, documentId: DocumentId }),
]);
export type ServerEvent = z.infer<typeof ServerEvent>;
