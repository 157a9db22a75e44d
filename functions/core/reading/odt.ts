import type { Extraction, ExtractionLimits } from './extraction';
import { withFrames } from './frames';
import { withLookedHeadings } from './looked-headings';
import { openOdf } from './odf';
import { elementsIn } from './ooxml';
import { textOfNodes } from './tree';

/** Texts of LibreOffice and OpenOffice: headings by their levels, lists with their numbers, notes where they are called. */
export async function extractOdt(bytes: Uint8Array, limits: ExtractionLimits): Promise<Extraction> {
  const { body, styles, reader, titles } = openOdf(bytes, 'text', limits);
  const nodes = withLookedHeadings(reader.nodes(body), reader.titles);
  const title = textOfNodes(reader.titles.slice(0, 1));
  const frames = FRAMES.flatMap((name) => elementsIn(styles, name)).flatMap((frame) => reader.nodes(frame));
  return { blocks: withFrames(frames, nodes), pages: null, titles: [...titles, title] };
}

const FRAMES = ['header', 'header-first', 'header-left', 'footer', 'footer-first', 'footer-left'];
