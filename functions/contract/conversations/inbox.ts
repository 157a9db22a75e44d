import * as z from 'zod';
import { MailProblem } from '../accounts/mail-problem';
import { Language } from '../accounts/profile';
import { AnswerRecord } from '../answers/answer-record';
import {
  AttachmentId,
  BotId,
  ClientMessageId,
  ConversationId,
  DocumentId,
  MessageId,
  UserId,
} from '../base/ids';
import { Line, Lines, Text } from '../base/text';
import { EscalationTrigger } from '../bots/bot-config';
import { FieldKey, FieldType } from '../bots/flow';
import { MAX_MESSAGE_LENGTH } from './bounds';
import { CONVERSATION_ACTIONS } from './conversation-status';
import { ConversationStatus, EndReason, Message } from './conversations';

/** A message as the team sees it. */
export const ReviewedMessage = Message.extend({
  /** Of the bot's answers from documents. */
  record: AnswerRecord.nullable(),
  /** What the visitor missed in an answer that did not help them. */
  thumbComment: z.string().nullable(),
  /** Documents it cites that have been deleted since, so that nothing opens them. */
  goneDocuments: z.array(DocumentId),
});
export type ReviewedMessage = z.infer<typeof ReviewedMessage>;

/** Why a conversation went to a person: who asked for one, or what the bot's settings noticed. */
export const Escalation = z.object({ trigger: EscalationTrigger, at: z.iso.datetime() });
export type Escalation = z.infer<typeof Escalation>;

/** A value that a flow has collected. */
export const CollectedValue = z.object({
  key: FieldKey,
  label: z.string(),
  type: FieldType,
  /** Of a file its name. */
  value: z.union([z.string(), z.array(z.string())]),
  /** Of a file; of one from before it was kept none. */
  attachmentId: AttachmentId.optional(),
});
export type CollectedValue = z.infer<typeof CollectedValue>;

/** A conversation in a list. */
export const ConversationSummary = z.object({
  id: ConversationId,
  botId: BotId,
  status: ConversationStatus,
  language: Language,
  startedAt: z.iso.datetime(),
  lastMessageAt: z.iso.datetime().nullable(),
  messageCount: z.number().int().nonnegative(),
  /** The beginning of what was said last. */
  lastMessage: z.object({ author: Message.shape.author, text: z.string() }).nullable(),
  /** The visitor's name or address, where they or the website gave one. */
  visitorName: z.string().nullable(),
  /** Messages of the visitor since an agent last looked; counted while a person answers. */
  unread: z.number().int().nonnegative(),
  assignee: z.object({ userId: UserId, name: z.string() }).nullable(),
  stars: z.number().int().min(1).max(5).nullable(),
  /** Tells visitors without a name apart. */
  visitorNumber: z.number().int(),
  /** Address of the page that the visitor is on, or was last. */
  currentPage: z.string().nullable(),
  /** The visitor's questions to which the documents held no answer. */
  unanswered: z.number().int().nonnegative(),
  /** The beginning of what the visitor said last. */
  lastQuestion: z.string().nullable(),
  /** Since when the visitor waits for a person; null while they do not. */
  waitingSince: z.iso.datetime().nullable(),
  /** Null: its visitor or the team has ended it, or it goes on. */
  endedBecause: EndReason.nullable(),
});
export type ConversationSummary = z.infer<typeof ConversationSummary>;

/** Everything about a conversation but its messages. */
export const Conversation = ConversationSummary.extend({
  /** Where the visitor began: the page's address without query. */
  page: z.string().nullable(),
  visitor: z.object({
    /** Of a visitor whose identity verified. */
    userId: z.string().nullable(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    /** Where one looks at it: why mails do not reach them. */
    mailProblem: MailProblem.optional(),
  }),
  variables: z.record(z.string(), z.string()),
  collected: z.array(CollectedValue),
  /** Whether the visitor has said how they can be reached. */
  providedContact: z.boolean(),
  escalation: Escalation.nullable(),
  ratingComment: z.string().nullable(),
  /** How far agents' messages have come to a browser of the visitor, and how far they have read. */
  visitorDeliveredThrough: MessageId.nullable(),
  visitorReadThrough: MessageId.nullable(),
  /** How far agents' messages that they had not read have been mailed to them. */
  repliesMailedThrough: MessageId.nullable(),
});
export type Conversation = z.infer<typeof Conversation>;

/** In charge: an agent, or nobody. */
export const Assignee = z.union([z.literal('nobody'), UserId]);
export type Assignee = z.infer<typeof Assignee>;

export const ConversationQuery = z.object({
  botId: BotId.optional(),
  /** Those in which an answer cites this document; with its bot's id. */
  documentId: DocumentId.optional(),
  status: ConversationStatus.optional(),
  /** Begun at or after, and before. */
  from: Text(40).check(z.iso.datetime()).optional(),
  to: Text(40).check(z.iso.datetime()).optional(),
  /** What is no key: a page may hold few that fit, or none, and yet have a next one. */
  assignee: Assignee.optional(),
  stars: z.coerce.number().int().min(1).max(5).optional(),
  language: Language.optional(),
  /** Those with a question to which the documents held no answer. */
  unanswered: z.enum(['yes']).optional(),
  /** Those behind a figure of the analytics: what was counted of them, as `countedAs` writes it. */
  counted: Text(1_000)
    .regex(/^(DAY|TOPICS|PAGES):./s)
    .optional(),
  /** All of its words were said, or name the visitor. */
  text: Line({ max: 100 }).optional(),
  cursor: Text(2_000).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
});
export type ConversationQuery = z.infer<typeof ConversationQuery>;

export const ConversationPage = z.object({
  items: z.array(ConversationSummary),
  cursor: z.string().nullable(),
});
export type ConversationPage = z.infer<typeof ConversationPage>;

/** Whom people talk to: everything that an agent's day is made of. */
export const ConversationsWithPeople = z.object({
  /** Their visitors wait for a person, the longest first. */
  waiting: z.array(ConversationSummary),
  /** A person has answered last, the newest first. */
  answered: z.array(ConversationSummary),
  /** Those that the bot talks to. */
  withBot: z.number().int().nonnegative(),
  /** There are more than this holds or has counted. */
  isMore: z.object({ waiting: z.boolean(), answered: z.boolean(), withBot: z.boolean() }),
});
export type ConversationsWithPeople = z.infer<typeof ConversationsWithPeople>;

export const ConversationMessages = z.object({ items: z.array(ReviewedMessage) });
export type ConversationMessages = z.infer<typeof ConversationMessages>;

/** Conversations of a bot that wait for somebody at the moment. */
export const UnderWay = z.object({
  count: z.number().int().nonnegative(),
  /** There are more than were counted. */
  isMore: z.boolean(),
});
export type UnderWay = z.infer<typeof UnderWay>;

/** An agent's message to the visitor. The first one takes the conversation over from the bot. */
export const ReplyToVisitor = z.object({
  id: ClientMessageId,
  text: Lines({ min: 1, max: MAX_MESSAGE_LENGTH }),
  /** The last message that the agent had seen: refused where another agent has written after it. */
  seenThrough: MessageId.optional(),
});
export type ReplyToVisitor = z.infer<typeof ReplyToVisitor>;

/** `take_over` pauses the bot and assigns the caller, `hand_back` lets the bot answer again. */
export const ConversationAction = z.enum(CONVERSATION_ACTIONS);
export type ConversationAction = z.infer<typeof ConversationAction>;

export const ActOnConversation = z.object({ action: ConversationAction });
export type ActOnConversation = z.infer<typeof ActOnConversation>;

/** An agent has seen what the visitor wrote up to here. */
export const MarkRead = z.object({ through: MessageId });
export type MarkRead = z.infer<typeof MarkRead>;
