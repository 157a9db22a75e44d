import type { Extraction, ExtractionLimits } from './extraction';
import { openOdf } from './odf';
import { elementsIn } from './ooxml';
import { extractionOf } from './word-document';

/** Texts of LibreOffice and OpenOffice: headings by their levels, lists with their numbers, notes where they are called. */
export async function extractOdt(bytes: Uint8Array, limits: ExtractionLimits): Promise<Extraction> {
  const { body, styles, reader, titles: names } = openOdf(bytes, 'text', limits);
  const nodes = reader.nodes(body);
  // The title is one of the text, not of its heads.
  const titles = [...reader.titles];
  const frames = FRAMES.flatMap((name) => elementsIn(styles, name)).flatMap((frame) => reader.nodes(frame));
  return extractionOf({ nodes, titles, frames, names }, limits);
}

const FRAMES = ['header', 'header-first', 'header-left', 'footer', 'footer-first', 'footer-left'];
