import {
  any,
  boolean,
  Entity,
  type FormattedItem,
  item,
  list,
  map,
  number,
  set,
  string,
} from 'dynamodb-toolbox';
import type { AnswerRecord } from '#contract/answers/answer-record';
import { ConversationId } from '#contract/base/ids';
import { isOpen } from '#contract/conversations/conversation-status';
import type { ConversationStatus } from '#contract/conversations/conversations';
import type { CollectedValue } from '#contract/conversations/inbox';
import type { Variables } from '#contract/conversations/variables';
import type { PromptReply } from '#contract/conversations/widget';
import { conversationChannel } from '#core/accounts/sockets/entity';
import type { FlowState } from '#core/bots/flow/run';
import { table } from '#platform/table';

const key = { accountId: string().key(), conversationId: string().key() };

type ConversationKey = { readonly accountId: string; readonly conversationId: string };

/** All of a conversation lies in one partition: head, companion, messages, lease, and who listens to it. */
function partition({ accountId, conversationId }: ConversationKey): string {
  return conversationChannel(accountId, conversationId);
}

/** Of the head: behind its messages, so that one Query gives it and the last of them. */
export const HEAD_KEY = 'MESSAGES';

const indexed = { gsi1pk: string(), gsi1sk: string(), gsi2pk: string(), gsi2sk: string() };

/** gsi1 lists a bot's conversations of one status, gsi2 all of a bot's. */
export const ConversationEntity = new Entity({
  name: 'Conversation',
  table,
  timestamps: false,
  schema: item({
    ...key,
    botId: string(),
    widgetId: string(),
    /** An editor's trial of the draft: in no list, and not counted. */
    isTest: boolean().optional(),
    /** A page has opened it, and its visitor has said nothing yet: in no list of the inbox, and not counted. */
    empty: boolean().optional(),
    /** Begun when those at its visitor's address had had their share of the month: not counted, and answered without models. */
    isOverShare: boolean().optional(),
    /** Its visitor had spoken with the bot before, an hour ago at least. */
    hasComeBack: boolean().optional(),
    /** Seconds since 1970; while nothing is said, and once it is erased because its time has come. */
    expiresAt: number().optional(),
    /** After its last message, where its bot keeps it for a time only. See keeping.ts. */
    daysKept: number().optional(),
    status: string().enum('active', 'ended', 'escalated', 'resolved', 'pending'),
    language: string().enum('en', 'de'),
    /** Where the visitor began: the page's address without query. */
    page: string().optional(),
    /** Where they were last, where that is another page. */
    currentPage: string().optional(),
    startedAt: string(),
    lastMessageAt: string().optional(),
    /** Changes of what its visitor is told of it (`stateOf`): each of them adds one. */
    revision: number().optional(),
    /** Number of the last message. Each message's transaction moves it on, so that there are no gaps. */
    lastSequence: number(),
    /** What the visitor has written to the bot; the plan limits it. */
    visitorMessages: number().optional(),
    /** How many of them came in which minute, lately: see pace.ts. */
    pace: map({ minute: number(), messages: number() }).optional(),
    /**
     * The function that writes answers in it now, until when (in milliseconds since 1970), and up to which message: once
     * that is answered the turn is over. See lease.ts.
     */
    turn: map({ owner: string(), until: number(), through: number() }).optional(),
    /** The visitor's last message that has its answer, or has failed: all before it have too. */
    answeredThrough: string().optional(),
    /** The bot's or agent's last message that the visitor has seen. */
    readThrough: string().optional(),
    /** When the browser said so, in milliseconds since 1970. */
    readAt: number().optional(),
    /** The agents' last message that has come to a browser of the visitor. */
    visitorDeliveredThrough: string().optional(),
    /** The agents' last message that was mailed to a visitor who had not read it. */
    repliesMailedThrough: string().optional(),
    /** The visitor's last message that was delivered to an agent, and the last that an agent has read. */
    deliveredThrough: string().optional(),
    agentReadThrough: string().optional(),
    /** The agent that answers instead of the bot. */
    assigneeId: string().optional(),
    assigneeName: string().optional(),
    /** Why it went to a person the last time. */
    escalation: map({
      trigger: string().enum('manual', 'failed_responses', 'sentiment', 'keywords'),
      at: string(),
    }).optional(),
    /** Why it ended, where neither its visitor nor the team had ended it. */
    endedBecause: string().enum('bot_deleted', 'bot_unpublished', 'abandoned').optional(),
    /** When its team was told by mail that it waits for a person, this time: once is enough. */
    alertedAt: string().optional(),
    /** The visitor was asked for an address: one in the next messages is the visitor's own. */
    asksAddress: boolean().optional(),
    /** Messages of the visitor to a person that no agent has seen. */
    unread: number().optional(),
    /** The beginning of what was said last. */
    lastMessage: map({ author: string().enum('visitor', 'bot', 'agent'), text: string() }).optional(),
    /** The same of what the visitor said last. */
    lastQuestion: string().optional(),
    /** While its status is escalated: since when its visitor waits. */
    waitingSince: string().optional(),
    /** Questions to which the documents held no answer. */
    unanswered: number().optional(),
    stars: number().optional(),
    ratingComment: string().optional(),
    /** Where it stands in the bot's flow, and what the flow has collected. */
    flowState: any().castAs<FlowState>().optional(),
    collected: any().castAs<readonly CollectedValue[]>().optional(),
    /** The visitor has given contact details. */
    providedContact: boolean().optional(),
    /** The first conversation of a visitor without a name, of which their number is made. */
    firstConversationId: string().optional(),
    /** Of a visitor whose identity verified. */
    visitorUserId: string().optional(),
    visitorName: string().optional(),
    visitorEmail: string().optional(),
    /** What the page knows. */
    variables: any().castAs<Variables>().optional(),
    /** Times that the page has said something about its visitor: of two at once neither undoes the other. */
    descriptions: number().optional(),
    /** Files that were announced in it. */
    attachmentCount: number().optional(),
    /** Documents that answers cite: the visitor may open these originals and no others. */
    citedDocuments: set(string()).optional(),
    /** Somebody has deleted it, and from when on nobody can bring it back. */
    deletedAt: string().optional(),
    isErased: boolean().optional(),
    ...indexed,
    /** A trial is in no list by its status. */
    gsi1pk: string().optional(),
    gsi1sk: string().optional(),
  }),
  computeKey: (input) => ({ pk: partition(input), sk: HEAD_KEY }),
});
export type StoredConversation = FormattedItem<typeof ConversationEntity>;

/** Deleted by the team, which may bring it back for a while, or about to be erased: nobody is shown any of it. */
export function isGone({ deletedAt, isErased }: Pick<StoredConversation, 'deletedAt' | 'isErased'>): boolean {
  return deletedAt !== undefined || isErased === true;
}

/** The same conversation in the account's lists: an item is in an index once. */
export const ConversationCompanionEntity = new Entity({
  name: 'ConversationCompanion',
  table,
  timestamps: false,
  schema: item({ ...key, ...indexed, expiresAt: number().optional() }),
  computeKey: (input) => ({ pk: partition(input), sk: 'COMPANION' }),
});

export interface ListedConversation extends ConversationKey {
  readonly botId: string;
  readonly status: ConversationStatus | '';
  readonly startedAt: string;
  readonly lastMessageAt?: string | undefined;
  readonly waitingSince?: string | undefined;
}

/**
 * Where it stands among those of its status: what waits for a person by since when, other open ones by when somebody
 * last wrote, closed ones by when they began. It is never before the beginning: a list of those that began since a day
 * needs no key from before.
 */
function placeByStatus({
  status,
  startedAt,
  lastMessageAt = '',
  waitingSince = lastMessageAt,
  conversationId,
}: ListedConversation): string {
  const moved = status === 'escalated' ? waitingSince : lastMessageAt;
  const isMoved = status !== '' && isOpen(status) && moved > startedAt;
  return `${isMoved ? moved : startedAt}#${conversationId}`;
}

interface BotKey {
  readonly accountId: string;
  readonly botId: string;
}

/**
 * Where all conversations of a bot are listed, by gsi2. The account is left out, since the head that has these keys costs
 * twice as much past a kilobyte: an id of a bot is of one account, and heads are read under the key of the caller's.
 */
export function conversationsOf({ botId }: BotKey): string {
  return `BOT#${botId}#CONVERSATIONS`;
}

/** And where its trials are. */
export function testsOf({ botId }: BotKey): string {
  return `BOT#${botId}#TESTS`;
}

/** Index attributes of the head; they change, with the companion's, in the transaction that changes the status or adds a message. */
export function botLists(listed: ListedConversation) {
  const { status, startedAt, conversationId } = listed;
  const bot = conversationsOf(listed);
  return {
    gsi1pk: `${bot}#${status}`,
    gsi1sk: placeByStatus(listed),
    gsi2pk: bot,
    gsi2sk: `${startedAt}#${conversationId}`,
  };
}

/** And what was opened without a word. */
export function emptyConversationsOf({ botId }: BotKey): string {
  return `BOT#${botId}#EMPTY`;
}

/** What was opened without a word, to be found when everything of its bot is erased. */
export function emptyList({ accountId, botId, startedAt, conversationId }: ListedConversation) {
  return {
    gsi2pk: emptyConversationsOf({ accountId, botId }),
    gsi2sk: `${startedAt}#${conversationId}`,
  };
}

/** A bot's trials, to be found when everything of it is erased. */
export function testList({ accountId, botId, startedAt, conversationId }: ListedConversation) {
  return {
    gsi2pk: testsOf({ accountId, botId }),
    gsi2sk: `${startedAt}#${conversationId}`,
  };
}

/** Where all conversations of an account are listed, by gsi2; by gsi1 with their status behind it. */
export function conversationsOfAccount(accountId: string): string {
  return `ACCOUNT#${accountId}#CONVERSATIONS`;
}

/** Index attributes of the companion. */
export function accountLists(listed: ListedConversation) {
  const { accountId, status, startedAt, conversationId } = listed;
  const account = conversationsOfAccount(accountId);
  return {
    gsi1pk: `${account}#${status}`,
    gsi1sk: placeByStatus(listed),
    gsi2pk: account,
    gsi2sk: `${startedAt}#${conversationId}`,
  };
}

/** What was said in a conversation, of whoever. gsi1 lists what waits for the bot, until its answer or failure is stored. */
export const MessageEntity = new Entity({
  name: 'Message',
  table,
  timestamps: false,
  schema: item({
    ...key,
    messageId: string().key(),
    author: string().enum('visitor', 'bot', 'agent'),
    /** Of an agent's message. */
    authorId: string().optional(),
    authorName: string().optional(),
    text: string(),
    createdAt: string(),
    clientMessageId: string().optional(),
    inReplyTo: string().optional(),
    kind: string().enum('generated', 'quoted', 'abstained', 'guided', 'escalated', 'ended').optional(),
    /** JSON of a Prompt: it is the contract's, and nothing here looks into it. */
    prompt: string().optional(),
    /** Of a visitor's message: how it answers a prompt otherwise than in words. */
    reply: any().castAs<PromptReply>().optional(),
    attachment: map({ id: string(), name: string(), size: number(), type: string() }).optional(),
    thumb: string().enum('up', 'down').optional(),
    thumbComment: string().optional(),
    citations: list(
      map({
        number: number(),
        documentId: string(),
        title: string(),
        page: number().optional(),
        heading: string().optional(),
        quote: string(),
      }),
    ).optional(),
    /** Of a bot's message: what was asked, where the documents held no answer to it. */
    unanswered: string().optional(),
    /** Of the bot's answers from documents: how it came to be. */
    record: any().castAs<AnswerRecord>().optional(),
    /** Of a visitor's message: the answer it got. Its condition is what makes an answer come once. */
    answeredBy: string().optional(),
    /** Of a visitor's message: it went to a person, so the bot does not answer it. */
    toPerson: boolean().optional(),
    /** Of a visitor's message: why it gets no answer. */
    failure: string().optional(),
    failedAt: string().optional(),
    /** Seconds since 1970: of what the bot opens with, while the visitor says nothing; else see keeping.ts. */
    expiresAt: number().optional(),
    /** Of a visitor's message that waits for the bot, and of no other: gsi1 lists these, see waiting-messages.ts. */
    gsi1pk: string().optional(),
    gsi1sk: string().optional(),
    /** Times that it was found to wait for too long. */
    overdue: number().optional(),
  }),
  computeKey: ({ messageId, ...input }) => ({ pk: partition(input), sk: messageKey(messageId) }),
});
export type StoredMessage = FormattedItem<typeof MessageEntity>;

/**
 * That an answer cites a document, in its conversation's partition, with which it goes. gsi1 lists what cites any
 * version of a document, by when the conversation began, as conversations are listed.
 */
export const CitationEntity = new Entity({
  name: 'Citation',
  table,
  timestamps: false,
  schema: item({
    ...key,
    messageId: string().key(),
    /** Of the document: a version that takes its place is what the answer opens then. */
    lineage: string().key(),
    expiresAt: number().optional(),
    gsi1pk: string(),
    gsi1sk: string(),
  }),
  computeKey: ({ messageId, lineage, ...input }) => ({
    pk: partition(input),
    sk: citationKey(messageId, lineage),
  }),
});

export function citationKey(messageId: string, lineage: string): string {
  return `CITATION#${messageId}#${lineage}`;
}

/** Where all that cites a version of a document is listed, by gsi1. */
export function citationsOf({ accountId, botId }: BotKey, lineage: string): string {
  return `ACCOUNT#${accountId}#BOT#${botId}#CITATIONS#${lineage}`;
}

/** Which message a client's id became: a resend finds it here. */
export const ClientMessageEntity = new Entity({
  name: 'ClientMessage',
  table,
  timestamps: false,
  schema: item({
    ...key,
    clientMessageId: string().key(),
    messageId: string(),
    expiresAt: number().optional(),
  }),
  computeKey: ({ clientMessageId, ...input }) => ({ pk: partition(input), sk: `CLIENT#${clientMessageId}` }),
});

/** A call over HTTP that waits for its answer, in one of the conversation's few places. */
export const WaitingCallEntity = new Entity({
  name: 'WaitingCall',
  table,
  timestamps: false,
  schema: item({
    ...key,
    place: number().key(),
    owner: string(),
    /** Milliseconds since 1970, by when the call has ended. */
    until: number(),
    expiresAt: number(),
  }),
  computeKey: (input) => ({ pk: partition(input), sk: `WAITING_CALL#${input.place}` }),
});

export function messageKey(messageId: string): string {
  return `MESSAGE#${messageId}`;
}

/** What a message's id says; null for a text that is none. */
export function parseMessageId(
  messageId: string,
): { readonly conversationId: ConversationId; readonly sequence: number } | null {
  const [, conversation, sequence] = /^(.+)-(\d+)$/.exec(messageId) ?? [];
  const conversationId = ConversationId.safeParse(conversation).data;
  return conversationId && sequence ? { conversationId, sequence: Number(sequence) } : null;
}

/** The conversation of a message whose id is stored. */
export function conversationOf(messageId: string): ConversationId {
  const parsed = parseMessageId(messageId);
  if (!parsed) throw new Error(`${messageId} is no message's id.`);
  return parsed.conversationId;
}
