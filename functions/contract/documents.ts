import * as z from 'zod';
import { BotId, DocumentId } from './ids';
import { cleanLine, Line, Lines, List, Text } from './text';

/**
 * `uploading` and `completed` are seen by the browser only; the server knows pending, processing, success and failed.
 * A document whose reading has just succeeded before somebody's eyes is shown as `success`, then, and to everyone
 * else, as `completed`.
 */
export const DocumentStatus = z.enum([
  'pending',
  'uploading',
  'processing',
  'success',
  'completed',
  'failed',
]);
export type DocumentStatus = z.infer<typeof DocumentStatus>;

/** Formats that are read, by what the bytes are, with the extensions and content types that announce them. */
export const DOCUMENT_FORMATS = {
  pdf: { extensions: ['pdf'], contentType: 'application/pdf' },
  doc: { extensions: ['doc'], contentType: 'application/msword' },
  docx: {
    extensions: ['docx'],
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  xls: { extensions: ['xls'], contentType: 'application/vnd.ms-excel' },
  xlsx: {
    extensions: ['xlsx'],
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  pptx: {
    extensions: ['pptx'],
    contentType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  },
  odt: { extensions: ['odt'], contentType: 'application/vnd.oasis.opendocument.text' },
  ods: { extensions: ['ods'], contentType: 'application/vnd.oasis.opendocument.spreadsheet' },
  rtf: { extensions: ['rtf'], contentType: 'application/rtf' },
  csv: { extensions: ['csv'], contentType: 'text/csv' },
  txt: { extensions: ['txt'], contentType: 'text/plain' },
  md: { extensions: ['md', 'markdown'], contentType: 'text/markdown' },
  /** Pages of websites, which nobody uploads. */
  html: { extensions: [], contentType: 'text/html' },
  /** A question with its answer, typed in: no file is one. */
  faq: { extensions: [], contentType: 'text/plain' },
} as const satisfies Record<string, { extensions: readonly string[]; contentType: string }>;
export type DocumentFormat = keyof typeof DOCUMENT_FORMATS;
export const DocumentFormat = z.enum(Object.keys(DOCUMENT_FORMATS) as [DocumentFormat, ...DocumentFormat[]]);

/** Largest upload, in bytes; S3 refuses more by the upload's policy. */
export const MAX_DOCUMENT_BYTES = 50 * 1024 * 1024;

/** Files that one choice may bring; more are refused before anything is sent. */
export const MAX_FILES_AT_ONCE = 50;

/** Characters that what an owner says of a document may have, and how many tags. */
export const DOCUMENT_LIMITS = { title: 200, description: 1000, category: 60, tag: 40, tags: 10 } as const;

/** Why a document could not be read; each is a text that tells the owner what to do. */
export const FailureReason = z.enum([
  'not_uploaded',
  'empty',
  'no_text',
  'undecodable',
  'encrypted',
  'corrupted',
  'type_mismatch',
  'too_many_pages',
  'too_much_text',
  'expands_too_far',
  'took_too_long',
  'duplicate',
  'plan_full',
  'internal',
]);
export type FailureReason = z.infer<typeof FailureReason>;

/** What a document that was read holds and could not be read; each is a text that tells the owner what to do. */
export const NoticeKind = z.enum([
  /** Pages that are pictures, or empty. */
  'pages_without_text',
  /** Letters whose file doesn't say which they are. */
  'undecodable_text',
  /** Cells whose program left no result in the file. */
  'formulas_without_value',
]);
export type NoticeKind = z.infer<typeof NoticeKind>;

/** Pages that a notice names; `count` has all. */
export const MOST_NOTICED_PAGES = 50;

export const DocumentNotice = z.object({
  kind: NoticeKind,
  /** Of pages or cells. */
  count: z.number().int().positive(),
  /** The first of them, from 1 on; empty where the format has no pages. */
  pages: z.array(z.number().int().positive()).max(MOST_NOTICED_PAGES),
});
export type DocumentNotice = z.infer<typeof DocumentNotice>;

/**
 * Failures that may pass: the file was not at fault and is kept, so that it can be read again. Of the others it is
 * erased, and another file is what helps.
 */
export const RETRYABLE: ReadonlySet<FailureReason> = new Set<FailureReason>(['internal', 'plan_full']);

const metadata = {
  title: Line({ min: 1, max: DOCUMENT_LIMITS.title }),
  description: Lines({ max: DOCUMENT_LIMITS.description }),
  category: Line({ max: DOCUMENT_LIMITS.category }),
  /** Each once, whatever its case. */
  tags: List(
    z
      .array(Line({ min: 1, max: DOCUMENT_LIMITS.tag }))
      .max(DOCUMENT_LIMITS.tags)
      .overwrite(withoutRepeats),
    DOCUMENT_LIMITS.tags,
  ),
};

function withoutRepeats(tags: string[]): string[] {
  const known = new Set<string>();
  return tags.filter((tag) => {
    const key = tag.toLowerCase();
    return !known.has(key) && known.add(key);
  });
}

/** What an owner says of a document. */
export const DocumentMetadata = z.object(metadata);
export type DocumentMetadata = z.infer<typeof DocumentMetadata>;

/** What is left out stays as it is. */
export const UpdateDocument = DocumentMetadata.partial();
export type UpdateDocument = z.infer<typeof UpdateDocument>;

export const RegisterDocument = z.object({
  fileName: Line({ min: 1, max: 255 }),
  size: z.number().int().positive().max(MAX_DOCUMENT_BYTES),
  /** What the document calls itself where it is left out, or else the file's name. */
  title: metadata.title.optional(),
  description: metadata.description.default(''),
  category: metadata.category.optional(),
  tags: metadata.tags.optional(),
  /** SHA-256 of the file in hex, where the browser could compute it: refuses the same file before it is sent. */
  contentHash: Text(64)
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});
export type RegisterDocument = z.infer<typeof RegisterDocument>;

/** The title of a document that nobody gave one and that has none of its own: its file's name without the ending. */
export function titleOfFile(fileName: string): string {
  const name = fileName.replace(/\.[^.]+$/, '').replaceAll('_', ' ');
  // Cut off in the middle of a character, half of it would be left.
  return cleanLine(name.slice(0, DOCUMENT_LIMITS.title)) || fileName.slice(0, DOCUMENT_LIMITS.title);
}

/** A file that is to take a document's place; what is said of the document stays. */
export const RegisterVersion = RegisterDocument.pick({ fileName: true, size: true, contentHash: true });
export type RegisterVersion = z.infer<typeof RegisterVersion>;

export const Document = z.object({
  id: DocumentId,
  botId: BotId,
  title: z.string(),
  description: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  fileName: z.string(),
  format: DocumentFormat,
  size: z.number().int().nonnegative(),
  status: DocumentStatus,
  failureReason: FailureReason.nullable(),
  pages: z.number().int().nonnegative().nullable(),
  /** Of a long document in work: how many of its pages have been read. */
  pagesRead: z.number().int().nonnegative().optional(),
  words: z.number().int().nonnegative().nullable(),
  passages: z.number().int().nonnegative().nullable(),
  language: z.string().nullable(),
  /** What of it could not be read. */
  notices: z.array(DocumentNotice).default([]),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** The document whose place this one takes when it is ready: until then that one answers. */
  replaces: DocumentId.nullable(),
  /** Where a page of a website is: its original. */
  url: z.string().nullable(),
  /** Of one that answers: SHA-256 of its file in hex, by which the same file is known before it is sent. */
  contentHash: z.string().optional(),
});
export type Document = z.infer<typeof Document>;

export const DocumentPage = z.object({ items: z.array(Document), cursor: z.string().nullable() });
export type DocumentPage = z.infer<typeof DocumentPage>;

/** A form that posts to S3 exactly what it was made for. */
export const UploadForm = z.object({ url: z.string(), fields: z.record(z.string(), z.string()) });
export type UploadForm = z.infer<typeof UploadForm>;

/** The document as pending, and a form that posts exactly this file within 15 minutes. */
export const UploadGrant = z.object({ document: Document, upload: UploadForm });
export type UploadGrant = z.infer<typeof UploadGrant>;

/** `shown` where browsers can show it; `file` is saved under its own name in any case. */
export const OriginalQuery = z.object({ as: z.enum(['shown', 'file']).default('shown') });
export type OriginalQuery = z.infer<typeof OriginalQuery>;

/** A short-lived link to the original file. */
export const OriginalLink = z.object({ url: z.string(), expiresAt: z.iso.datetime() });
export type OriginalLink = z.infer<typeof OriginalLink>;

/** `isReplaced`: the document that was asked for has gone, and this is the version that took its place. */
export const DocumentLink = OriginalLink.extend({ isReplaced: z.boolean() });
export type DocumentLink = z.infer<typeof DocumentLink>;

/** Documents that are told of in one call. */
export const MAX_ASKED_DOCUMENTS = 100;

/** Which documents are to be deleted or replaced. */
export const AskCitations = z.object({
  documentIds: List(z.array(DocumentId).min(1).max(MAX_ASKED_DOCUMENTS), MAX_ASKED_DOCUMENTS),
});
export type AskCitations = z.infer<typeof AskCitations>;

/** Of a document more of its answers are not counted: nobody looks at each of so many. */
export const MOST_COUNTED_ANSWERS = 1_000;

/** How many answers to visitors cite documents; an answer that cites several counts once in all. */
export const CitationCounts = z.object({
  answers: z.number().int().nonnegative(),
  /** Whether there are more: a document's were counted up to MOST_COUNTED_ANSWERS. */
  hasMore: z.boolean(),
  /** Those that are cited, most first. */
  documents: z.array(z.object({ documentId: DocumentId, answers: z.number().int().positive() })),
});
export type CitationCounts = z.infer<typeof CitationCounts>;
