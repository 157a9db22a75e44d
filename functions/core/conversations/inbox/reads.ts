import { BatchGetRequest } from 'dynamodb-toolbox';
import { type AttachmentId, BotId, type ConversationId, DocumentId } from '#contract/base/ids';
import { isOpen } from '#contract/conversations/conversation-status';
import type {
  Conversation,
  ConversationMessages,
  ConversationPage,
  ConversationQuery,
  ConversationSummary,
} from '#contract/conversations/inbox';
import type { MessagesQuery } from '#contract/conversations/messages-query';
import type { OriginalLink } from '#contract/knowledge/documents';
import { mailProblemsOf } from '#core/accounts/mail/undeliverable';
import { conversationChannel } from '#core/accounts/sockets/entity';
import { loadBot } from '#core/bots/bots';
import { findDeletedDocuments } from '#core/knowledge/documents/deleted-documents';
import { citedLineage } from '#core/knowledge/documents/versions';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { queryIndexPage, writeCursor } from '#platform/pages';
import { readItems } from '#platform/table-reads';
import { linkToAttachment } from '../attachments';
import {
  accountLists,
  botLists,
  ConversationEntity,
  citationKey,
  citationsOf,
  conversationOf,
  isGone,
  type StoredConversation,
} from '../entity';
import {
  type ConversationRef,
  isMessageOf,
  latestMessages,
  loadConversation,
  messagesAfter,
  toReviewedMessage,
} from '../messages';
import { ConversationWordEntity, conversationsWith, wordKey } from '../word-entity';
import { wordsToFind } from './index-words';
import { toConversation, toSummary } from './views';

/**
 * Conversations of the account or of a bot, newest first: the open ones of a status by when somebody last wrote, all
 * others by when they began. A range is of when they began.
 */
export async function listConversations(actor: Actor, query: ConversationQuery): Promise<ConversationPage> {
  const { accountId } = actor;
  const { botId, status, cursor, limit } = query;
  if (botId) await loadBot({ accountId, botId });
  const { index, partition, idOf, sk, words } = await listOf(actor, query);
  const fits = conditionOf(query);
  const range = rangeOf(query);
  const read = (after: string | undefined, most: number) =>
    queryIndexPage(
      { index, partition, from: range.from, to: isByLastMessage(query) ? undefined : range.to },
      { limit: most, newestFirst: true, ...(after !== undefined && { cursor: after }) },
      (sortKey) => ({ pk: conversationChannel(accountId, idOf(sortKey)), sk: sk(sortKey) }),
    );
  const items: ConversationSummary[] = [];
  let next = cursor;
  for (let reads = 1; ; reads += 1) {
    const page = await read(next, fits ? READ_AT_ONCE : limit);
    const found = await loadAll(accountId, [...new Set(page.items.map(idOf))]);
    // An index follows its items: one that has moved on meanwhile is not of this status any more.
    const fitting = found.filter(
      (each) => (status === undefined || each.status === status) && fits?.(each) !== false,
    );
    const kept = await withWords(accountId, fitting, words);
    const shown = kept.slice(0, limit - items.length);
    items.push(...shown.map(toSummary));
    const last = shown.at(-1)?.conversationId;
    // More fit than a page takes: the next one begins behind the last of this.
    if (shown.length < kept.length && last !== undefined)
      return { items, cursor: writeCursor(page.items.find((sortKey) => idOf(sortKey) === last) ?? '') };
    if (!fits || items.length === limit || page.cursor === null || reads === MOST_READS)
      return { items, cursor: page.cursor };
    next = page.cursor;
  }
}

/** Where a filter is no key: conversations that one call looks at, and in how many steps. */
const READ_AT_ONCE = 100;
const MOST_READS = 4;

/** What is asked of a conversation that no key says; null where keys say all. */
function conditionOf(query: ConversationQuery): ((conversation: StoredConversation) => boolean) | null {
  const { botId, documentId, text, assignee, stars, language, unanswered } = query;
  const { from, to } = rangeOf(query);
  const isRangeOfKeys = !isByLastMessage(query) || (from === undefined && to === undefined);
  const isListedByBot = botId !== undefined && (text === undefined || documentId !== undefined);
  const others = [assignee, stars, language, unanswered, text].some((filter) => filter !== undefined);
  if (!others && isRangeOfKeys) return null;
  return (each) =>
    (isRangeOfKeys || ((from ?? '') <= each.startedAt && each.startedAt < (to ?? END))) &&
    (isListedByBot || botId === undefined || each.botId === botId) &&
    (assignee === undefined || (each.assigneeId ?? 'nobody') === assignee) &&
    (stars === undefined || each.stars === stars) &&
    (language === undefined || each.language === language) &&
    (unanswered === undefined || (each.unanswered ?? 0) > 0);
}

/** Behind every instant. */
const END = '~';

/** Lists of one open status; those that words or a document lead to are by the beginning, whatever their status. */
function isByLastMessage({ status, text, documentId }: ConversationQuery): boolean {
  return status !== undefined && isOpen(status) && text === undefined && documentId === undefined;
}

/** Those in which all these words were said. */
async function withWords(
  accountId: string,
  conversations: readonly StoredConversation[],
  words: readonly string[],
): Promise<readonly StoredConversation[]> {
  if (words.length === 0) return conversations;
  const requests = conversations.flatMap(({ conversationId }) =>
    words.map((word) =>
      ConversationWordEntity.build(BatchGetRequest).key({ accountId, conversationId, word }),
    ),
  );
  const known = await readItems(requests, { consistent: true });
  return conversations.filter((_, at) =>
    words.every((_, wordAt) => known[at * words.length + wordAt] !== undefined),
  );
}

export async function getConversation(
  clock: Clock,
  actor: Actor,
  conversationId: ConversationId,
): Promise<Conversation> {
  const conversation = toConversation(await loadForInbox(actor, conversationId));
  const { visitor } = conversation;
  if (visitor.email === null) return conversation;
  const [mailProblem] = await mailProblemsOf([visitor.email], clock());
  return { ...conversation, visitor: { ...visitor, ...(mailProblem && { mailProblem }) } };
}

export async function listConversationMessages(
  actor: Actor,
  conversationId: ConversationId,
  { after, before }: MessagesQuery,
): Promise<ConversationMessages> {
  for (const [field, id] of Object.entries({ after, before }))
    if (id !== undefined && !isMessageOf({ conversationId }, id))
      throw new ParleyError('request.invalid', {
        fields: { [field]: 'This is no message of the conversation.' },
      });
  const { botId } = await loadForInbox(actor, conversationId);
  const { accountId } = actor;
  const ref = { accountId, conversationId };
  const messages =
    after === undefined
      ? await latestMessages(ref, before === undefined ? {} : { before })
      : await messagesAfter(ref, after);
  const cited = messages.flatMap(({ citations = [] }) =>
    citations.map(({ documentId }) => DocumentId.parse(documentId)),
  );
  const gone = await findDeletedDocuments({ accountId, botId: BotId.parse(botId) }, cited);
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
  if (conversation.isTest || conversation.empty) throw new ParleyError('conversation.not_found');
  return conversation;
}

/**
 * Heads list by bot, companions by account; one index each by status, and one over all. Answers that cite a document,
 * in any version, list theirs in the same order, one conversation as often as it has such answers: on a page it comes once.
 */
async function listOf({ accountId }: Actor, { botId, documentId, status, text }: ConversationQuery) {
  const searched = text === undefined ? [] : wordsToFind(text);
  if (text !== undefined && searched.length === 0) throw new ParleyError('conversation.words_too_common');
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
      words: searched,
    } as const;
  }
  const [rarest, ...others] = searched;
  if (rarest !== undefined)
    return {
      index: 'gsi1',
      partition: conversationsWith(accountId, rarest),
      idOf: lastPartOf,
      sk: () => wordKey(rarest),
      words: others,
    } as const;
  const listed = { accountId, conversationId: '', startedAt: '', status: status ?? '' } as const;
  const lists = botId ? botLists({ ...listed, botId }) : accountLists({ ...listed, botId: '' });
  const items = {
    idOf: lastPartOf,
    sk: () => (botId ? 'CONVERSATION' : 'COMPANION'),
    words: [] as readonly string[],
  } as const;
  return status
    ? ({ index: 'gsi1', partition: lists.gsi1pk, ...items } as const)
    : ({ index: 'gsi2', partition: lists.gsi2pk, ...items } as const);
}

/** As sort keys have it, so that they compare. */
function rangeOf({ from, to }: ConversationQuery) {
  const normalised = (instant: string | undefined) => instant && new Date(instant).toISOString();
  return { from: normalised(from), to: normalised(to) };
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
  return (await readItems(requests, { consistent: true })).filter(
    (each) => each !== undefined && !isGone(each),
  ) as StoredConversation[];
}
