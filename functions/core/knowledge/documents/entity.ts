import { any, boolean, Entity, type FormattedItem, item, number, set, string } from 'dynamodb-toolbox';
import { DocumentFormat, type DocumentNotice, type DocumentTable } from '#contract/knowledge/documents';
import { knowledgePartition } from '#core/bots/manifest/entity';
import { table } from '#platform/table';

const key = { accountId: string().key(), botId: string().key() };

/** A table as it was read; what its owner says of it is kept beside. */
export type ReadTable = Omit<DocumentTable, 'said'>;

/** A document and where its processing stands. Ids sort by time: newest first is descending. */
export const DocumentEntity = new Entity({
  name: 'Document',
  table,
  timestamps: false,
  schema: item({
    ...key,
    documentId: string().key(),
    title: string(),
    /** Of a file: the title that it has as long as nobody gives it one, empty where somebody did. */
    automaticTitle: string().optional(),
    description: string(),
    category: string().optional(),
    tags: any().castAs<string[]>().optional(),
    fileName: string(),
    format: string().enum(...DocumentFormat.options),
    size: number(),
    status: string().enum('pending', 'processing', 'success', 'failed'),
    failureReason: string().optional(),
    /** The object version that was taken in: a replay of the upload form makes another, which is ignored. */
    uploadVersion: string().optional(),
    /** The message that has this document for itself, and until when (epoch seconds). */
    leasedTo: string().optional(),
    leasedUntil: number().optional(),
    contentHash: string().optional(),
    segmentId: string().optional(),
    /** The run of a rebuild that could not read it again: it answers from what was read before. */
    unreadableIn: string().optional(),
    pages: number().optional(),
    /** Of a long document that is in work. */
    pagesRead: number().optional(),
    words: number().optional(),
    passages: number().optional(),
    language: string().optional(),
    /**
     * Of one that is to be embedded and could not be yet, since models were off or failed: since when it is found by
     * words only. gsi1 lists those of all tenants by when it is tried next (`maintenance/embed.ts`).
     */
    wordsOnlySince: string().optional(),
    gsi1pk: string().optional(),
    gsi1sk: string().optional(),
    /** What of it could not be read. */
    notices: any().castAs<readonly DocumentNotice[]>().optional(),
    /** Up to which page those that are pictures were counted in their account's month. */
    picturesCountedTo: number().optional(),
    /** How its tables were read. */
    tables: any().castAs<readonly ReadTable[]>().optional(),
    /** By table: whether its owner says that its first row is a header. */
    headers: any().castAs<Readonly<Record<string, boolean>>>().optional(),
    /** The document whose place this one takes when it is published. It has no place in the plan of its own. */
    replaces: string().optional(),
    /** The document that is to take this one's place. */
    replacement: string().optional(),
    /** Of a page of a website: its address, which is its original. */
    url: string().optional(),
    /** Of a page of a website: what it calls itself. Another title is one that a person gave it. */
    pageTitle: string().optional(),
    /** Of a new version: the first of them all, by which something that names a document finds it. */
    lineage: string().optional(),
    createdAt: string(),
    updatedAt: string(),
  }),
  computeKey: (input) => ({ pk: knowledgePartition(input), sk: `DOCUMENT#${input.documentId}` }),
});

/** Says that a content is in this bot already, by its SHA-256. */
export const ContentEntity = new Entity({
  name: 'DocumentContent',
  table,
  timestamps: false,
  schema: item({ ...key, contentHash: string().key(), documentId: string() }),
  computeKey: (input) => ({ pk: knowledgePartition(input), sk: `CONTENT#${input.contentHash}` }),
});

/** A document whose place a new version took: past answers name it still. */
export const FormerDocumentEntity = new Entity({
  name: 'FormerDocument',
  table,
  timestamps: false,
  schema: item({ ...key, documentId: string().key(), lineage: string() }),
  computeKey: (input) => ({ pk: knowledgePartition(input), sk: `FORMER#${input.documentId}` }),
});

/** A document that was deleted a moment ago, as it was: it can be brought back until then, and is gone a day later. */
export const RemovedDocumentEntity = new Entity({
  name: 'RemovedDocument',
  table,
  timestamps: false,
  schema: item({
    ...key,
    documentId: string().key(),
    document: any().castAs<Omit<FormattedItem<typeof DocumentEntity>, 'status' | 'updatedAt'>>(),
    undoneUntil: number(),
    expiresAt: number(),
  }),
  computeKey: (input) => ({ pk: knowledgePartition(input), sk: `REMOVED#${input.documentId}` }),
});

/** Of a document that has new versions: the one that answers. */
export const LineageEntity = new Entity({
  name: 'Lineage',
  table,
  timestamps: false,
  schema: item({ ...key, lineage: string().key(), documentId: string() }),
  computeKey: (input) => ({ pk: knowledgePartition(input), sk: `LINEAGE#${input.lineage}` }),
});

/** A live segment: what is listed here answers, what is not does not. */
export const SegmentEntity = new Entity({
  name: 'Segment',
  table,
  timestamps: false,
  schema: item({
    ...key,
    segmentId: string().key(),
    objectKey: string(),
    /** Passages that answer: those of its removed documents are not counted. */
    passages: number(),
    bytes: number(),
    /** Version of the format that its bytes have, and in which its documents were read: the lowest of what was merged. */
    format: number().optional(),
    /** Whether it has the passages of many documents: `SegmentDocuments` says of which. */
    isMerged: boolean().optional(),
    /** Documents of a merged segment that were deleted or replaced since: they answer no more. */
    removedDocuments: set(string()).optional(),
    removedPassages: number().optional(),
    /** Titles that were changed since the segment was built, by document. */
    titles: any().castAs<Readonly<Record<string, string>>>().optional(),
    /** Counts removals and new titles, so that a merge which doesn't know of one is refused. */
    changes: number().optional(),
    /** The vector index that has the vectors of all its passages. It counts while it is the bot's. */
    indexedIn: string().optional(),
    /** Of a segment in an index: its bytes before the vectors, and their checksum. */
    lexicalBytes: number().optional(),
    lexicalCrc: number().optional(),
  }),
  computeKey: (input) => ({ pk: knowledgePartition(input), sk: `MANIFEST#SEGMENT#${input.segmentId}` }),
});

/** Some of the documents that a merged segment holds. Written before it goes live, and no part of what questions read. */
export const SegmentDocumentsEntity = new Entity({
  name: 'SegmentDocuments',
  table,
  timestamps: false,
  schema: item({
    ...key,
    segmentId: string().key(),
    part: number().key(),
    documentIds: any().castAs<readonly string[]>(),
  }),
  computeKey: (input) => ({
    pk: knowledgePartition(input),
    sk: `${segmentDocumentsPrefix(input.segmentId)}${String(input.part).padStart(4, '0')}`,
  }),
});

export function segmentDocumentsPrefix(segmentId: string): string {
  return `SEGMENT_DOCUMENTS#${segmentId}#`;
}

/** The lease of merging a bot's segments, and the segment that was begun: the next merge erases what a dead one left. */
export const MergeEntity = new Entity({
  name: 'Merge',
  table,
  timestamps: false,
  schema: item({
    ...key,
    leasedTo: string().optional(),
    leasedUntil: number().optional(),
    /** The segment that is being written and is not live. */
    begun: string().optional(),
  }),
  computeKey: (input) => ({ pk: knowledgePartition(input), sk: 'MERGE#' }),
});
