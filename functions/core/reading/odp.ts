import type { Extraction, ExtractionLimits } from './extraction';
import { openOdf, placedBoxes } from './odf';
import { attribute, childrenOf, localName } from './ooxml';
import { textOfNodes, toBlocks } from './tree';
import { UnreadableDocument } from './unreadable';

/** Presentations of LibreOffice and OpenOffice: slides as pages under their titles; hidden ones and notes left out. */
export async function extractOdp(bytes: Uint8Array, limits: ExtractionLimits): Promise<Extraction> {
  const { body, reader, titles } = openOdf(bytes, 'presentation', limits);
  const slides = childrenOf(body).filter((element) => localName(element) === 'page');
  if (slides.length > limits.maxPages)
    throw new UnreadableDocument('too_many_pages', `${slides.length} slides`);
  const blocks = slides.flatMap((slide, at) => {
    if (reader.looks(attribute(slide, 'style-name')).isHidden) return [];
    const boxes = placedBoxes(slide);
    const isTitle = (box: (typeof boxes)[number]) => attribute(box, 'class') === 'title';
    const nodes = [
      ...boxes.filter(isTitle).map((box) => ({
        role: 'heading' as const,
        level: 1,
        content: [textOfNodes(reader.node(box))],
      })),
      ...boxes.filter((box) => !isTitle(box)).flatMap((box) => reader.node(box)),
    ];
    return toBlocks(nodes).map((block) => ({ ...block, page: at + 1 }));
  });
  return { blocks, pages: slides.length, titles };
}
