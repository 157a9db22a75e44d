import { QueryCommand } from 'dynamodb-toolbox';
import { type AccountId, ClientMessageId, ConversationId, DocumentId, MessageId } from '#contract/base/ids';
import { Prompt } from '#contract/bots/flow';
import { Attachment } from '#contract/conversations/attachments';
import type { ConversationState, Message } from '#contract/conversations/conversations';
import type { ReviewedMessage } from '#contract/conversations/inbox';
import { conversationChannel } from '#core/accounts/sockets/entity';
import { ParleyError } from '#platform/errors';
import { table } from '#platform/table';
import { readItem } from '#platform/table-reads';
import { isAbandoned } from './abandoned';
import {
  ConversationEntity,
  HEAD_KEY,
  isGone,
  MessageEntity,
  parseMessageId,
  type StoredConversation,
  type StoredMessage,
} from './entity';

export interface ConversationRef {
  readonly accountId: AccountId;
  readonly conversationId: ConversationId;
}

/** Most messages that one reading gives. */
const PAGE = 100;

export async function loadConversation({
  accountId,
  conversationId,
}: ConversationRef): Promise<StoredConversation> {
  const item = await readItem(ConversationEntity, { accountId, conversationId });
  if (!item || isGone(item)) throw new ParleyError('conversation.not_found');
  return item;
}

/** The same, where it may have been erased meanwhile. */
export async function findConversation(ref: ConversationRef): Promise<StoredConversation | undefined> {
  try {
    return await loadConversation(ref);
  } catch (error) {
    if (error instanceof ParleyError && error.code === 'conversation.not_found') return undefined;
    throw error;
  }
}

/** A conversation's head with its newest messages, oldest first, in one Query. */
export async function loadWithMessages(
  ref: ConversationRef,
  limit: number,
): Promise<{ readonly conversation: StoredConversation; readonly recent: readonly StoredMessage[] }> {
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({
      partition: conversationChannel(ref.accountId, ref.conversationId),
      range: { between: ['MESSAGE#', HEAD_KEY] },
    })
    .entities(ConversationEntity, MessageEntity)
    .options({ consistent: true, limit: limit + 1, reverse: true })
    .send();
  const [head, ...messages] = Items;
  if (!head || !('lastSequence' in head) || isGone(head)) throw new ParleyError('conversation.not_found');
  return {
    conversation: head,
    recent: messages.filter((each): each is StoredMessage => 'messageId' in each).reverse(),
  };
}

export async function findMessage(
  { accountId, conversationId }: ConversationRef,
  messageId: string,
): Promise<StoredMessage | undefined> {
  return readItem(MessageEntity, { accountId, conversationId, messageId });
}

/** Messages after one, oldest first. Ids have no gaps, so that nothing can appear before what was read. */
export async function messagesAfter(
  ref: ConversationRef,
  after: string | undefined,
  limit: number = PAGE,
): Promise<readonly StoredMessage[]> {
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({
      partition: conversationChannel(ref.accountId, ref.conversationId),
      range:
        after === undefined ? { beginsWith: 'MESSAGE#' } : { between: [`MESSAGE#${after}!`, 'MESSAGE#~'] },
    })
    .entities(MessageEntity)
    .options({ consistent: true, limit })
    .send();
  return Items;
}

/** The newest messages, or those before one; oldest first. */
export async function latestMessages(
  ref: ConversationRef,
  { limit = PAGE, before }: { readonly limit?: number; readonly before?: string } = {},
): Promise<readonly StoredMessage[]> {
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({
      partition: conversationChannel(ref.accountId, ref.conversationId),
      range:
        before === undefined ? { beginsWith: 'MESSAGE#' } : { between: ['MESSAGE#', `MESSAGE#${before}`] },
    })
    .entities(MessageEntity)
    // `between` includes its end.
    .options({ consistent: true, limit: before === undefined ? limit : limit + 1, reverse: true })
    .send();
  return Items.filter(({ messageId }) => messageId !== before)
    .slice(0, limit)
    .reverse();
}

/** Whether an id can be that of a message of this conversation. */
export function isMessageOf(
  { conversationId }: Pick<ConversationRef, 'conversationId'>,
  messageId: string,
): boolean {
  return parseMessageId(messageId)?.conversationId === conversationId;
}

/** The message as it crosses the wire. */
export function toMessage(stored: StoredMessage): Message {
  return {
    id: MessageId.parse(stored.messageId),
    conversationId: ConversationId.parse(stored.conversationId),
    author: stored.author,
    authorName: stored.authorName ?? null,
    text: stored.text,
    createdAt: stored.createdAt,
    clientMessageId: stored.clientMessageId ? ClientMessageId.parse(stored.clientMessageId) : null,
    inReplyTo: stored.inReplyTo ? MessageId.parse(stored.inReplyTo) : null,
    kind: stored.kind ?? null,
    citations: (stored.citations ?? []).map((citation) => ({
      number: citation.number,
      documentId: DocumentId.parse(citation.documentId),
      title: citation.title,
      page: citation.page ?? null,
      heading: citation.heading ?? null,
      quote: citation.quote,
    })),
    prompt: promptOf(stored),
    attachment: stored.attachment ? Attachment.parse(stored.attachment) : null,
    thumb: stored.thumb ?? null,
  };
}

/** The same for the team, with how an answer came to be, and what the visitor missed in it. */
export function toReviewedMessage(stored: StoredMessage, gone: ReadonlySet<DocumentId>): ReviewedMessage {
  const message = toMessage(stored);
  const cited = new Set(message.citations.map(({ documentId }) => documentId));
  return {
    ...message,
    record: stored.record ?? null,
    thumbComment: stored.thumbComment ?? null,
    goneDocuments: [...cited].filter((documentId) => gone.has(documentId)),
  };
}

/** One that was stored before its fields were what they are now is none: its conversation stays readable. */
function promptOf({ prompt }: StoredMessage): Prompt | null {
  return prompt === undefined ? null : (Prompt.safeParse(JSON.parse(prompt)).data ?? null);
}

/**
 * Where a conversation stands, as its visitor may know it. A write that changes any of it adds one to `revision`: by it
 * visitors are told, and what is told late does not undo what is newer.
 */
export function stateOf(conversation: StoredConversation): ConversationState {
  const { revision, status, assigneeName, deliveredThrough, agentReadThrough, visitorEmail, stars } =
    conversation;
  const messageId = (id: string | undefined) => (id === undefined ? null : MessageId.parse(id));
  return {
    revision: revision ?? 0,
    // Whether a person has answered last is nothing to the visitor: they talk to one.
    status: isAbandoned(conversation) ? 'active' : status === 'pending' ? 'escalated' : status,
    agentName: assigneeName ?? null,
    deliveredThrough: messageId(deliveredThrough),
    readThrough: messageId(agentReadThrough),
    reachable: visitorEmail !== undefined,
    stars: stars ?? null,
  };
}
