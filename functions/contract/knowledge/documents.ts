import * as z from 'zod';
import { cleanLine } from '../base/clean';
import { BotId, DocumentId } from '../base/ids';
import { Line, Lines, List, Text } from '../base/text';

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

/**
 * Formats that are read, with the extensions and content types that announce them. What stands in one family is often
 * called by another's name, and read as what its bytes are.
 */
export const DOCUMENT_FORMATS = {
  pdf: { name: 'PDF', family: 'pdf', extensions: ['pdf'], contentType: 'application/pdf' },
  doc: { name: 'Word', family: 'text', extensions: ['doc', 'dot'], contentType: 'application/msword' },
  docx: {
    name: 'Word',
    family: 'text',
    extensions: ['docx', 'docm', 'dotx', 'dotm'],
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  xls: {
    name: 'Excel',
    family: 'sheet',
    extensions: ['xls', 'xlt'],
    contentType: 'application/vnd.ms-excel',
  },
  xlsx: {
    name: 'Excel',
    family: 'sheet',
    extensions: ['xlsx', 'xlsm', 'xltx', 'xltm'],
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  pptx: {
    name: 'PowerPoint',
    family: 'slides',
    extensions: ['pptx', 'pptm', 'ppsx', 'ppsm', 'potx'],
    contentType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  },
  odt: {
    name: 'LibreOffice',
    family: 'text',
    extensions: ['odt', 'ott'],
    contentType: 'application/vnd.oasis.opendocument.text',
  },
  ods: {
    name: 'LibreOffice',
    family: 'sheet',
    extensions: ['ods', 'ots'],
    contentType: 'application/vnd.oasis.opendocument.spreadsheet',
  },
  odp: {
    name: 'LibreOffice',
    family: 'slides',
    extensions: ['odp', 'otp'],
    contentType: 'application/vnd.oasis.opendocument.presentation',
  },
  rtf: { name: 'RTF', family: 'text', extensions: ['rtf'], contentType: 'application/rtf' },
  csv: { name: 'CSV', family: 'sheet', extensions: ['csv', 'tsv'], contentType: 'text/csv' },
  txt: { name: 'TXT', family: 'plain', extensions: ['txt'], contentType: 'text/plain' },
  md: { name: 'Markdown', family: 'plain', extensions: ['md', 'markdown'], contentType: 'text/markdown' },
  /** Pages of websites, and those that somebody saved. */
  html: { name: 'HTML', family: 'page', extensions: ['html', 'htm'], contentType: 'text/html' },
  /** Mails, and pages that programs save as one. */
  eml: { name: 'EML', family: 'page', extensions: ['eml', 'mht', 'mhtml'], contentType: 'message/rfc822' },
  /** A question with its answer, typed in: no file is one. */
  faq: { name: null, family: 'typed', extensions: [], contentType: 'text/plain' },
} as const satisfies Record<
  string,
  {
    /** What people call its files: by the program that writes them, or as they are; null where no file is one. */
    name: string | null;
    family: FormatFamily;
    extensions: readonly string[];
    contentType: string;
  }
>;
type FormatFamily = 'pdf' | 'text' | 'sheet' | 'slides' | 'plain' | 'page' | 'typed';

/** Formats of any of the families. */
export function formatsInFamilies(...families: readonly FormatFamily[]): ReadonlySet<DocumentFormat> {
  const formats = Object.entries(DOCUMENT_FORMATS).flatMap(([format, { family }]) =>
    families.includes(family) ? [format as DocumentFormat] : [],
  );
  return new Set(formats);
}

/** Whether its content type says text; that of a mail names the mail. */
export function isText(format: DocumentFormat): boolean {
  return DOCUMENT_FORMATS[format].contentType.startsWith('text/');
}

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
  /** A form that only Adobe's programs show, and that holds no values. */
  'interactive_form',
  'encrypted',
  'corrupted',
  'type_mismatch',
  'too_many_pages',
  'too_much_text',
  'expands_too_far',
  'took_too_long',
  'duplicate',
  'plan_full',
  /** All of its pages may be pictures, whose text the bot is not to recognise: it is read as soon as it is to. */
  'pictures_off',
  /** All of its pages are pictures, and those of the month are used up. */
  'pictures_over_limit',
  'internal',
]);
export type FailureReason = z.infer<typeof FailureReason>;

/** What became of pages that had no text; each is a text that tells the owner what to do. */
export const PAGE_NOTICES = [
  /** Pages whose text was recognised in pictures. */
  'pages_recognised',
  /** Pages that are pictures, or empty. */
  'pages_without_text',
  /** Pages that may be pictures, whose text the bot is not to recognise. */
  'pictures_off',
  /** Pages that are pictures, for which the month's pages didn't suffice. */
  'pictures_over_limit',
  /** Pages that are pictures, which could not be read just then. */
  'pictures_failed',
] as const satisfies string[];
export type PageNotice = (typeof PAGE_NOTICES)[number];

/** What a document that was read holds and could not be read. */
export const NoticeKind = z.enum([
  ...PAGE_NOTICES,
  /** Letters whose file doesn't say which they are. */
  'undecodable_text',
  /** Cells whose program left no result in the file. */
  'formulas_without_value',
  /** Rows of a sheet that its filter hides. */
  'rows_filtered',
  /** A form that only Adobe's programs show, of which the fields' values are known. */
  'interactive_form',
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

/** How a table's first row is known to be a header, or not: its owner said so, its file marks it, or its form tells. */
export const HeaderBasis = z.enum(['owner', 'marked', 'form', 'too_long']);
export type HeaderBasis = z.infer<typeof HeaderBasis>;

/** Tables of a document that its owner is shown, and how much of each. */
export const SHOWN_TABLES = { tables: 20, rows: 3, columns: 6, characters: 40 } as const;

/** Names a table by its first row, so that it is the same when its document is read again. */
const TableId = Text(16).regex(/^[0-9a-f]{16}$/);

/** How a table of a document was read. */
export const DocumentTable = z.object({
  id: TableId,
  page: z.number().int().positive().nullable(),
  rows: z.number().int().positive(),
  columns: z.number().int().positive(),
  /** Its first rows, cut. */
  beginning: z.array(z.array(z.string())),
  hasHeader: z.boolean(),
  basis: HeaderBasis,
  /** What its owner says, which holds as soon as the document has been read again; null for nothing. */
  said: z.boolean().nullable(),
});
export type DocumentTable = z.infer<typeof DocumentTable>;

/** Failures that pass by themselves, or when there is room again: who sees one can have the file read once more. */
export const TRIED_AGAIN: ReadonlySet<FailureReason> = new Set<FailureReason>([
  'internal',
  'plan_full',
  'pictures_over_limit',
]);

/**
 * Failures in which the file was not at fault, so that it is kept: those, and that of a file of pictures, which waits
 * for the bot's switch. Another try would change nothing before that, and nobody has to ask for one after it. Of all
 * others the file is erased, and another one is what helps.
 */
export const KEPT: ReadonlySet<FailureReason> = new Set<FailureReason>([...TRIED_AGAIN, 'pictures_off']);

/** Of pages that were left out: those that another try may read, as above. */
export const PAGES_TRIED_AGAIN: ReadonlySet<NoticeKind> = new Set<NoticeKind>([
  'pictures_over_limit',
  'pictures_failed',
]);

/** Pages that were left out and can be read later on: those, and those that wait for the bot's switch. */
export const PAGES_LEFT_OUT: ReadonlySet<NoticeKind> = new Set<NoticeKind>([
  ...PAGES_TRIED_AGAIN,
  'pictures_off',
]);

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
export const UpdateDocument = DocumentMetadata.partial().extend({
  /** Whether the first row of one of its tables is a header, null for what the file tells: it is read again at once. */
  header: z.object({ table: TableId, isFirstRow: z.boolean().nullable() }).optional(),
});
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
  /** It is found by its words alone until models are on again: then it is embedded by itself. */
  wordsOnly: z.boolean().optional(),
  /** Tables of which is known how they were read. */
  tableCount: z.number().int().nonnegative().default(0),
  /** These, of a document that was asked for by itself. */
  tables: z.array(DocumentTable).optional(),
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
