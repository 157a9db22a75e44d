import {
  DOCUMENT_FORMATS,
  type DocumentFormat,
  type FailureReason,
  formatsInFamilies,
  isText,
} from '#contract/knowledge/documents';
import { extractCsv } from './csv';
import { unlocked } from './default-password';
import { extractDoc } from './doc';
import { extractDocx } from './docx';
import {
  EXTRACTION_LIMITS,
  type ExtractedPart,
  type Extraction,
  type ExtractionLimits,
  type Extractor,
} from './extraction';
import { extractFaq } from './faq';
import { extractHtml } from './html-document';
import { extractMail } from './mail';
import { extractMarkdown } from './markdown';
import { extractOdp } from './odp';
import { extractOds } from './ods';
import { extractOdt } from './odt';
import { assemblePdf, extractPdf, extractPdfPart, type PageRange } from './pdf';
import type { Picture } from './png';
import { extractPptx } from './pptx';
import { withQuestionsAsHeadings } from './question-headings';
import { extractRtf } from './rtf';
import { detectFormat } from './sniff';
import { extractText } from './text';
import { titleOf } from './title';
import { UnreadableDocument } from './unreadable';
import { withoutContents } from './without-contents';

/** One extractor a format: a new format is one file and one line here. */
const EXTRACTORS = {
  pdf: extractPdf,
  doc: extractDoc,
  docx: extractDocx,
  // When one comes: no other document waits for a third of a megabyte of code.
  xls: async (bytes, limits) => (await import('./workbook')).extractXls(bytes, limits),
  xlsx: async (bytes, limits) => (await import('./workbook')).extractXlsx(bytes, limits),
  ods: extractOds,
  pptx: extractPptx,
  odt: extractOdt,
  odp: extractOdp,
  rtf: extractRtf,
  csv: extractCsv,
  txt: extractText,
  md: extractMarkdown,
  html: extractHtml,
  eml: extractMail,
  faq: extractFaq,
} satisfies Record<DocumentFormat, Extractor>;

/** Whose tables of contents only the form of their lines tells: of a PDF they are known by where these stand. */
const WITH_CONTENTS = formatsInFamilies('text', 'plain', 'page');

/**
 * Reads a document as what its bytes are; the announced format tells plain text kinds apart, and which others may be.
 * Throws UnreadableDocument with a reason for the owner.
 */
export async function extract(
  bytes: Uint8Array,
  announced: DocumentFormat,
  limits: ExtractionLimits = EXTRACTION_LIMITS,
): Promise<Extraction> {
  if (bytes.length === 0) throw new UnreadableDocument('empty', 'no bytes');
  const content = unlocked(bytes);
  const format = detectFormat(content, announced);
  return finished(await EXTRACTORS[format](content, limits), announced, limits);
}

/** Reads some pages of a document of which `extract` said that it is long. */
export async function extractPart(
  bytes: Uint8Array,
  pages: PageRange,
  limits: ExtractionLimits = EXTRACTION_LIMITS,
): Promise<ExtractedPart> {
  return extractPdfPart(bytes, pages, limits);
}

/** Makes one document of what its parts hold, in their order. */
export function assemble(parts: readonly string[], limits: ExtractionLimits = EXTRACTION_LIMITS): Extraction {
  return finished(assemblePdf(parts), 'pdf', limits);
}

/** The pictures on a page of a PDF, for text recognition. */
export async function extractPictures(bytes: Uint8Array, page: number): Promise<readonly Picture[]> {
  return (await import('./pdf-pictures')).picturesOfPage(bytes, page);
}

function finished(extraction: Extraction, format: DocumentFormat, limits: ExtractionLimits): Extraction {
  let characters = 0;
  for (const block of extraction.blocks) characters += block.text.length;
  if (characters > limits.maxCharacters) {
    throw new UnreadableDocument('too_much_text', `${characters} characters`);
  }
  if (!extraction.blocks.some((block) => /[\p{L}\p{N}]/u.test(block.text))) {
    const { pages, silentPages: silent } = extraction;
    throw new UnreadableDocument(
      whyNothing(extraction, format),
      'nothing to read',
      pages !== null && silent ? { pages, silent } : null,
    );
  }
  const { titles, ...rest } = extraction;
  const content = WITH_CONTENTS.has(format) ? withoutContents(extraction.blocks) : extraction.blocks;
  return { ...rest, blocks: withQuestionsAsHeadings(content), title: titleOf(content, format, titles) };
}

function whyNothing({ notices }: Extraction, format: DocumentFormat): FailureReason {
  if (notices?.some(({ kind }) => kind === 'undecodable_text')) return 'undecodable';
  // No pictures are in these, whose text could be recognised.
  return isText(format) && DOCUMENT_FORMATS[format].family !== 'page' ? 'empty' : 'no_text';
}
