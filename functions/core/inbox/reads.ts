import { BatchGetRequest } from 'dynamodb-toolbox';
import type { OriginalLink } from '../../contract/documents';
import { type AttachmentId, BotId, type ConversationId, DocumentId } from '../../contract/ids';
import type {
  Conversation,
  ConversationMessages,
  ConversationPage,
  ConversationQuery,
} from '../../contract/inbox';
import type { Actor } from '../../platform/actor';
import type { Clock } from '../../platform/clock';
import { ParleyError } from '../../platform/errors';
import { queryIndexPage } from '../../platform/pages';
import { readItems } from '../../platform/table-reads';
import { linkToAttachment } from '../attachments/attachments';
import { loadBot } from '../bots/bots';
import {
  accountLists,
  botLists,
  ConversationEntity,
  citationKey,
  citationsOf,
  conversationOf,
  type StoredConversation,
} from '../conversations/entity';
import {
  type ConversationRef,
  isMessageOf,
  loadConversation,
  messagesAfter,
  toReviewedMessage,
} from '../conversations/messages';
import { goneDocuments } from '../knowledge/documents/gone';
import { citedLineage } from '../knowledge/documents/versions';
import { conversationChannel } from '../sockets/entity';
import { toConversation, toSummary } from './views';

/** Conversations of the account or of a bot, of one status or any, newest first. */
export async function listConversations(actor: Actor, query: ConversationQuery): Promise<ConversationPage> {
  const { accountId } = actor;
  const { botId, status, from, to, cursor, limit } = query;
  if (botId) await loadBot({ accountId, botId });
  const { index, partition, idOf, sk } = await listOf(actor, query);
  const page = await queryIndexPage(
    { index, partition, from: from && normalised(from), to: to && normalised(to) },
    { limit, newestFirst: true, ...(cursor !== undefined && { cursor }) },
    (sortKey) => ({ pk: conversationChannel(accountId, idOf(sortKey)), sk: sk(sortKey) }),
  );
  const found = await loadAll(accountId, [...new Set(page.items.map(idOf))]);
  return {
    // An index follows its items: one that has moved on meanwhile is not of this status any more.
    items: found.filter((each) => status === undefined || each.status === status).map(toSummary),
    cursor: page.cursor,
  };
}

export async function getConversation(actor: Actor, conversationId: ConversationId): Promise<Conversation> {
  return toConversation(await loadForInbox(actor, conversationId));
}

export async function listConversationMessages(
  actor: Actor,
  conversationId: ConversationId,
  after: string | undefined,
): Promise<ConversationMessages> {
  if (after !== undefined && !isMessageOf({ conversationId }, after))
    throw new ParleyError('request.invalid', {
      fields: { after: 'This is no message of the conversation.' },
    });
  const { botId } = await loadForInbox(actor, conversationId);
  const { accountId } = actor;
  const messages = await messagesAfter({ accountId, conversationId }, after);
  const cited = messages.flatMap(({ citations = [] }) =>
    citations.map(({ documentId }) => DocumentId.parse(documentId)),
  );
  const gone = await goneDocuments({ accountId, botId: BotId.parse(botId) }, cited);
  return { items: messages.map((message) => toReviewedMessage(message, gone)) };
}

/** A link that saves a file which the visitor handed in. */
export async function openConversationAttachment(
  clock: Clock,
  actor: Actor,
  conversationId: ConversationId,
  attachmentId: AttachmentId,
): Promise<OriginalLink> {
  await loadForInbox(actor, conversationId);
  return linkToAttachment(clock, { accountId: actor.accountId, conversationId }, attachmentId);
}

/** A conversation of the caller's account; neither an editor's trials nor what was opened without a word are in an inbox. */
export async function loadForInbox(
  { accountId }: Pick<Actor, 'accountId'>,
  conversationId: ConversationId,
): Promise<StoredConversation> {
  const conversation = await loadConversation({ accountId, conversationId });
  if (conversation.isTest || conversation.unsaid) throw new ParleyError('conversation.not_found');
  return conversation;
}

/**
 * Heads list by bot, companions by account; one index each by status, and one over all. Answers that cite a document,
 * in any version, list theirs in the same order, one conversation as often as it has such answers: on a page it comes once.
 */
async function listOf({ accountId }: Actor, { botId, documentId, status }: ConversationQuery) {
  if (documentId) {
    if (!botId)
      throw new ParleyError('request.invalid', {
        fields: { documentId: 'Name the bot whose document it is.' },
      });
    const lineage = await citedLineage({ accountId, botId }, documentId);
    return {
      index: 'gsi1',
      partition: citationsOf({ accountId, botId }, lineage),
      idOf: (sortKey: string) => conversationOf(lastPartOf(sortKey)),
      sk: (sortKey: string) => citationKey(lastPartOf(sortKey), lineage),
    } as const;
  }
  const listed = { accountId, conversationId: '', startedAt: '', status: status ?? '' };
  const lists = botId ? botLists({ ...listed, botId }) : accountLists({ ...listed, botId: '' });
  const items = { idOf: lastPartOf, sk: () => (botId ? 'CONVERSATION' : 'COMPANION') } as const;
  return status
    ? ({ index: 'gsi1', partition: lists.gsi1pk, ...items } as const)
    : ({ index: 'gsi2', partition: lists.gsi2pk, ...items } as const);
}

/** As sort keys have it, so that the two compare. */
function normalised(instant: string): string {
  return new Date(instant).toISOString();
}

/** A sort key of the lists: when it began, and the id of it or of the answer in it. */
function lastPartOf(sortKey: string): string {
  return sortKey.slice(sortKey.lastIndexOf('#') + 1);
}

/** In this order; one that was erased since is left out. */
async function loadAll(
  accountId: ConversationRef['accountId'],
  ids: readonly string[],
): Promise<readonly StoredConversation[]> {
  const requests = ids.map((conversationId) =>
    ConversationEntity.build(BatchGetRequest).key({ accountId, conversationId }),
  );
  return (await readItems(requests, { consistent: true })).filter((each) => each !== undefined);
}
