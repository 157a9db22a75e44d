import type { Element } from 'domhandler';
import type { Extraction, ExtractionLimits } from './extraction';
import { boxOf, isSilent, openOdf } from './odf';
import { attribute, childrenOf, elementsIn, localName } from './ooxml';
import { nodesOfBoxes, type PlacedBox } from './placed-boxes';
import { readSlides, type Slide } from './slides';
import { textOfNodes } from './tree';

/** Presentations of LibreOffice and OpenOffice: slides as pages under their titles; hidden ones and notes left out. */
export async function extractOdp(bytes: Uint8Array, limits: ExtractionLimits): Promise<Extraction> {
  const { body, styles, reader, titles } = openOdf(bytes, 'presentation', limits);
  const slides = childrenOf(body).filter((element) => localName(element) === 'page');
  const placed = (box: Element): PlacedBox[] =>
    isSilent(box) ? [] : [{ node: reader.group(box), box: boxOf(box) }];
  const masters = elementsIn(styles, 'master-page');
  const isTitle = (box: Element) => attribute(box, 'class') === 'title';
  const read = (slide: Element): Slide | null => {
    if (reader.looks(attribute(slide, 'style-name')).isHidden) return null;
    const boxes = childrenOf(slide);
    const master = masters.find((one) => attribute(one, 'name') === attribute(slide, 'master-page-name'));
    // What has a class is the place for what slides say.
    const fixed = (master ? childrenOf(master) : []).filter((box) => attribute(box, 'class') === undefined);
    return {
      titles: boxes.filter(isTitle).map((box) => textOfNodes(reader.node(box))),
      nodes: nodesOfBoxes(boxes.filter((box) => !isTitle(box)).flatMap(placed)),
      repeated: nodesOfBoxes(fixed.flatMap(placed)),
      hasPicture: elementsIn(slide, 'image').length > 0,
    };
  };
  return { ...readSlides(slides, read, limits), titles };
}
