import type { DocumentFormat } from '../../../contract/documents';
import { extractCsv } from './csv';
import { extractDoc } from './doc';
import { extractDocx } from './docx';
import { EXTRACTION_LIMITS, type Extraction, type ExtractionLimits, type Extractor } from './extraction';
import { extractHtml } from './html-document';
import { extractMarkdown } from './markdown';
import { extractPdf } from './pdf';
import { sniffFormat } from './sniff';
import { extractText } from './text';
import { UnreadableDocument } from './unreadable';

/** One extractor a format: a new format is one file and one line here. */
const EXTRACTORS = {
  pdf: extractPdf,
  doc: extractDoc,
  docx: extractDocx,
  // When one comes: no other document waits for a third of a megabyte of code.
  xls: async (bytes, limits) => (await import('./workbook')).extractXls(bytes, limits),
  xlsx: async (bytes, limits) => (await import('./workbook')).extractXlsx(bytes, limits),
  csv: extractCsv,
  txt: extractText,
  md: extractMarkdown,
  html: extractHtml,
} satisfies Record<DocumentFormat, Extractor>;

/**
 * Reads a document as what its bytes are; the announced format only tells plain text kinds apart.
 * Throws UnreadableDocument with a reason for the owner.
 */
export async function extract(
  bytes: Uint8Array,
  announced: DocumentFormat,
  limits: ExtractionLimits = EXTRACTION_LIMITS,
): Promise<Extraction> {
  if (bytes.length === 0) throw new UnreadableDocument('empty', 'no bytes');
  const format = sniffFormat(bytes, announced);
  if (format !== announced) {
    throw new UnreadableDocument('type_mismatch', `announced ${announced}, is ${format ?? 'unknown'}`);
  }
  const extraction = await EXTRACTORS[format](bytes, limits);
  let characters = 0;
  for (const block of extraction.blocks) characters += block.text.length;
  if (characters > limits.maxCharacters) {
    throw new UnreadableDocument('too_much_text', `${characters} characters`);
  }
  if (!extraction.blocks.some((block) => /[\p{L}\p{N}]/u.test(block.text))) {
    throw new UnreadableDocument('no_text', 'nothing to read');
  }
  return extraction;
}
