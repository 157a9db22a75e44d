import type { Element } from 'domhandler';
import type { TreeNode } from './block';
import type { Extraction, ExtractionLimits } from './extraction';
import { pageNotice } from './notices';
import { boxOf, isSilent, openOdf } from './odf';
import { attribute, childrenOf, elementsIn, localName } from './ooxml';
import { nodesOfBoxes, onceSaid, type PlacedBox } from './placed-boxes';
import { textOfNodes, toBlocks } from './tree';
import { UnreadableDocument } from './unreadable';

/** Presentations of LibreOffice and OpenOffice: slides as pages under their titles; hidden ones and notes left out. */
export async function extractOdp(bytes: Uint8Array, limits: ExtractionLimits): Promise<Extraction> {
  const { body, styles, reader, titles } = openOdf(bytes, 'presentation', limits);
  const slides = childrenOf(body).filter((element) => localName(element) === 'page');
  if (slides.length > limits.maxPages)
    throw new UnreadableDocument('too_many_pages', `${slides.length} slides`);
  const placed = (box: Element): PlacedBox[] =>
    isSilent(box) ? [] : [{ node: reader.group(box), box: boxOf(box) }];
  const isHidden = (slide: Element) => reader.looks(attribute(slide, 'style-name')).isHidden === true;
  const masters = elementsIn(styles, 'master-page');
  const said = new Set<string>();
  const read = slides.map((slide, at) => {
    if (isHidden(slide)) return [];
    const isTitle = (box: Element) => attribute(box, 'class') === 'title';
    const boxes = childrenOf(slide);
    const nodes: TreeNode[] = [
      ...boxes.filter(isTitle).map((box) => ({
        role: 'heading' as const,
        level: 1,
        content: [textOfNodes(reader.node(box))],
      })),
      ...nodesOfBoxes(boxes.filter((box) => !isTitle(box)).flatMap(placed)),
    ];
    const master = masters.find((one) => attribute(one, 'name') === attribute(slide, 'master-page-name'));
    // What has a class is the place for what slides say.
    const fixed = (master ? childrenOf(master) : []).filter((box) => attribute(box, 'class') === undefined);
    nodes.push(...onceSaid(nodesOfBoxes(fixed.flatMap(placed)), said));
    return toBlocks(nodes).map((block) => ({ ...block, page: at + 1 }));
  });
  const pictures = slides.flatMap((slide, at) =>
    read[at]?.length === 0 && !isHidden(slide) && elementsIn(slide, 'image').length > 0 ? [at + 1] : [],
  );
  const notices = pageNotice('pages_without_text', pictures);
  return { blocks: read.flat(), pages: slides.length, titles, notices };
}
