import * as z from 'zod';
import { Citation } from './answers/citation';
import { ErrorCode } from './base/error-body';
import {
  AccountId,
  BotId,
  ClientMessageId,
  ConversationId,
  DocumentId,
  ExportId,
  MessageId,
  UserId,
} from './base/ids';
import { ConversationState, Message, MessageKind } from './conversations/conversations';
import { ConversationSummary } from './conversations/inbox';
import { Activity } from './insight/dashboard';
import { Notification } from './insight/notifications';
import { ExportStatus } from './insight/reports';
import { Document } from './knowledge/documents';

/** A single-use ticket for one socket, 60 seconds. */
export const SocketTicket = z.object({ ticket: z.string(), socketUrl: z.string() });
export type SocketTicket = z.infer<typeof SocketTicket>;

/** What the server says: to a visitor about their conversation, to a dashboard about its account. */
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
  /** To the visitor: where their conversation stands now. */
  z.object({
    type: z.literal('conversation.state'),
    conversationId: ConversationId,
    state: ConversationState,
  }),
  z.object({ type: z.literal('error'), code: ErrorCode, id: ClientMessageId.optional() }),
  z.object({ type: z.literal('pong') }),
  /** The session that opened this socket was signed out, or its person banned; the socket is closed next. */
  z.object({ type: z.literal('session.ended'), reason: z.literal('suspended').optional() }),
  /** To the dashboard: a conversation with a person in it, or that waits for one, has changed. */
  z.object({ type: z.literal('conversation.changed'), conversation: ConversationSummary }),
  /** To the dashboard: a conversation was deleted. */
  z.object({ type: z.literal('conversation.removed'), conversationId: ConversationId }),
  /** To the dashboard: the team did something in it, or wrote a note. */
  z.object({ type: z.literal('conversation.worked_on'), conversationId: ConversationId }),
  /** To the visitor: an agent writes to them. It is said again while that is so, and holds for twenty seconds. */
  z.object({ type: z.literal('agent.typing'), conversationId: ConversationId, name: z.string() }),
  /** To the dashboard: a visitor writes to a person. It holds for eight seconds. */
  z.object({ type: z.literal('visitor.typing'), conversationId: ConversationId }),
  /** To the dashboard: an agent has a conversation open. */
  z.object({
    type: z.literal('agent.present'),
    conversationId: ConversationId,
    agent: z.object({ userId: UserId, name: z.string() }),
    typing: z.boolean(),
  }),
  /** To the dashboard: its account has another plan, or other counts of bots on the air or of members. */
  z.object({ type: z.literal('account.changed') }),
  /** To the dashboard: members or invitations of its account are others than before. */
  z.object({ type: z.literal('team.changed') }),
  /** To the dashboard: plan or subscription of its account are others than before. */
  z.object({ type: z.literal('billing.changed') }),
  /** To a person who may not act for this account any more; the socket is closed next. */
  z.object({ type: z.literal('membership.ended') }),
  /** Asked for by somebody who wants to see that live figures arrive. */
  z.object({ type: z.literal('analytics.test'), by: UserId, at: z.string() }),
  /** To the dashboard: something happened in its account. */
  z.object({ type: z.literal('activity.added'), activity: Activity }),
  /** To a person, in whatever account their dashboard is: they were told of something. */
  z.object({
    type: z.literal('notification.added'),
    accountId: AccountId,
    notification: Notification,
    /** Whether they want to see it in the notification centre, and as a message of their browser. */
    inApp: z.boolean(),
    inBrowser: z.boolean(),
  }),
  z.object({ type: z.literal('document.changed'), document: Document }),
  /** To the dashboard: how far an export is. What is in it is asked for by who may see it. */
  z.object({
    type: z.literal('export.changed'),
    exportId: ExportId,
    status: ExportStatus,
    progress: z.number().min(0).max(1),
  }),
  z.object({ type: z.literal('document.removed'), botId: BotId, documentId: DocumentId }),
]);
export type ServerEvent = z.infer<typeof ServerEvent>;
