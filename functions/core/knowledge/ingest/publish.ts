import {
  $add,
  $remove,
  DeleteTransaction,
  PutTransaction,
  UpdateItemCommand,
  UpdateTransaction,
} from 'dynamodb-toolbox';
import { DocumentId } from '#contract/base/ids';
import type { DocumentNotice } from '#contract/knowledge/documents';
import { replaced as asWhole } from '#core/bots/entity';
import { ManifestEntity } from '#core/bots/manifest/entity';
import { UnreadableDocument } from '#core/reading/unreadable';
import { FORMAT_VERSION } from '#core/retrieval/format';
import type { Clock } from '#platform/clock';
import { allOf, type ConditionalWrite, ifHolds, transact } from '#platform/table-writes';
import {
  ContentEntity,
  DocumentEntity,
  FormerDocumentEntity,
  LineageEntity,
  type ReadTable,
  SegmentEntity,
} from '../documents/entity';
import { DocumentChanged, retryOptimistically } from '../documents/optimistic-retry';
import { findHoldingSegment, type HoldingSegment, removeFromSegment } from '../documents/segments';
import { findDocument, isUntitled, type StoredDocument } from '../documents/stored-document';
import { waitsForVectors } from '../documents/waiting-for-vectors';
import { isClaimed, keyOf } from './claim';

export interface Publication {
  /** The one that the segment has. */
  readonly title: string;
  /** What the document calls itself, null for nothing. */
  readonly ownTitle: string | null;
  readonly segmentId: string;
  readonly objectKey: string;
  readonly bytes: number;
  readonly contentHash: string;
  readonly pages: number | null;
  readonly words: number;
  readonly passages: number;
  readonly language: string | null;
  /** What of it could not be read. */
  readonly notices: readonly DocumentNotice[];
  /** It was to be embedded and could not be. */
  readonly lacksVectors: boolean;
  /** How its tables were read. */
  readonly tables: readonly ReadTable[];
}

/**
 * Makes a segment live, in one transaction with its document's status, the mark of its content and the manifest. A
 * new version takes the other's place in the same transaction: never do both answer, nor neither. False when the
 * claim was lost, i.e. the document was deleted meanwhile. Throws `duplicate` when the same content is in this bot
 * already.
 */
export function publishDocument(
  clock: Clock,
  claimed: StoredDocument,
  publication: Publication,
): Promise<boolean> {
  return retryOptimistically(async () => {
    const current = await findDocument(claimed, DocumentId.parse(claimed.documentId));
    if (!current || !isStillClaimed(current, claimed)) return false;
    const replaced = current.replaces && (await findDocument(claimed, DocumentId.parse(current.replaces)));
    // Deleted since the line above: this one is a document like others now.
    if (replaced === undefined && current.replaces) throw new DocumentChanged();
    const removal = replaced
      ? removalOf(replaced, current.documentId, await findHoldingSegment(replaced))
      : [];
    await transact(...writesOf(clock, current, publication, replaced || null), ...removal);
    return true;
  });
}

function writesOf(
  clock: Clock,
  current: StoredDocument,
  publication: Publication,
  replaced: StoredDocument | null,
): ConditionalWrite[] {
  const { accountId, botId, documentId, title, replaces } = current;
  const bot = { accountId, botId };
  const { segmentId, contentHash, pages, words, passages, language, notices, lacksVectors, tables } =
    publication;
  const isAsRead = allOf<typeof DocumentEntity>(
    isClaimed(current),
    { attr: 'title', eq: title },
    replaces === undefined ? { attr: 'replaces', exists: false } : { attr: 'replaces', eq: replaces },
  );
  return [
    {
      write: DocumentEntity.build(UpdateTransaction)
        .item({
          ...keyOf(current),
          status: 'success',
          ...ownTitleOf(current, publication),
          segmentId,
          contentHash,
          words,
          passages,
          pages: pages ?? $remove(),
          language: language ?? $remove(),
          notices: notices.length === 0 ? $remove() : asWhole(notices),
          ...waitsForVectors(current, lacksVectors, clock()),
          tables: tables.length === 0 ? $remove() : asWhole(tables),
          leasedUntil: $remove(),
          pagesRead: $remove(),
          replaces: $remove(),
          updatedAt: clock().toISOString(),
        })
        .options({ condition: isAsRead }),
      refused: () => new DocumentChanged(),
    },
    {
      write: ContentEntity.build(PutTransaction)
        .item({ ...bot, contentHash, documentId })
        .options({
          condition: {
            or: [
              { attr: 'documentId', exists: false },
              { attr: 'documentId', eq: documentId },
            ],
          },
        }),
      refused: () => new UnreadableDocument('duplicate', 'the same content is here already'),
    },
    segmentOf(current, publication),
    ...(current.lineage === undefined
      ? []
      : [
          {
            write: LineageEntity.build(PutTransaction).item({ ...bot, lineage: current.lineage, documentId }),
          },
        ]),
    {
      write: ManifestEntity.build(UpdateTransaction).item({
        ...bot,
        version: $add(1),
        documents: $add(replaced ? 0 : 1),
        passages: $add(passages - (replaced?.passages ?? 0)),
      }),
    },
  ];
}

/**
 * Puts a document's new segment in the place of what it answers from, in one transaction. False when it was deleted,
 * or given another segment, since it was read.
 */
export function republishDocument(
  clock: Clock,
  before: StoredDocument,
  publication: Publication,
): Promise<boolean> {
  return retryOptimistically(async () => {
    const current = await findDocument(before, DocumentId.parse(before.documentId));
    if (current?.status !== 'success' || current.segmentId !== before.segmentId) return false;
    const holder = await findHoldingSegment(current);
    if (!holder) throw new DocumentChanged();
    const { accountId, botId, title, segmentId: was, passages: formerly = 0 } = current;
    const { segmentId, pages, words, passages, language, notices, lacksVectors, tables } = publication;
    const bot = { accountId, botId };
    await transact(
      {
        write: DocumentEntity.build(UpdateTransaction)
          .item({
            ...keyOf(current),
            ...ownTitleOf(current, publication),
            segmentId,
            words,
            passages,
            // Once told of one whose pages are not known.
            pages: pages ?? $remove(),
            ...(language === null ? {} : { language }),
            notices: notices.length === 0 ? $remove() : asWhole(notices),
            ...waitsForVectors(current, lacksVectors, clock()),
            tables: tables.length === 0 ? $remove() : asWhole(tables),
          })
          .options({
            condition: {
              and: [
                { attr: 'status', eq: 'success' },
                { attr: 'title', eq: title },
                was === undefined ? { attr: 'segmentId', exists: false } : { attr: 'segmentId', eq: was },
              ],
            },
          }),
        refused: () => new DocumentChanged(),
      },
      removeFromSegment(holder, formerly),
      segmentOf(current, publication),
      {
        write: ManifestEntity.build(UpdateTransaction).item({
          ...bot,
          version: $add(1),
          passages: $add(passages - formerly),
        }),
      },
    );
    return true;
  });
}

/** Marks a document as unreadable in a rebuild's run, which then does not wait for it. Nor is it read again for vectors. */
export async function reportUnreadable(before: StoredDocument, run: string): Promise<void> {
  // Refused: deleted meanwhile.
  await ifHolds(
    DocumentEntity.build(UpdateItemCommand)
      .item({ ...keyOf(before), unreadableIn: run, gsi1pk: $remove(), gsi1sk: $remove() })
      .options({ condition: { attr: 'status', eq: 'success' } })
      .send(),
  );
}

/** Takes the document out whose place another takes, with all that makes it answer; who has its id finds the other. */
function removalOf(
  replaced: StoredDocument,
  replacement: string,
  holder: HoldingSegment | null,
): ConditionalWrite[] {
  const { accountId, botId, documentId, lineage = documentId, contentHash, passages = 0 } = replaced;
  return [
    {
      write: DocumentEntity.build(DeleteTransaction)
        .key(keyOf(replaced))
        .options({ condition: { attr: 'replacement', eq: replacement } }),
      refused: () => new DocumentChanged(),
    },
    {
      write: FormerDocumentEntity.build(PutTransaction).item({ accountId, botId, documentId, lineage }),
    },
    ...(contentHash
      ? [{ write: ContentEntity.build(DeleteTransaction).key({ accountId, botId, contentHash }) }]
      : []),
    ...(holder ? [removeFromSegment(holder, passages)] : []),
  ];
}

function isStillClaimed(current: StoredDocument, claimed: StoredDocument): boolean {
  return current.status === 'processing' && current.leasedUntil === claimed.leasedUntil;
}

/** What a document calls itself, where nobody has given it a title. */
function ownTitleOf(
  current: StoredDocument,
  { ownTitle }: Publication,
): { readonly title: string; readonly automaticTitle: string } | undefined {
  return ownTitle !== null && isUntitled(current) ? { title: ownTitle, automaticTitle: ownTitle } : undefined;
}

function segmentOf(current: StoredDocument, publication: Publication): ConditionalWrite {
  const { accountId, botId, documentId } = current;
  const { title: titleRead, segmentId, objectKey, passages, bytes } = publication;
  const title = ownTitleOf(current, publication)?.title ?? current.title;
  return {
    write: SegmentEntity.build(PutTransaction).item({
      accountId,
      botId,
      segmentId,
      objectKey,
      passages,
      bytes,
      format: FORMAT_VERSION,
      // Given while it was read: the segment has the one from before.
      ...(title === titleRead ? {} : { titles: { [documentId]: title } }),
    }),
  };
}
