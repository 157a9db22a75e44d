import { readDoc } from './doc-reader';
import type { Extraction, ExtractionLimits } from './extraction';
import { openOle } from './ole';
import { pageCountOf } from './ole-summary';
import { extractionOf } from './word-document';

/**
 * Word documents of before 2007: headings by their styles, else by their look, lists with their numbers, tables, notes
 * where they are called, heads and feet once.
 */
export async function extractDoc(bytes: Uint8Array, limits: ExtractionLimits): Promise<Extraction> {
  const container = openOle(bytes);
  return extractionOf({ ...readDoc(container, limits), pages: pageCountOf(container) }, limits);
}
