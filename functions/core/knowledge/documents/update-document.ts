import { $add, UpdateTransaction } from 'dynamodb-toolbox';
import { DocumentId } from '#contract/base/ids';
import type { Document, UpdateDocument } from '#contract/knowledge/documents';
import type { BotRef } from '#core/bots/bots';
import { replaced } from '#core/bots/entity';
import { ManifestEntity } from '#core/bots/manifest/entity';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { type ConditionalWrite, transact } from '#platform/table-writes';
import { type DocumentRef, loadDocument, requireBot } from './documents';
import { DocumentEntity } from './entity';
import { readAgain } from './ingest-job';
import { DocumentChanged, retryOptimistically } from './optimistic-retry';
import { findHoldingSegment, type HoldingSegment, renameInSegment } from './segments';
import { findDocument, type StoredDocument, withTables } from './stored-document';

/**
 * Changes what is said of a document. A new title is the one that answers cite from then on. A new version of it that
 * is in work gets what it has taken over: it would undo the change when it takes the document's place.
 */
export async function updateDocument(
  clock: Clock,
  actor: Actor,
  { botId, documentId }: DocumentRef,
  change: UpdateDocument,
): Promise<Document> {
  const bot = await requireBot(actor, botId);
  return retryOptimistically(async () => {
    const before = await loadDocument(bot, documentId);
    const headers = headersAfter(before, change);
    const after: StoredDocument = {
      ...before,
      ...given(change),
      ...(headers && { headers }),
      updatedAt: clock().toISOString(),
    };
    const holder = after.title === before.title ? null : await findHoldingSegment(before);
    await transact(...writesOf(bot, before, after, holder), ...(await carriedOver(bot, before, after)));
    // Said again it is read again: a call that died before this line left it as it was.
    if (headers) await readAgain(clock, after);
    return withTables(after);
  });
}

/** What its owner says of its tables then; undefined where that is not what changes. */
function headersAfter({ status, tables, headers }: StoredDocument, { header }: UpdateDocument) {
  if (header === undefined) return undefined;
  const { table, isFirstRow } = header;
  if (status !== 'success' || !tables?.some(({ id }) => id === table))
    throw new ParleyError('request.invalid', { fields: { header: 'This document has no such table.' } });
  const { [table]: _, ...others } = headers ?? {};
  return isFirstRow === null ? others : { ...others, [table]: isFirstRow };
}

async function carriedOver(
  bot: BotRef,
  before: StoredDocument,
  after: StoredDocument,
): Promise<ConditionalWrite[]> {
  const next = before.replacement && (await findDocument(bot, DocumentId.parse(before.replacement)));
  if (!next || next.replaces !== before.documentId) return [];
  const isOwn = (of: StoredDocument) => of.pageTitle !== undefined && of.title === of.pageTitle;
  const hasTaken = (field: 'description' | 'category' | 'tags' | 'headers') =>
    JSON.stringify(next[field]) === JSON.stringify(before[field]);
  const { description, category, tags, headers, updatedAt } = after;
  // A page that is called as it calls itself may call itself otherwise by now.
  const title = isOwn(after) ? (next.pageTitle ?? after.title) : after.title;
  return [
    {
      write: DocumentEntity.build(UpdateTransaction)
        .item({
          ...bot,
          documentId: next.documentId,
          updatedAt,
          ...((next.title === before.title || (isOwn(next) && isOwn(before))) && { title }),
          ...(hasTaken('description') && { description }),
          ...(hasTaken('category') && { category: category ?? '' }),
          ...(hasTaken('tags') && { tags: replaced(tags ?? []) }),
          ...(headers && hasTaken('headers') && { headers: replaced(headers) }),
        })
        .options({
          condition: {
            and: [
              { attr: 'replaces', eq: before.documentId },
              { attr: 'updatedAt', eq: next.updatedAt },
            ],
          },
        }),
      refused: () => new DocumentChanged(),
    },
  ];
}

function given({ title, description, category, tags }: UpdateDocument): Partial<StoredDocument> {
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(category !== undefined && { category }),
    ...(tags !== undefined && { tags }),
  };
}

function writesOf(
  { accountId, botId }: BotRef,
  before: StoredDocument,
  after: StoredDocument,
  holder: HoldingSegment | null,
) {
  const { documentId } = before;
  const { title, description, category, tags, headers, updatedAt } = after;
  const writes: ConditionalWrite[] = [
    {
      write: DocumentEntity.build(UpdateTransaction)
        .item({
          accountId,
          botId,
          documentId,
          title,
          description,
          updatedAt,
          category: category ?? '',
          // As a whole: what is left out of an update of an array stays.
          tags: replaced(tags ?? []),
          ...(headers && { headers: replaced(headers) }),
        })
        // Published in between, its segment would keep the old title.
        .options({
          condition: {
            and: [
              { attr: 'status', eq: before.status },
              { attr: 'updatedAt', eq: before.updatedAt },
              before.replacement === undefined
                ? { attr: 'replacement', exists: false }
                : { attr: 'replacement', eq: before.replacement },
            ],
          },
        }),
      refused: () => new DocumentChanged(),
    },
  ];
  if (holder) {
    writes.push(renameInSegment(holder, title), {
      write: ManifestEntity.build(UpdateTransaction).item({ accountId, botId, version: $add(1) }),
    });
  }
  return writes;
}
