import { BatchGetRequest } from 'dynamodb-toolbox';
import { type AttachmentId, BotId, ConversationId, DocumentId } from '#contract/base/ids';
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
import { type Page, queryIndexPage, readCursor, writeCursor } from '#platform/pages';
import { readItems } from '#platform/table-reads';
import { linkToAttachment } from '../attachments';
import {
  accountLists,
  botLists,
  ConversationEntity,
  citationKey,
  citationsOf,
  conversationOf,
  HEAD_KEY,
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
import { findByWords, haveWords } from '../words/find-words';
import { wordsToFind } from '../words/stems';
import { toConversation, toSummary } from './views';

/**
 * Conversations of the account or of a bot, newest first: the open ones of a status by when somebody last wrote, all
 * others by when they began. A range is of when they began.
 * `wereCounted` tells which are behind a figure; without it the list is of all.
 */
export async function listConversations(
  actor: Actor,
  query: ConversationQuery,
  wereCounted?: WereCounted,
): Promise<ConversationPage> {
  const { accountId } = actor;
  const { botId, status, cursor, limit } = query;
  if (botId) await loadBot({ accountId, botId });
  const { read, idOf } = await listOf(actor, query);
  const fits = conditionOf(query);
  const items: ConversationSummary[] = [];
  let next = cursor;
  for (let reads = 1; ; reads += 1) {
    const page = await read(next, fits ? READ_AT_ONCE : limit);
    const found = await loadAll(accountId, [...new Set(page.items.map(idOf))]);
    // An index follows its items: one that has moved on meanwhile is not of this status any more.
    const fitting = found.filter(
      (each) => (status === undefined || each.status === status) && fits?.(each) !== false,
    );
    const kept = await thatWereCounted(await withWords(accountId, fitting, query), actor, query, wereCounted);
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
  const { botId, documentId, text, assignee, stars, language, unanswered, counted } = query;
  const { from, to } = rangeOf(query);
  const isByWords = text !== undefined && documentId === undefined;
  const isRangeOfKeys = (!isByWords && !isByLastMessage(query)) || (from === undefined && to === undefined);
  const others = [assignee, stars, language, unanswered, text, counted].some(
    (filter) => filter !== undefined,
  );
  if (!others && isRangeOfKeys) return null;
  return (each) =>
    (isRangeOfKeys || ((from ?? '') <= each.startedAt && each.startedAt < (to ?? END))) &&
    (!isByWords || botId === undefined || each.botId === botId) &&
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

/** Of those that cite a document, the ones in which the words were said, too: their ids are as near as their times. */
async function withWords(
  accountId: string,
  conversations: readonly StoredConversation[],
  { text, documentId }: ConversationQuery,
): Promise<readonly StoredConversation[]> {
  if (text === undefined || documentId === undefined || conversations.length === 0) return conversations;
  const ids = conversations.map(({ conversationId }) => conversationId).sort();
  const found = await haveWords(accountId, wordsToFind(text), ids);
  return conversations.filter(({ conversationId }) => found.has(conversationId));
}

/** Which of an account's conversations were counted so, by their ids. */
type WereCounted = (
  accountId: string,
  conversationIds: readonly string[],
  counted: string,
) => Promise<ReadonlySet<string>>;

async function thatWereCounted(
  conversations: readonly StoredConversation[],
  { accountId }: Actor,
  { counted }: ConversationQuery,
  wereCounted: WereCounted | undefined,
): Promise<readonly StoredConversation[]> {
  if (counted === undefined || !wereCounted || conversations.length === 0) return conversations;
  const ids = conversations.map(({ conversationId }) => conversationId);
  const found = await wereCounted(accountId, ids, counted);
  return conversations.filter(({ conversationId }) => found.has(conversationId));
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
async function listOf(
  { accountId }: Actor,
  query: ConversationQuery,
): Promise<{
  readonly read: (after: string | undefined, most: number) => Promise<Page<string>>;
  readonly idOf: (sortKey: string) => ConversationId;
}> {
  const { botId, documentId, status, text } = query;
  const words = text === undefined ? [] : wordsToFind(text);
  if (text !== undefined && words.length === 0) throw new ParleyError('conversation.words_too_common');
  const range = rangeOf(query);
  const indexPages =
    (
      index: 'gsi1' | 'gsi2',
      partition: string,
      idOf: (sortKey: string) => string,
      skOf: (sortKey: string) => string,
    ) =>
    (after: string | undefined, most: number) =>
      queryIndexPage(
        { index, partition, from: range.from, to: isByLastMessage(query) ? undefined : range.to },
        { limit: most, newestFirst: true, ...(after !== undefined && { cursor: after }) },
        (sortKey) => ({ pk: conversationChannel(accountId, idOf(sortKey)), sk: skOf(sortKey) }),
      );
  if (documentId) {
    if (!botId)
      throw new ParleyError('request.invalid', {
        fields: { documentId: 'Name the bot whose document it is.' },
      });
    const lineage = await citedLineage({ accountId, botId }, documentId);
    const idOf = (sortKey: string) => conversationOf(lastPartOf(sortKey));
    const skOf = (sortKey: string) => citationKey(lastPartOf(sortKey), lineage);
    return { idOf, read: indexPages('gsi1', citationsOf({ accountId, botId }, lineage), idOf, skOf) };
  }
  const idOf = (sortKey: string) => ConversationId.parse(lastPartOf(sortKey));
  if (words.length > 0) return { idOf, read: (after, most) => pageByWords(accountId, words, after, most) };
  const listed = { accountId, conversationId: '', startedAt: '', status: status ?? '' } as const;
  const lists = botId ? botLists({ ...listed, botId }) : accountLists({ ...listed, botId: '' });
  const skOf = () => (botId ? HEAD_KEY : 'COMPANION');
  return {
    idOf,
    read: status
      ? indexPages('gsi1', lists.gsi1pk, idOf, skOf)
      : indexPages('gsi2', lists.gsi2pk, idOf, skOf),
  };
}

async function pageByWords(
  accountId: string,
  words: readonly string[],
  cursor: string | undefined,
  limit: number,
): Promise<Page<string>> {
  const before = cursor === undefined ? undefined : readCursor(cursor, '');
  const { ids, through } = await findByWords(accountId, words, { before, limit });
  return { items: ids, cursor: through === null ? null : writeCursor(through) };
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
