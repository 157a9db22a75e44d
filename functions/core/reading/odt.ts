import type { Extraction, ExtractionLimits } from './extraction';
import { frameLines, withFrames } from './frames';
import { openOdf } from './odf';
import { elementsIn } from './ooxml';
import { toBlocks } from './tree';

/** Texts of LibreOffice and OpenOffice: headings by their levels, lists with their numbers, notes where they are called. */
export async function extractOdt(bytes: Uint8Array, limits: ExtractionLimits): Promise<Extraction> {
  const { body, styles, reader, titles } = openOdf(bytes, 'text', limits);
  const blocks = toBlocks(reader.nodes(body));
  const frames = styles ? FRAMES.flatMap((name) => elementsIn(styles, name)) : [];
  const lines = frameLines(toBlocks(frames.flatMap((frame) => reader.nodes(frame))));
  return { blocks: withFrames(lines, blocks), pages: null, titles };
}

const FRAMES = ['header', 'header-first', 'header-left', 'footer', 'footer-first', 'footer-left'];
