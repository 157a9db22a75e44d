import { BatchGetRequest, DynamoDBToolboxError, EntityFormatter, QueryCommand } from 'dynamodb-toolbox';
import type { Language } from '#contract/accounts/profile';
import type { AccountId, BotId } from '#contract/base/ids';
import { STATUS_NAMES } from '#contract/conversations/status-names';
import { botLabel } from '#contract/insight/bot-label';
import type { RawData } from '#contract/insight/reports';
import { conversationChannel } from '#core/accounts/sockets/entity';
import { isAbandoned } from '#core/conversations/abandoned';
import {
  accountLists,
  botLists,
  ConversationEntity,
  HEAD_KEY,
  isGone,
  MessageEntity,
  type StoredConversation,
  type StoredMessage,
} from '#core/conversations/entity';
import { logger } from '#platform/logger';
import { queryIndexPage } from '#platform/pages';
import { table } from '#platform/table';
import { readItems } from '#platform/table-reads';
import { readUnanswered } from '../questions/read-unanswered';
import { RAW_TEXTS, type RawTexts } from './raw-texts';
import type { Row, TablePart } from './report';

/** Of whose data, and when: at or after, and before. */
export interface RawScope {
  readonly accountId: AccountId;
  /** Every bot of the account that the report is about, with its name. */
  readonly bots: readonly { readonly botId: BotId; readonly name: string }[];
  /** Whether these are all bots, deleted ones included: then the account's own list is read. */
  readonly isWhole: boolean;
  readonly from: Date;
  readonly to: Date;
  readonly language: Language;
  /** Told how much of the period is read, between 0 and 1. */
  onProgress(share: number): void;
}

/** Items as they are stored, read page by page while they are written. */
export function rawTable(data: RawData, scope: RawScope): TablePart {
  const texts = RAW_TEXTS[scope.language];
  const { title, columns } = texts[data];
  const rows = ROWS[data](scope);
  return { type: 'table', key: data, title, columns, rows };
}

/** These conversations and what was said in them, as a report of their period has it. */
export function conversationTables(
  { accountId, bots, language }: Pick<RawScope, 'accountId' | 'bots' | 'language'>,
  conversations: readonly StoredConversation[],
): readonly TablePart[] {
  const texts = RAW_TEXTS[language];
  const scope = { accountId, bots, language };
  const part = (key: 'conversations' | 'messages', rows: AsyncIterable<Row>) =>
    ({ type: 'table', key, title: texts[key].title, columns: texts[key].columns, rows }) as const;
  return [
    part('conversations', conversationRows(scope, [conversations])),
    part('messages', messageRows(scope, [conversations])),
  ];
}

export type NamedScope = Pick<RawScope, 'accountId' | 'bots' | 'language'>;
export type Pages = AsyncIterable<readonly StoredConversation[]> | Iterable<readonly StoredConversation[]>;

const ROWS: Readonly<Record<RawData, (scope: RawScope) => AsyncIterable<Row>>> = {
  conversations: (scope) => conversationRows(scope, conversationPages(scope)),
  messages: (scope) => messageRows(scope, conversationPages(scope)),
  unanswered: unansweredRows,
};

async function* conversationRows(scope: NamedScope, pages: Pages): AsyncIterable<Row> {
  const nameOf = botNames(scope);
  const statuses = STATUS_NAMES[scope.language];
  for await (const page of pages)
    for (const conversation of page) {
      const collected = (conversation.collected ?? []).map(({ label, value }) => `${label}: ${value}`);
      yield [
        conversation.conversationId,
        nameOf(conversation.botId),
        statuses[isAbandoned(conversation) ? 'abandoned' : conversation.status],
        conversation.language,
        conversation.startedAt,
        conversation.lastMessageAt ?? null,
        conversation.lastSequence,
        conversation.stars ?? null,
        conversation.ratingComment ?? null,
        conversation.assigneeName ?? null,
        conversation.visitorName ?? null,
        conversation.visitorEmail ?? null,
        conversation.providedContact ?? false,
        collected.join('; ') || null,
        conversation.page ?? null,
      ];
    }
}

/** Conversations whose messages are read at once. */
const PARALLEL = 8;

async function* messageRows(scope: NamedScope, pages: Pages): AsyncIterable<Row> {
  const nameOf = botNames(scope);
  const texts = RAW_TEXTS[scope.language];
  for await (const page of pages)
    for (let first = 0; first < page.length; first += PARALLEL) {
      const chunk = page.slice(first, first + PARALLEL);
      const found = await Promise.all(chunk.map((conversation) => allMessages(scope, conversation)));
      for (const [at, messages] of found.entries()) {
        const responseMs = responseTimes(messages);
        for (const message of messages)
          yield messageRow(message, nameOf(chunk[at]?.botId ?? ''), texts, responseMs(message));
      }
    }
}

/** From the visitor's message to the bot's whole answer, as the views of the analytics measure it. */
function responseTimes(
  messages: readonly (StoredMessage | UnreadableMessage)[],
): (message: StoredMessage | UnreadableMessage) => number | null {
  const askedAt = new Map<string, string>();
  for (const message of messages)
    if (!('isUnreadable' in message) && message.author === 'visitor' && !message.toPerson)
      askedAt.set(message.messageId, message.createdAt);
  return (message) => {
    if ('isUnreadable' in message || message.author !== 'bot') return null;
    const asked = askedAt.get(message.inReplyTo ?? '');
    return asked === undefined ? null : Math.max(0, Date.parse(message.createdAt) - Date.parse(asked));
  };
}

function messageRow(
  message: StoredMessage | UnreadableMessage,
  bot: string,
  texts: RawTexts,
  responseMs: number | null,
): Row {
  if ('isUnreadable' in message) {
    const known: Readonly<Record<string, string>> = {
      conversation: message.conversationId,
      bot,
      text: texts.unreadable,
    };
    return texts.messages.columns.map(({ key }) => known[key] ?? null);
  }
  return [
    message.conversationId,
    bot,
    message.createdAt,
    texts.authors[message.author],
    message.authorName ?? null,
    message.text,
    message.kind === undefined ? null : texts.kinds[message.kind],
    (message.citations ?? []).map(({ title }) => title).join('; ') || null,
    message.unanswered ?? null,
    message.thumb === undefined ? null : texts.thumbs[message.thumb],
    responseMs === null ? null : responseMs / 1000,
    message.record?.costUsd ?? null,
  ];
}

/** Every message of a conversation in its order. An invalid item loses its own text, not the whole export. */
export async function allMessages(
  { accountId }: Pick<RawScope, 'accountId'>,
  { conversationId }: StoredConversation,
): Promise<readonly (StoredMessage | UnreadableMessage)[]> {
  // Read as they are stored: of a query the table's library gives nothing at all where one item is invalid.
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({ partition: conversationChannel(accountId, conversationId), range: { beginsWith: MESSAGES } })
    .options({ consistent: true, maxPages: Number.POSITIVE_INFINITY })
    .send();
  return Items.map((item) => {
    try {
      return MessageEntity.build(EntityFormatter).format(item);
    } catch (error) {
      if (!(error instanceof DynamoDBToolboxError)) throw error;
      logger.warn('A message could not be read for an export.', { key: item.sk, problem: error.message });
      return { conversationId, isUnreadable: true };
    }
  });
}

interface UnreadableMessage {
  readonly conversationId: string;
  readonly isUnreadable: true;
}

const MESSAGES = 'MESSAGE#';

/** Questions without an answer that were asked in the period, as they are counted together. */
async function* unansweredRows(scope: RawScope): AsyncIterable<Row> {
  const { accountId, bots, from, to, language } = scope;
  const { states } = RAW_TEXTS[language];
  for (const { botId, name } of bots) {
    const groups = await readUnanswered({ accountId, botId });
    for (const group of [...groups].sort((a, b) => b.count - a.count)) {
      if (group.lastAskedAt < from.toISOString() || group.firstAskedAt >= to.toISOString()) continue;
      yield [
        name,
        group.question,
        group.count,
        group.firstAskedAt,
        group.lastAskedAt,
        states[group.state],
        group.language,
      ];
    }
  }
}

const PAGE = 100;

/** Newest first, of each bot or of the whole account. */
export async function* conversationPages(scope: RawScope): AsyncIterable<readonly StoredConversation[]> {
  const { accountId, bots, isWhole, from, to, onProgress } = scope;
  const listed = { accountId, conversationId: '', startedAt: '', status: '' } as const;
  const partitions = isWhole
    ? [{ partition: accountLists({ ...listed, botId: '' }).gsi2pk, sk: 'COMPANION' }]
    : bots.map(({ botId }) => ({ partition: botLists({ ...listed, botId }).gsi2pk, sk: HEAD_KEY }));
  for (const [number, { partition, sk }] of partitions.entries()) {
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = await queryIndexPage(
        { index: 'gsi2', partition, from: from.toISOString(), to: to.toISOString() },
        { limit: PAGE, newestFirst: true, ...(cursor !== undefined && { cursor }) },
        (sortKey) => ({ pk: conversationChannel(accountId, idOf(sortKey)), sk }),
      );
      const requests = page.items.map((sortKey) =>
        ConversationEntity.build(BatchGetRequest).key({ accountId, conversationId: idOf(sortKey) }),
      );
      // One that was deleted or erased since is left out.
      const found = await readItems(requests, { consistent: false });
      yield found.filter((found): found is StoredConversation => found !== undefined && !isGone(found));
      const last = page.items.at(-1);
      const read = last === undefined ? 1 : shareBefore(last.slice(0, last.indexOf('#')), from, to);
      onProgress((number + read) / partitions.length);
      cursor = page.cursor;
    }
  }
}

/** How much of the period is after an instant: it is read backwards. */
function shareBefore(instant: string, from: Date, to: Date): number {
  const share = (to.getTime() - Date.parse(instant)) / (to.getTime() - from.getTime());
  return Math.min(1, Math.max(0, share));
}

function idOf(sortKey: string): string {
  return sortKey.slice(sortKey.lastIndexOf('#') + 1);
}

export function botNames({ bots, language }: NamedScope): (botId: string) => string {
  const names = new Map<string, string>(bots.map(({ botId, name }) => [botId, name]));
  return (botId) => names.get(botId) ?? botLabel({ name: '', isDeleted: true }, language);
}
